/** Tests agreed days, follow-up notes of balances, and the navigation through a worklist. */
import { school } from '@khapdee/contract/entities/school'
import { createApiClient, registerByCall } from './support/calls.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  test,
  waitUntilIdle,
  navigate,
} from './support/test.ts'

test('a balance is followed up, and its agreed day is listed', async ({
  page,
  signIn,
  request,
}) => {
  const call = await createApiClient(request, 'cashier.kkn')
  const { application_code, application_id } = await registerByCall(call, (price) => price - 500)
  await signIn('registrar.kkn')
  await page.goto(`/registrations/${application_id}#follow-up`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'ไม่รับสาย', exact: true }).click()
  await expect(dialog.getByLabel('สิ่งที่พูดคุย')).toHaveValue('ไม่รับสาย')
  await dialog.getByRole('button', { name: '7 วัน', exact: true }).click()
  await expectAccessible(dialog)
  await dialog.getByRole('button', { name: 'บันทึก', exact: true }).click()
  await expect(page.getByText('บันทึกการติดตามแล้ว')).toBeVisible()
  const card = page.getByRole('region', { name: 'วันนัดชำระ' })
  await expect(card.getByText('ยังไม่ถึงนัด')).toBeVisible()
  await expect(card.getByRole('listitem')).toContainText('ไม่รับสาย')
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)

  await navigate(page, `/overdue?category=upcoming&text=${application_code}`)
  await expect(page.getByText('การนัดชำระ: ยังไม่ถึงนัด')).toBeVisible()
  await expect(page.getByText('แสดง 1–1 จาก 1 รายการ')).toBeVisible()
  await expectAccessibleInBothSkins(page)
  await expectNoHorizontalScroll(page)
})

test('a worklist leads to the next and previous filtered balance, and back to the list', async ({
  page,
  signIn,
  isMobile,
}) => {
  await signIn('cashier.kkn')
  await page.goto('/overdue?category=late&sort=due_date')
  await expect(page.getByText(/แสดง 1–\d+ จาก/)).toBeVisible()
  const codes = await page.getByRole('link', { name: /^[A-Z]{2}-KKN-/ }).allInnerTexts()
  await page.getByRole('link', { name: codes[0] ?? '', exact: true }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(codes[0] ?? '')
  const worklist = page.getByRole('navigation', { name: 'รายการค้างชำระ' })
  await expect(worklist).toContainText(/1 จาก \d+/)
  await expect(worklist.getByRole('button', { name: 'รายการก่อนหน้า' })).toBeDisabled()
  if (isMobile) await worklist.getByRole('button', { name: 'รายการถัดไป' }).click()
  else await page.keyboard.press('j')
  await expect(heading).toHaveText(codes[1] ?? '')
  await expect(worklist).toContainText(/2 จาก \d+/)
  await waitUntilIdle(page)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  if (isMobile) await worklist.getByRole('button', { name: 'รายการก่อนหน้า' }).click()
  else await page.keyboard.press('k')
  await expect(heading).toHaveText(codes[0] ?? '')
  await page.getByRole('button', { name: 'ย้อนกลับ' }).click()
  await expect(page).toHaveURL(/\/overdue\?category=late&sort=due_date$/)
})

test(
  'a partial payment sets the agreed day of the remaining balance',
  desktopOnly,
  async ({ page, signIn, request }) => {
    const call = await createApiClient(request, 'cashier.kkn')
    const { application_id } = await registerByCall(call, (price) => price - 500)
    await signIn('cashier.kkn')
    await page.goto(`/registrations/${application_id}#pay`)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('ชำระครั้งนี้').fill('200')
    await page.keyboard.press('Tab')
    await dialog.getByLabel('วันนัดชำระ', { exact: true }).fill('01/01/2560')
    await dialog.getByRole('button', { name: 'รับชำระเงิน' }).click()
    await expect(dialog.getByText(/^วันนัดชำระต้องอยู่ระหว่าง/)).toBeVisible()
    await expectAccessible(dialog)
    const { data } = await (await createApiClient(request, 'admin'))(school.get, {})
    expect(data.due_date_max_days).toBe(365)
    // Bangkok is 7 hours ahead of UTC.
    const inTenDays = new Date(Date.now() + (7 + 240) * 3_600_000)
    const [year, month, date] = inTenDays.toISOString().slice(0, 10).split('-').map(Number)
    await dialog
      .getByLabel('วันนัดชำระ', { exact: true })
      .fill(`${date}/${month}/${(year ?? 0) + 543}`)
    const tab = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: 'รับชำระเงิน' }).click()
    await tab
    const card = page.getByRole('region', { name: 'วันนัดชำระ' })
    await expect(card.getByRole('listitem')).toContainText('รับชำระยอดค้าง')
  },
)
