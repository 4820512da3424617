/** Tests refunds that are requested, approved and paid out, refunds of rejected request fees, and ends without a refund. */
import { approval } from '@khapdee/contract/entities/approval'
import { payment } from '@khapdee/contract/entities/payment'
import { request as requestFee } from '@khapdee/contract/entities/request'
import type { Page } from '@playwright/test'
import { refundRequest } from '@khapdee/contract/entities/refund-request'
import { createApiClient, registerByCall, registerRequestFeeByCall } from './support/calls.ts'
import { readPdfText } from './support/registration.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  test,
  navigate,
} from './support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog')

test('a refund is requested, approved in the inbox and paid out', async ({
  page,
  signIn,
  request,
  isMobile,
}) => {
  test.slow()
  const call = await createApiClient(request, 'cashier.kkn')
  const { application_id, application_code } = await registerByCall(call, (price) => price - 500)
  const reason = `ผู้สมัครย้ายไปต่างประเทศ ${application_code}`

  await signIn('cashier.kkn')
  await page.goto(`/registrations/${application_id}`)
  await expect(page.getByRole('button', { name: 'คืนเงิน', exact: true })).toHaveCount(0)
  // By keyboard, as a clerk works: the dialog opens with the whole paid amount. On a phone the
  // action is in a menu.
  const menu = page.getByRole('button', { name: 'จัดการใบสมัคร' })
  if (isMobile) {
    await menu.press('Enter')
    await expectAccessible(page.getByRole('menu'))
    await page.getByRole('menuitem', { name: 'ขอคืนเงิน' }).press('Enter')
  } else await page.getByRole('button', { name: 'ขอคืนเงิน' }).press('Enter')
  await expect(dialog(page).getByText('ใบสมัครนี้จะสิ้นสุด')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'ขอคืนเงิน' }).press('Enter')
  await expect(dialog(page).getByText('กรุณาระบุเหตุผลการคืนเงิน')).toBeVisible()
  await page.keyboard.type(reason)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await dialog(page).getByRole('button', { name: 'ขอคืนเงิน' }).press('Enter')
  await expect(page.getByText('ส่งคำขอคืนเงินแล้ว รอการอนุมัติ')).toBeVisible()
  await expect(page.getByText('รอคืนเงิน').first()).toBeVisible()
  // The button that opened the dialog no longer exists: the focus is on a heading, not at the top
  // of the page.
  await expect(page.getByRole('button', { name: 'ขอคืนเงิน' })).toHaveCount(0)
  const focused = isMobile ? menu : page.locator('main').locator('h1, h2')
  await expect(focused.and(page.locator(':focus'))).toBeVisible()
  await expect(page.getByRole('button', { name: 'รับชำระยอดค้าง' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'ถอนคำขอ' })).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await navigate(page, `/registrations?text=${application_code}`)
  await expect(page.getByText('รอคืนเงิน')).toBeVisible()

  await signIn('manager.kkn')
  await page.goto('/approvals?perPage=100')
  // A row on a desktop, an item of a list on a phone.
  const row = page
    .getByRole('row')
    .or(page.getByRole('listitem'))
    .filter({ hasText: application_code })
  await row.getByRole('button', { name: /^อนุมัติ/ }).click()
  await expect(dialog(page).getByText(reason)).toBeVisible()
  await expect(dialog(page).getByText(/คืน .* บาท · ตัดยอดค้างชำระ 500\.00 บาท/)).toBeVisible()
  await expect(dialog(page).getByText('ใบสมัครนี้จะสิ้นสุด')).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await dialog(page).getByRole('button', { name: 'อนุมัติ', exact: true }).click()
  await expect(page.getByText('อนุมัติเรียบร้อยแล้ว')).toBeVisible()

  await signIn('cashier.kkn')
  await page.goto(`/registrations/${application_id}`)
  await page.getByRole('button', { name: 'จ่ายเงินคืน' }).press('Enter')
  await expect(dialog(page).getByText(reason)).toBeVisible()
  await expect(dialog(page).getByText(/ตัดยอดค้างชำระ 500\.00 บาท/)).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  const tab = page.waitForEvent('popup')
  await page.keyboard.press('Enter')
  await expect(page.getByText('จ่ายเงินคืนเรียบร้อยแล้ว')).toBeVisible()
  await tab
  const link = await page.getByRole('link', { name: 'เปิดไฟล์ PDF' }).getAttribute('href')
  expect(await readPdfText(page, link ?? '')).toContain('ใบคืนเงิน')
  await expect(
    page.getByRole('region', { name: 'คืนเงิน', exact: true }).getByText(/^RF-KKN-/),
  ).toBeVisible()
  await expect(page.getByText('รอคืนเงิน')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'ยอดที่ตัดออก' })).toBeVisible()
})

test(
  'a manager revokes the approval of a refund with a reason',
  desktopOnly,
  async ({ page, signIn, request }) => {
    test.slow()
    const call = await createApiClient(request, 'cashier.kkn')
    const { application_id } = await registerByCall(call, () => 500)
    await call(refundRequest.create, { application_id, value: 500, note: 'ย้ายที่อยู่' })

    await signIn('manager.kkn')
    await page.goto(`/registrations/${application_id}`)
    await page.getByRole('button', { name: 'อนุมัติ / ไม่อนุมัติ' }).press('Enter')
    await expect(dialog(page).getByText('ย้ายที่อยู่')).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await dialog(page).getByRole('button', { name: 'อนุมัติ', exact: true }).press('Enter')
    await expect(page.getByText('อนุมัติเรียบร้อยแล้ว')).toBeVisible()
    await page.getByRole('button', { name: 'ยกเลิกการอนุมัติ' }).press('Enter')
    await expect(dialog(page).getByRole('textbox')).toBeVisible()
    await expect(dialog(page).getByText('ย้ายที่อยู่')).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await dialog(page).getByRole('button', { name: 'ยกเลิกการอนุมัติ' }).click()
    await expect(dialog(page).getByText('กรุณากรอกเหตุผล')).toBeVisible()
    await page.keyboard.type('เอกสารไม่ครบ')
    await dialog(page).getByRole('button', { name: 'ยกเลิกการอนุมัติ' }).click()
    await expect(page.getByText('ยกเลิกการอนุมัติแล้ว').first()).toBeVisible()
    await expect(page.getByText(/^ยกเลิกการอนุมัติโดย/)).toBeVisible()
    await expect(page.getByText('รอคืนเงิน')).toHaveCount(0)
    await navigate(page, '/approvals?status=decided')
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
  },
)

test(
  'a void is only rejected while a refund of its line is requested',
  desktopOnly,
  async ({ page, signIn, request }) => {
    const call = await createApiClient(request, 'cashier.kkn')
    const { application_id, application_code, receipt } = await registerByCall(call, () => 500)
    const { payment_id } = receipt
    await call(payment.requestDelete, { payment_id, note: 'พิมพ์ชื่อผิด' })
    const asked = await call(refundRequest.create, { application_id, value: 500, note: 'ย้ายที่อยู่' })

    await signIn('manager.kkn')
    await page.goto('/approvals?perPage=100&type=void')
    const row = page.getByRole('row').filter({ hasText: application_code })
    const reason = 'มีคำขอคืนเงินของรายการนี้อยู่ ทำได้เพียงไม่อนุมัติ'
    await expect(row.getByText(reason)).toBeVisible()
    await expect(row.getByRole('button', { name: /^อนุมัติ/ })).toHaveCount(0)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await row.getByRole('button', { name: 'ไม่อนุมัติ' }).click()
    await expect(dialog(page).getByRole('textbox')).toBeFocused()
    await expect(dialog(page).getByText('พิมพ์ชื่อผิด')).toBeVisible()
    await page.keyboard.press('Escape')

    await page.goto(`/registrations/${application_id}`)
    await page.getByRole('button', { name: 'พิจารณาคำขอลบ' }).click()
    await expect(dialog(page).getByText(reason)).toBeVisible()
    await expect(dialog(page).getByText(/พิมพ์ชื่อผิด/)).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: 'อนุมัติ', exact: true })).toHaveCount(0)
    await dialog(page).getByRole('button', { name: 'ไม่อนุมัติ' }).click()
    await expect(dialog(page).getByText('กรุณากรอกเหตุผล')).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await page.keyboard.type('ยอดถูกต้องแล้ว')
    await dialog(page).getByRole('button', { name: 'ไม่อนุมัติ' }).click()
    await expect(page.getByText('บันทึกว่าไม่อนุมัติแล้ว')).toBeVisible()
    await call(approval.withdraw, { request_id: asked.data.request_id })
  },
)

test(
  'a rejected request fee is refunded from the list of money to pay back',
  desktopOnly,
  async ({ page, signIn, request }) => {
    const cashier = await createApiClient(request, 'cashier.kkn')
    const made = await registerRequestFeeByCall(cashier)
    const manager = await createApiClient(request, 'manager.kkn')
    const { application_id } = made
    await manager(requestFee.approve, { application_id, decision: 'reject', note: 'เอกสารไม่ครบ' })

    await signIn('manager.kkn')
    await page.goto('/approvals?perPage=100')
    await page.getByRole('radio', { name: 'ต้องคืนเงิน' }).press('Space')
    await expect(page).toHaveURL(/status=due/)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await page.getByRole('link', { name: made.application_code }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(made.application_code)
    await expect(page.getByText('ต้องคืนเงิน').first()).toBeVisible()
    await page.getByRole('button', { name: 'คืนเงิน', exact: true }).press('Enter')
    await dialog(page).getByLabel('เหตุผลการคืนเงิน').fill('ไม่ได้รับอนุมัติ')
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await dialog(page).getByRole('button', { name: 'คืนเงิน', exact: true }).press('Enter')
    const tab = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'ยืนยัน' }).press('Enter')
    await expect(page.getByText('บันทึกการคืนเงินเรียบร้อยแล้ว')).toBeVisible()
    await tab
    await expect(page.getByText('ต้องคืนเงิน')).toHaveCount(0)
    await navigate(page, '/approvals?status=due&perPage=100')
    await expect(page.getByText(/แสดง \d+–\d+ จาก/)).toBeVisible()
    await expect(page.getByRole('link', { name: made.application_code })).toHaveCount(0)
  },
)

test(
  'an application ends without money back, and the focus returns to its button',
  desktopOnly,
  async ({ page, signIn, request }) => {
    const call = await createApiClient(request, 'cashier.kkn')
    const { application_id } = await registerByCall(call, () => 500)
    await signIn('manager.kkn')
    await page.goto(`/registrations/${application_id}`)
    const end = page.getByRole('button', { name: 'ยุติ ไม่คืนเงิน', exact: true }).first()
    await end.press('Enter')
    await expect(dialog(page).getByRole('checkbox').first()).toBeFocused()
    await expect(dialog(page).getByText(/ไม่คืน 500\.00 บาท · ตัดยอดค้างชำระ/)).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(end).toBeFocused()

    await page.keyboard.press('Enter')
    await dialog(page).getByRole('textbox').fill('ขาดการติดต่อ')
    await dialog(page).getByRole('button', { name: 'ยุติ ไม่คืนเงิน' }).press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText('ขาดการติดต่อ').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'รับชำระยอดค้าง' })).toHaveCount(0)
    await expect(page.getByText('ยุติ ไม่คืนเงิน').first()).toBeVisible()
    await expectAccessible(page)
  },
)
