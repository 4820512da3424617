/** Tests outstanding balances, payment history, approvals and day closes. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { payment } from '@khapdee/contract/entities/payment'
import { readWorkbookSheet } from '../apps/server/src/adapters/xlsx/test/read-workbook.ts'
import { createApiClient, registerByCall } from './support/calls.ts'
import { readPdfText } from './support/registration.ts'
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  desktopOnly,
  test,
  navigate,
} from './support/test.ts'

const search = 'คำค้นหา'

test('an outstanding balance is found and leads to its payment', async ({
  page,
  signIn,
  request,
  isMobile,
}) => {
  const call = await createApiClient(request, 'cashier.kkn')
  const registered = await registerByCall(call, (price) => price - 700)
  await signIn('cashier.kkn')

  await page.goto('/overdue?sort=createdAt')
  await expect(page.getByText(/^(61–90|เกิน 90) วัน$/).first()).toBeVisible()
  await page.getByLabel(search).fill(registered.application_code)
  await expect(page.getByText('แสดง 1–1 จาก 1 รายการ')).toBeVisible()
  await expect(page.getByText('0 วัน', { exact: true })).toBeVisible()
  if (isMobile) await page.getByText('สรุปยอด').click()
  const sums = page.getByRole('definition').filter({ hasText: '700.00' })
  await expect(sums.first()).toBeVisible()

  await navigate(page, `/pay-balance?text=${registered.application_code}`)
  await page.getByLabel('ค้นหาหรือสแกน').press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(registered.application_code)
  await expect(dialog.getByLabel('ชำระครั้งนี้')).toHaveValue('700.00')
  await dialog.getByLabel('รับเงินมา').fill('1000')
  const tab = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'รับชำระเงิน' }).click()
  await (await tab).close()
  const end = page.getByRole('region', { name: 'รับชำระเงินแล้ว' })
  await expect(end).toContainText('300.00')
  await expectAccessible(page)
  await end.getByRole('button', { name: 'ลูกค้าถัดไป' }).click()
  await expect(page.getByLabel('ค้นหาหรือสแกน')).toHaveValue('')
  await expect(page).toHaveURL(/pay-balance/)
})

test(
  'a second tab with an outdated balance is refused, and then shows the present one',
  desktopOnly,
  async ({ page, signIn, request, context }) => {
    const call = await createApiClient(request, 'cashier.kkn')
    const { application_id } = await registerByCall(call, (price) => price - 700)
    await signIn('cashier.kkn')
    const other = await context.newPage()
    for (const tab of [page, other]) {
      await tab.goto(`/registrations/${application_id}#pay`)
      await tab
        .getByRole('dialog')
        .getByRole('button', { name: /เต็มจำนวน/ })
        .first()
        .press('Enter')
    }
    const save = (tab: Page) =>
      tab.getByRole('dialog').getByRole('button', { name: 'รับชำระเงิน' }).press('Enter')
    await save(page)
    await expect(page.getByText('ชำระครบแล้ว').first()).toBeVisible()
    await save(other)
    await expect(other.getByRole('alert').first()).toBeVisible()
    await expect(other.getByText('ชำระครบแล้ว').first()).toBeVisible()
    const receipts = other.getByRole('region', { name: 'การชำระเงิน' }).getByText(/^RE-KKN-/)
    await expect(receipts).toHaveCount(2)
  },
)

test(
  'the filtered list is exported as an Excel file',
  desktopOnly,
  async ({ page, signIn, request }) => {
    const call = await createApiClient(request, 'cashier.kkn')
    const { application_code } = await registerByCall(call, (price) => price - 700)
    await signIn('manager.kkn')
    await page.goto(`/overdue?text=${application_code}`)
    await expect(page.getByText('แสดง 1–1 จาก 1 รายการ')).toBeVisible()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'ส่งออก Excel' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/^overdue.*\.xlsx$/)

    const lines = readWorkbookSheet(await readFile(await file.path()))
    const headerIndex = lines.findIndex(([first]) => first === 'เลขที่ใบสมัคร')
    const linesAboveTable = lines.slice(0, headerIndex).flat()
    expect(linesAboveTable[0]).toBe('รายการค้างชำระ')
    expect(linesAboveTable).toContain(`คำค้นหา: ${application_code}`)
    const [row, sums] = lines.slice(headerIndex + 1)
    expect(row).toEqual(expect.arrayContaining([application_code, 700, 'ค้างชำระ']))
    expect(sums).toEqual(expect.arrayContaining(['รวม', 700]))
  },
)

test('receipts of today appear in the payment history', async ({ page, signIn, request }) => {
  const call = await createApiClient(request, 'cashier.kkn')
  const { receipt } = await registerByCall(call, (price) => price)
  const code = receipt.payment_code
  await signIn('cashier.kkn')
  await page.goto('/payments')
  await expect(page.getByText('ช่วงวันที่: วันนี้')).toBeVisible()
  await expect(page.getByText(code)).toBeVisible()

  await page.getByLabel(search).fill(code)
  await expect(page.getByText('แสดง 1–1 จาก 1 รายการ')).toBeVisible()
  await page.getByRole('button', { name: /^จัดการ/ }).click()
  const tab = page.waitForEvent('popup')
  await page.getByRole('menuitem', { name: 'พิมพ์ใบเสร็จ' }).click()
  await tab

  await page.getByRole('button', { name: 'ล้างตัวกรอง ช่วงวันที่' }).click()
  await expect(page).toHaveURL(/start=all/)
  await page.goBack()
  await expect(page.getByText('ช่วงวันที่: วันนี้')).toBeVisible()
})

test(
  'a void requested by one user is shown to another without a reload, and approved',
  desktopOnly,
  async ({ page, signIn, request, browser }) => {
    test.slow()
    const call = await createApiClient(request, 'cashier.kkn')
    const { receipt } = await registerByCall(call, (price) => price)
    const { payment_id, payment_code } = receipt

    await signIn('manager.kkn')
    await page.goto('/approvals?perPage=100')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('รายการรออนุมัติ')
    const rowOf = (at: Page) => at.getByRole('row').filter({ hasText: payment_code })
    const managerRow = rowOf(page)
    await page.waitForLoadState('networkidle')
    await call(payment.requestDelete, { payment_id, note: 'พิมพ์ชื่อผิด' })

    const requesterContext = await browser.newContext()
    const requesterPage = await requesterContext.newPage()
    await signIn('cashier.kkn', requesterPage)
    await requesterPage.goto('/approvals?perPage=100')
    const requesterRow = rowOf(requesterPage)
    await expect(requesterRow.getByText('คำขอของคุณ')).toBeVisible()
    await expect(requesterRow.getByRole('button', { name: 'อนุมัติ' })).toHaveCount(0)

    // The count in the menu updates without a reload.
    const entry = page.getByRole('link', { name: /^รายการรออนุมัติ รออนุมัติ/ })
    await expect(entry).toBeVisible({ timeout: 30_000 })

    await page.goto('/approvals?perPage=100')
    await expect(managerRow.getByText('พิมพ์ชื่อผิด')).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await managerRow.getByRole('button', { name: 'อนุมัติ' }).click()
    const dialog = page.getByRole('dialog', { name: `อนุมัติ ${payment_code}` })
    await dialog.getByLabel('เหตุผล').fill('ตรวจแล้ว')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'อนุมัติ' }).click()
    await expect(dialog).toBeHidden()
    await expect(managerRow).toHaveCount(0)

    // The requester sees who decided, and why.
    await requesterPage.goto('/approvals?perPage=100')
    await requesterPage.getByText('พิจารณาแล้ว', { exact: true }).click()
    await expect(requesterRow.getByText('อนุมัติแล้ว')).toBeVisible()
    await expect(requesterRow.getByText('ตรวจแล้ว')).toBeVisible()
    await expectAccessible(requesterPage)
    await expectNoHorizontalScroll(requesterPage)

    await navigate(requesterPage, `/payments?text=${payment_code}`)
    await expect(rowOf(requesterPage).getByText('ยกเลิกใบเสร็จแล้ว')).toBeVisible()
    await requesterContext.close()
  },
)

test('the day is counted, closed and printed, and a lapsed void is offered as a refund', async ({
  page,
  signIn,
  request,
  isMobile,
}) => {
  test.slow()
  // Each device has its own branch, because concurrent tests would count the same cash.
  const branch = isMobile ? 'nma' : 'udn'
  const call = await createApiClient(request, `cashier.${branch}`)
  const { receipt } = await registerByCall(call, (price) => price)
  const code = receipt.payment_code
  const { payment_id } = receipt
  await call(payment.requestDelete, { payment_id, note: 'รับเงินผิดรายการ' })
  await signIn(`cashier.${branch}`)
  await page.goto('/closings')
  await page.getByRole('link', { name: 'ปิดยอดประจำวัน' }).last().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ยอดที่ยังไม่ปิด')
  await expect(page.getByText(code).first()).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)

  await page.getByLabel('ธนบัตร 1,000 บาท').focus()
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('ธนบัตร 500 บาท')).toBeFocused()
  await page.keyboard.type('1')
  await expect(page.getByText(/^(ขาด|เกิน) /)).toBeVisible()
  const close = page.getByRole('button', { name: 'ปิดยอด', exact: true })
  await close.click()
  await expect(page.getByText('กรุณาระบุเหตุผลที่เงินสดไม่ตรง')).toBeInViewport()
  await page.getByRole('textbox', { name: 'เหตุผล' }).fill('นำฝากธนาคารแล้วบางส่วน')
  await page.getByRole('textbox', { name: 'นำฝากธนาคาร (บาท)' }).fill('2500')
  await close.click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText(/เงินสดที่นับได้ 2,500\.00 บาท/)).toBeVisible()
  const tab = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'ปิดยอด', exact: true }).click()
  await tab
  await expect(page.getByText(/ปิดยอดประจำวันเรียบร้อยแล้ว เลขที่ DC-/)).toBeVisible()
  await expect(page).toHaveURL(/\/closings\/\d+$/)
  await expect(page.getByText('นำฝากธนาคารแล้วบางส่วน')).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)

  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(/^DC-/)
  const closing = await heading.innerText()
  const link = await page.getByRole('link', { name: 'เปิดไฟล์ PDF' }).getAttribute('href')
  const text = await readPdfText(page, link ?? '')
  for (const printed of ['รายงานรับเงินประจำวัน', closing, code, '2,500.00']) {
    expect(text).toContain(printed)
  }

  const again = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'พิมพ์รายงาน' }).click()
  await again
  // The request lapsed with the close. Its receipt can only be refunded, and the dialog has its lines chosen.
  await page
    .getByRole('listitem')
    .filter({ hasText: code })
    .getByRole('link', { name: 'ขอคืนเงิน' })
    .press('Enter')
  const refund = page.getByRole('dialog', { name: 'ขอคืนเงิน' })
  await expect(refund.getByLabel('จำนวนเงินคืน')).not.toHaveValue(/^(0\.00)?$/)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await refund.getByRole('button', { name: 'ยกเลิก' }).press('Enter')
  await expect(page).toHaveURL(/\/registrations\/\d+$/)
  await navigate(page, `/payments?text=${code}`)
  await expect(page.getByText(closing)).toBeVisible()
  await navigate(page, '/closings/new')
  await expect(page.getByText('ยังไม่มีรายการรับเงินตั้งแต่ปิดยอดครั้งก่อน')).toBeVisible()
  await expect(close).toHaveCount(0)

  await test.step('less is counted than was received since then', async () => {
    const { receipt: later } = await registerByCall(call, () => 350)
    await page.goto('/closings/new')
    await expect(page.getByText(later.payment_code).first()).toBeVisible()
    await page.getByLabel('ธนบัตร 100 บาท').fill('3')
    await expect(page.getByText('ขาด 50.00', { exact: true })).toBeVisible()
    await page.getByRole('textbox', { name: 'เหตุผล' }).fill('ทอนเงินเกิน')
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await close.click()
    const report = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: 'ปิดยอด', exact: true }).click()
    await report
    await expect(page).toHaveURL(/\/closings\/\d+$/)
    await expect(page.getByText('ขาด 50.00', { exact: true })).toBeVisible()
    await expect(page.getByText('ทอนเงินเกิน')).toBeVisible()
    await expectAccessible(page)
    const pdf = await page.getByRole('link', { name: 'เปิดไฟล์ PDF' }).getAttribute('href')
    expect(await readPdfText(page, pdf ?? '')).toContain('50.00')
    await navigate(page, '/closings')
    await expect(page.getByText('ขาด 50.00').first()).toBeVisible()
  })
})
