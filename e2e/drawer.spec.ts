/**
 * Tests cash drawers and petty cash: movements in dialogs, refusals, and their lines in the day
 * close.
 */
import type { Page } from '@playwright/test'
import { newMark } from './support/numbers.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  test,
} from './support/test.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')
const amount = (page: Page) =>
  dialogOf(page).getByRole('textbox', { name: 'จำนวนเงิน (บาท)', exact: true })

/** Opens a dialog by its button and presses it again to submit. */
async function open(page: Page, name: string): Promise<() => Promise<void>> {
  await page.getByRole('button', { name, exact: true }).press('Enter')
  await expect(dialogOf(page)).toBeVisible()
  return () => dialogOf(page).getByRole('button', { name, exact: true }).press('Enter')
}

test('cash of a drawer is put in and taken out, and the day close names each part', async ({
  page,
  signIn,
}) => {
  test.slow()
  const mark = `ค่าทางด่วน ${newMark()}`
  await signIn('cashier.kkn')
  await page.goto('/drawer')
  await expect(page.getByText('เงินทอนตั้งต้น')).toBeVisible()
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)

  await test.step('the amount has the focus in a dialog, and the dialog says what is missing', async () => {
    const submit = await open(page, 'เติมเงินสด')
    await expect(amount(page)).toBeFocused()
    await submit()
    await expect(dialogOf(page).getByText('กรุณากรอกเหตุผล')).toBeVisible()
    await expectAccessible(page)
    await amount(page).fill('500')
    await dialogOf(page).getByRole('textbox', { name: 'เหตุผล' }).fill('แลกเหรียญ')
    await submit()
    await expect(page.getByText('บันทึกเติมเงินสดเรียบร้อยแล้ว')).toBeVisible()
  })

  await test.step('more cash than the drawer holds cannot be taken out', async () => {
    const submit = await open(page, 'ถอนเงินสด')
    await amount(page).fill('999999')
    await dialogOf(page).getByRole('textbox', { name: 'เหตุผล' }).fill(mark)
    await submit()
    await expect(dialogOf(page).getByText(/เงินสดในลิ้นชักมีไม่พอ/)).toBeVisible()
    await amount(page).fill('120')
    await submit()
    await expect(dialogOf(page)).toHaveCount(0)
    await expect(page.getByText(mark).first()).toBeVisible()
    await expect(page.getByText('-120.00').first()).toBeVisible()
  })

  await page.goto('/closings/new')
  await expect(page.getByText('เงินทอนตั้งต้น')).toBeVisible()
  await expect(page.getByText('ถอนเงินสด').first()).toBeVisible()
  await expect(page.getByText(mark).first()).toBeVisible()
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)
})

test('petty cash is handed out, counted and returned', desktopOnly, async ({ page, signIn }) => {
  test.slow()
  const name = `ซองหน้าร้าน ${newMark()}`
  await signIn('manager.kkn')
  await page.goto('/petty-cash')
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'เพิ่มเงินสดย่อย' }).press('Enter')
  await dialogOf(page).getByRole('textbox', { name: 'ชื่อ' }).fill(name)
  await dialogOf(page)
    .locator('button[aria-haspopup=listbox]')
    .and(page.getByRole('button', { name: /ผู้ถือเงิน$/ }))
    .press('Enter')
  await page.getByRole('option').first().press('Enter')
  await dialogOf(page).getByRole('textbox', { name: 'วงเงิน (บาท)' }).fill('300')
  await expectAccessible(page)
  await dialogOf(page).getByRole('button', { name: 'บันทึก' }).press('Enter')
  await expect(dialogOf(page)).toHaveCount(0)
  await page.getByRole('link', { name }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)

  const advance = await open(page, 'รับเงินจากลิ้นชัก')
  await amount(page).fill('301')
  await advance()
  await expect(dialogOf(page).getByText(/เกินวงเงิน 300\.00 บาท/)).toBeVisible()
  await amount(page).fill('300')
  await advance()
  await expect(dialogOf(page)).toHaveCount(0)

  const count = await open(page, 'นับเงิน')
  await dialogOf(page).getByRole('textbox', { name: 'เงินสดที่นับได้ (บาท)' }).fill('290')
  await expect(dialogOf(page).getByText(/เงินขาด 10\.00 บาท/)).toBeVisible()
  await expectAccessible(page)
  await count()
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: /เงินขาด/ })).toBeVisible()
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)

  const give = await open(page, 'คืนเงินเข้าลิ้นชัก')
  await amount(page).fill('290')
  await give()
  await expect(dialogOf(page)).toHaveCount(0)
  await page.goto('/drawer')
  await expect(page.getByText(new RegExp(`คืนเงินเข้าลิ้นชัก ${name}`)).first()).toBeVisible()
})
