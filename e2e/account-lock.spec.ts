/**
 * Tests the lock day of a branch: the list of open documents, locking, refused entries, unlocking
 * and the history.
 */
import type { Page } from '@playwright/test'
import { formatDay, addDays, day, todayInBangkok } from '@khapdee/domain/thai-date'
import {
  desktopOnly,
  expect,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  test,
} from './support/test.ts'

const branch = 'นครราชสีมา'
const row = (page: Page) => page.getByRole('row').filter({ hasText: branch })
/** The last day of the month before, which the dialog proposes. */
const proposed = formatDay(addDays(day(`${todayInBangkok(new Date()).slice(0, 7)}-01`), -1))

async function choose(page: Page, action: string): Promise<void> {
  await row(page)
    .getByRole('button', { name: /^จัดการ/ })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

test(
  'a branch is locked, refuses entries of locked days, and is unlocked with a reason',
  desktopOnly,
  async ({ page, signIn }) => {
    test.slow()
    await signIn('owner')
    await page.goto('/account-locks?branch=all')
    const dialog = page.getByRole('dialog')

    await test.step('the dialog lists what is not finished, and locks the branch', async () => {
      await row(page).getByRole('button', { name: 'ล็อกบัญชี' }).click()
      await expect(dialog.getByRole('textbox', { name: 'วันล็อกบัญชี' })).toHaveValue(proposed)
      await expect(dialog.getByText(/ไม่มีรายการค้าง|ยังค้างอยู่/).first()).toBeVisible()
      await expectAccessibleInBothSkins(page)
      await expectNoHorizontalScroll(page)
      await dialog.getByRole('button', { name: 'ล็อกบัญชี', exact: true }).click()
      await expect(dialog).toHaveCount(0)
      await expect(row(page)).toContainText(proposed)
    })

    await test.step('a day that is locked, and one of the future, are refused', async () => {
      await row(page).getByRole('button', { name: 'ล็อกบัญชี' }).click()
      await dialog.getByRole('textbox', { name: 'วันล็อกบัญชี' }).fill(proposed)
      await dialog.getByRole('button', { name: 'ล็อกบัญชี', exact: true }).click()
      await expect(dialog.getByText(/แล้ว กรุณาเลือกวันหลังจากนั้น/).first()).toBeVisible()
      await dialog.getByRole('textbox', { name: 'วันล็อกบัญชี' }).fill('31/12/2642')
      await dialog.getByRole('button', { name: 'ล็อกบัญชี', exact: true }).click()
      await expect(dialog.getByText('วันล็อกบัญชีต้องไม่เกินเมื่อวาน')).toBeVisible()
      await dialog.getByRole('button', { name: 'ยกเลิก' }).click()
    })

    await test.step('an entry of a locked day is refused beside its day', async () => {
      await signIn('manager.nma')
      await page.goto('/expenses/new')
      await page
        .locator('button[aria-haspopup=listbox]')
        .and(page.getByRole('button', { name: /รายการ$/ }))
        .press('Enter')
      await page.getByRole('option', { name: 'ค่าน้ำ–ค่าไฟ' }).press('Enter')
      await page.getByRole('textbox', { name: 'จำนวนเงิน (บาท)', exact: true }).fill('100')
      await page.getByRole('textbox', { name: 'วันที่รายการ' }).fill(proposed)
      await page.getByRole('button', { name: 'บันทึก', exact: true }).click()
      await expect(page.getByText(`วันที่ ${proposed} ล็อกบัญชีแล้ว`).first()).toBeVisible()
      await expect(page).toHaveURL(/\/expenses\/new$/)
    })

    await test.step('it is unlocked with a reason, and the history shows both', async () => {
      await signIn('owner')
      await page.goto('/account-locks?branch=all')
      await choose(page, 'ปลดล็อกบัญชี')
      await dialog.getByRole('button', { name: 'ปลดล็อกบัญชี', exact: true }).click()
      await expect(dialog.getByText('กรุณากรอกเหตุผล')).toBeVisible()
      await dialog.getByLabel('เหตุผล').fill('บันทึกค่าไฟตกหล่น')
      await expectAccessibleInBothSkins(page)
      await dialog.getByRole('button', { name: 'ปลดล็อกบัญชี', exact: true }).click()
      await expect(dialog).toHaveCount(0)
      await expect(row(page)).toContainText('ยังไม่ล็อก')
      await choose(page, 'ประวัติ')
      await expect(dialog.getByText('บันทึกค่าไฟตกหล่น')).toBeVisible()
      await expect(dialog.getByText('ส่งงบให้สำนักงานบัญชีแล้ว').first()).toBeVisible()
      await expectAccessibleInBothSkins(page)
    })
  },
)
