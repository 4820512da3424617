/** Tests roles, by keyboard and by touch, and their audit entries. */
import type { Page } from '@playwright/test'
import { newMark } from './support/numbers.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  test,
  navigate,
} from './support/test.ts'

const save = (page: Page) => page.getByRole('button', { name: 'บันทึก', exact: true }).click()
/** The native checkbox is visually hidden; users see and press its label instead. */
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

test('a role is copied, changed, found in the audit log, and deleted', async ({
  page,
  signIn,
  isMobile,
}) => {
  test.setTimeout(90_000)
  const name = `ผู้ช่วยการเงิน ${newMark()}`
  await signIn('admin')
  await page.goto('/roles')
  await page.getByRole('link', { name: 'เจ้าหน้าที่ทะเบียน', exact: true }).waitFor()
  const source = page.getByRole(isMobile ? 'listitem' : 'row').filter({ hasText: 'เจ้าหน้าที่ทะเบียน' })
  await source.getByRole('button', { name: 'จัดการ' }).click()
  await page.getByRole('menuitem', { name: 'คัดลอก' }).click()
  const update = isMobile
    ? page.getByRole('group', { name: 'สาขา' }).getByRole('checkbox', { name: 'แก้ไข' })
    : box(page, 'สาขา: แก้ไข')
  const seesCourses = isMobile
    ? page.getByRole('group', { name: 'หลักสูตร' }).getByRole('checkbox', { name: 'ดู' })
    : box(page, 'หลักสูตร: ดู')
  await expect(seesCourses).toBeChecked()
  await page.getByLabel('ชื่อบทบาท').fill(name)
  await save(page)
  await expect(page.getByRole('status').filter({ hasText: 'เพิ่มข้อมูลเรียบร้อยแล้ว' })).toBeVisible()

  await page.getByRole('link', { name, exact: true }).click()
  await expect(update).not.toBeChecked()
  if (isMobile) {
    await update.locator('xpath=..').tap()
  } else {
    // Arrow keys move from the first box to the target.
    await box(page, 'รายการทั้งหมด').focus()
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    while (!(await update.evaluate((element) => element === document.activeElement))) {
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Space')
  }
  await expect(update).toBeChecked()
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('status').filter({ hasText: 'แก้ไขข้อมูลเรียบร้อยแล้ว' })).toBeVisible()

  await navigate(page, `/audit?text=${encodeURIComponent(name)}&category=update`)
  await page.getByRole('button', { name: 'รายละเอียด' }).first().click()
  await expect(page.getByRole('table', { name: 'แก้ไขบทบาท' })).toContainText('สาขา: แก้ไข')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)

  await navigate(page, `/roles?text=${encodeURIComponent(name)}`)
  // By keyboard: the row and its button disappear, and the focus moves to the heading of the list.
  await page.getByRole('button', { name: 'จัดการ' }).press('Enter')
  await page.getByRole('menuitem', { name: 'ลบ' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'ลบ' }).press('Enter')
  await expect(page.getByText('ไม่พบข้อมูล')).toBeVisible()
  await expect(page.locator('main').locator('h1, h2').and(page.locator(':focus'))).toBeVisible()
})

test(
  'a role in use is not deleted, and its users are listed',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('admin')
    await page.goto('/roles')
    const row = page.getByRole('row').filter({ hasText: 'ผู้บริหาร' })
    await row.getByRole('button', { name: 'จัดการ' }).click()
    await page.getByRole('menuitem', { name: 'ลบ' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'ลบ' }).click()
    await expect(page.getByText(/มีการใช้งานอยู่: พนักงาน \d+ คน \(.*เพ็ญพักตร์ ไชยแสนท้าว/)).toBeVisible()
  },
)
