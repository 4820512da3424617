/** Tests vehicles with due days, and the message for a record in use. */
import { addDays, formatDay, todayInBangkok } from '@khapdee/domain/thai-date'
import { nextNumber } from './support/numbers.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  test,
  navigate,
} from './support/test.ts'

test('a vehicle with tax due soon appears among the reminders', async ({ page, signIn }) => {
  await signIn('manager.kkn')
  await page.goto('/vehicles/new')
  const plate = `9กก ${1000 + nextNumber('plates')}`
  await page.getByLabel('ทะเบียนรถ').fill(plate)
  await page.getByRole('combobox', { name: 'จังหวัดที่จดทะเบียน' }).fill('หนองคาย')
  await page.getByRole('combobox', { name: 'ประเภทรถ' }).fill('รถตู้')
  const tax = page.getByLabel('ภาษีหมดอายุ', { exact: true })
  await tax.fill(formatDay(addDays(todayInBangkok(new Date()), 3)))
  await tax.press('Tab')
  await expect(page.getByText('อีก 3 วัน')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'บันทึก' }).click()
  await expect(page).toHaveURL(/\/vehicles$/)

  await page.goto('/vehicles?category=due&perPage=100')
  const row = page.getByRole('link', { name: plate, exact: true })
  await expect(row).toBeVisible()
  await expect(page.getByText('อีก 3 วัน').first()).toBeVisible()
  await expectNoHorizontalScroll(page)

  // The same plate with different spacing is refused at its field.
  await navigate(page, '/vehicles/new')
  await page.getByLabel('ทะเบียนรถ').fill(plate.replace(' ', ''))
  await page.getByRole('combobox', { name: 'จังหวัดที่จดทะเบียน' }).fill('หนองคาย')
  await page.getByRole('combobox', { name: 'ประเภทรถ' }).fill('รถตู้')
  await page.getByRole('button', { name: 'บันทึก' }).click()
  await expect(page.getByText('ทะเบียนรถ นี้มีในระบบแล้ว').first()).toBeVisible()
  await expect(page.getByLabel('ทะเบียนรถ')).toHaveAttribute('aria-invalid', 'true')
})

test(
  'a branch in use is not deleted, and the records that use it are listed',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('admin')
    await page.goto('/branches?text=KKN')
    await page
      .getByRole('button', { name: /^จัดการ/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'ลบ' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'ลบ' }).click()
    await expect(dialog.getByRole('alert')).toContainText(/สาขาในสังกัด \d+ รายการ \(สาขา/)
    await expect(dialog.getByRole('alert')).toContainText(/AP-KKN-/)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await dialog.getByRole('button', { name: 'ยกเลิก' }).click()
    await expect(dialog).toHaveCount(0)
  },
)
