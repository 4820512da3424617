/** Tests the five kinds of application: registration, payment, refund, void, decision. */
import type { Locator, Page } from '@playwright/test'
import {
  createApiClient,
  registerByCall,
  registerRequestFeeByCall,
  sellFeeByCall,
} from './support/calls.ts'
import { newMark, nextNumber } from './support/numbers.ts'
import {
  chooseItem,
  fillCustomer,
  lineGroup,
  saveButton,
  readPdfText,
} from './support/registration.ts'
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  desktopOnly,
  test,
  navigate,
} from './support/test.ts'

// No card reader service runs on the test machine.
test.use({ expectedErrors: /status of 4\d\d|ERR_CONNECTION_REFUSED|ERR_FAILED/ })

const kinds = [
  { path: '/registrations', line: 'หลักสูตร 1', item: 'ทบทวน', prefix: 'AP' },
  { path: '/exam-applications', line: 'สินค้าและบริการอื่น 1', item: 'ค่าสอบ', prefix: 'EX' },
  { path: '/vehicle-checks', line: 'สินค้าและบริการอื่น 1', item: 'ตรวจสภาพ', prefix: 'VC' },
  { path: '/other-fee-sales', line: 'สินค้าและบริการอื่น 1', item: 'หนังสือ', prefix: 'OF' },
  { path: '/request-fee-sales', line: 'ค่าคำขอ 1', item: 'ใบอนุญาต', prefix: 'RQ' },
] as const

type Kind = (typeof kinds)[number]
const [course, , vehicleCheck, otherFee, requestFee] = kinds

/** Registers a new customer who pays in cash; returns the application's number. */
async function register(page: Page, kind: Kind): Promise<string> {
  await page.goto(`${kind.path}/new`)
  await fillCustomer(page)
  if (kind === vehicleCheck) await page.getByLabel('ทะเบียนรถ').fill('1กข 1234')
  const line = lineGroup(page, kind.line)
  await chooseItem(line, kind.item)
  if (kind === otherFee) await line.getByRole('button', { name: /รับเต็มจำนวน/ }).click()
  else await line.getByLabel('ชำระครั้งนี้').fill(kind === course ? '0' : '10')
  await saveButton(page).click()
  await expect(page).toHaveURL(new RegExp(`${kind.path}/\\d+$`))
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(new RegExp(`^${kind.prefix}-`))
  return heading.innerText()
}

const dialog = (page: Page): Locator => page.getByRole('dialog')
const payments = (page: Page): Locator => page.getByRole('region', { name: 'การชำระเงิน' })
const summary = (page: Page): Locator => page.getByRole('region', { name: 'สรุปยอด' })

/** Chooses an action of a payment, from its button or from the menu of the row. */
async function choosePaymentAction(page: Page, name: string): Promise<void> {
  const button = payments(page).getByRole('button', { name: new RegExp(`^${name}`) })
  if ((await button.count()) > 0) return button.click()
  await payments(page).getByRole('button', { name: 'จัดการ' }).click()
  await page.getByRole('menuitem', { name }).click()
}

// The five forms differ only in their lines, so only one is tested on a phone.
const tagOf = (kind: Kind) => (kind === course ? {} : desktopOnly)

for (const kind of kinds) {
  test(
    `an application of kind ${kind.prefix} is registered, found in its list and opened`,
    tagOf(kind),
    async ({ page, signIn }) => {
      await signIn('registrar.kkn')
      const code = await register(page, kind)
      await expect(page.getByText(/ลงทะเบียนเรียบร้อยแล้ว/)).toBeVisible()
      await expectAccessible(page)
      await expectNoHorizontalScroll(page)
      await navigate(page, `${kind.path}?text=${code}`)
      await expect(page.getByText('แสดง 1–1 จาก 1 รายการ')).toBeVisible()
      await page.getByRole('link', { name: code }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(code)
    },
  )
}

test('a walk-in has a vehicle checked, which is found by its plate and proposed at the next check', async ({
  page,
  signIn,
}) => {
  const plate = `9ฮฮ ${1000 + nextNumber('plates')}`
  await signIn('registrar.kkn')
  await page.goto(`${vehicleCheck.path}/new`)
  await page.getByText('ลูกค้าทั่วไป').click()
  await expect(page.getByLabel('เลขประจำตัวประชาชน')).toBeHidden()
  await page.getByRole('textbox', { name: 'ชื่อ', exact: true }).fill('แวะมา')
  await page.getByLabel('นามสกุล').fill('ตรวจรถ')
  await page.getByLabel('โทรศัพท์มือถือ').fill('0812345678')
  const line = lineGroup(page, vehicleCheck.line)
  await chooseItem(line, vehicleCheck.item)
  await saveButton(page).click()
  await expect(page.getByText('กรุณากรอกทะเบียนรถหรือเลขตัวถัง')).toBeVisible()
  await page.getByLabel('ทะเบียนรถ').fill(plate)
  await page.getByRole('combobox', { name: 'จังหวัดที่จดทะเบียน' }).fill('ขอนแก่น')
  await page.getByRole('textbox', { name: 'วันที่จดทะเบียนครั้งแรก' }).fill('12032561')
  await page.getByLabel('ยี่ห้อ').click()
  await expect(page.getByText(/อายุรถ \d+ ปี/)).toBeVisible()
  await page.getByLabel('ยี่ห้อ').fill('HONDA')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await saveButton(page).click()
  await expect(page).toHaveURL(/\/vehicle-checks\/\d+$/)
  await expect(page.getByText(`${plate} ขอนแก่น`)).toBeVisible()
  await expectAccessible(page)
  const code = await page.getByRole('heading', { level: 1 }).innerText()

  await navigate(page, `${vehicleCheck.path}?text=${plate.replace(' ', '-')}`)
  await expect(page.getByRole('link', { name: code })).toBeVisible()

  await navigate(page, `${vehicleCheck.path}/new`)
  await page.getByLabel('ทะเบียนรถ').fill(plate.replace(' ', ''))
  await page.getByRole('button', { name: /ใช้ข้อมูลครั้งก่อน/ }).click()
  await expect(page.getByLabel('ยี่ห้อ')).toHaveValue('HONDA')
  await expect(page.getByRole('textbox', { name: 'ชื่อ', exact: true })).toHaveValue('แวะมา')
  await expectAccessible(page)
})

test(
  'lists of exams and vehicle checks initially show outstanding applications',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('registrar.kkn')
    for (const path of ['/exam-applications', '/vehicle-checks']) {
      await page.goto(path)
      await page.getByRole('button', { name: 'ล้างตัวกรอง สถานะ' }).click()
      await expect(page).toHaveURL(/status=all/)
    }
  },
)

test(
  'a URL with the path of another kind redirects to the path of the application',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('registrar.kkn')
    const call = await createApiClient(page.request, 'cashier.kkn')
    const { application_id } = await sellFeeByCall(call)
    await page.goto(`${course.path}/${application_id}`)
    await expect(page).toHaveURL(new RegExp(`${otherFee.path}/${application_id}$`))
  },
)

test(
  'a balance is paid in cash and by transfer, with a PromptPay code',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('cashier.kkn')
    await page.goto(`${course.path}/new`)
    await fillCustomer(page)
    await chooseItem(lineGroup(page, course.line), course.item)
    await page.getByRole('button', { name: 'เพิ่มรายการ สินค้าและบริการอื่น' }).click()
    await chooseItem(lineGroup(page, 'สินค้าและบริการอื่น 1'), 'หนังสือ')
    await saveButton(page).click()
    await expect(page).toHaveURL(/\/registrations\/\d+$/)

    await page.goto(`${page.url()}#pay`)
    const pay = dialog(page)
    await pay.getByRole('button', { name: 'รับชำระเงิน' }).click()
    await expect(pay.getByText('กรุณากรอกจำนวนเงิน')).toBeVisible()
    const first = pay.getByRole('group').first()
    await first.getByLabel('ชำระครั้งนี้').fill('9999999')
    await pay.getByRole('button', { name: 'รับชำระเงิน' }).click()
    await expect(first.getByText(/จำนวนเงินเกินยอดค้างชำระ/)).toBeVisible()

    await pay.getByRole('button', { name: 'รับเต็มจำนวนทุกรายการ' }).click()
    await first.getByText('โอนเงิน').click()
    await expect(pay.getByRole('img', { name: /คิวอาร์พร้อมเพย์/ })).toBeVisible()
    const reference = `KKN${newMark()}`
    await pay.getByLabel('เลขอ้างอิงการโอน').fill(reference)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)

    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/paybalance')) sent.push(request.url())
    })
    const tab = page.waitForEvent('popup')
    await pay.getByRole('button', { name: 'รับชำระเงิน' }).dblclick()
    await expect(page.getByText(/รับชำระเงินเรียบร้อยแล้ว เลขที่ใบเสร็จ RE-KKN-/)).toBeVisible()
    await tab
    expect(sent).toHaveLength(1)
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText('ชำระครบแล้ว')).toBeVisible()
    await expect(payments(page).getByText(reference)).toBeVisible()
    await expect(page.getByRole('button', { name: 'รับชำระยอดค้าง' })).toHaveCount(0)
    const link = await page.getByRole('link', { name: 'เปิดไฟล์ PDF' }).getAttribute('href')
    expect(await readPdfText(page, link ?? '')).toContain('ใบเสร็จรับเงิน')
  },
)

test(
  'a refund of all lines ends the application and issues a document',
  desktopOnly,
  async ({ page, signIn }) => {
    // The manager may refund, because the cashier took the payment.
    const call = await createApiClient(page.request, 'cashier.kkn')
    const { application_id } = await registerByCall(call, (price) => price)
    await signIn('manager.kkn')
    await page.goto(`${course.path}/${application_id}`)
    await summary(page).getByRole('button', { name: 'คืนเงิน', exact: true }).click()
    const refund = dialog(page)
    await refund.getByRole('button', { name: 'คืนเงิน', exact: true }).click()
    await expect(refund.getByText('กรุณาระบุเหตุผลการคืนเงิน')).toBeVisible()
    await expect(refund.getByText('ใบสมัครนี้จะสิ้นสุด')).toBeVisible()
    await refund.getByLabel('เหตุผลการคืนเงิน').fill('ผู้สมัครย้ายจังหวัด')
    await expectAccessible(page)
    await refund.getByRole('button', { name: 'คืนเงิน', exact: true }).click()
    await expect(page.getByText(/ยืนยันคืนเงิน .* บาท ให้ ทดสอบ การเงิน ใช่หรือไม่/)).toBeVisible()
    const tab = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'ยืนยัน' }).click()
    await expect(page.getByText('บันทึกการคืนเงินเรียบร้อยแล้ว')).toBeVisible()
    await tab
    // Shown as the state of the application and as that of its line.
    await expect(page.getByText('คืนเงินแล้ว', { exact: true })).toHaveCount(2)
    await expect(page.getByRole('region', { name: 'คืนเงิน' }).getByText(/^RF-KKN-/)).toBeVisible()
    await expect(summary(page).getByText('ผู้สมัครย้ายจังหวัด')).toBeVisible()
    await expect(summary(page).getByRole('button', { name: 'คืนเงิน', exact: true })).toHaveCount(0)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
  },
)

test(
  'the cancellation dialog lists the receipts that are voided',
  desktopOnly,
  async ({ page, signIn }) => {
    const call = await createApiClient(page.request, 'cashier.kkn')
    const { application_id } = await sellFeeByCall(call)
    await signIn('manager.kkn')
    await page.goto(`${otherFee.path}/${application_id}`)
    await summary(page).getByRole('button', { name: 'ยกเลิกใบสมัคร' }).click()
    const cancel = dialog(page)
    await expect(cancel.getByText(/RE-KKN-\d{4}-\d+ จำนวน/)).toBeVisible()
    await cancel.getByLabel('เหตุผล').fill('บันทึกผิดคน')
    await expectAccessible(page)
    await cancel.getByRole('button', { name: 'ยกเลิกใบสมัคร' }).click()
    await expect(page.getByText('ยกเลิกใบสมัครเรียบร้อยแล้ว')).toBeVisible()
    await expect(payments(page).getByText('ยกเลิกใบเสร็จแล้ว')).toBeVisible()
  },
)

test(
  'a receipt is corrected, and its void requested by one user and decided by another',
  desktopOnly,
  async ({ page, signIn, browser, contextOptions }) => {
    test.setTimeout(120_000)
    const call = await createApiClient(page.request, 'cashier.kkn')
    const { application_id } = await registerByCall(call, (price) => price)
    const address = `${course.path}/${application_id}`
    await signIn('cashier.kkn')
    await page.goto(address)
    await choosePaymentAction(page, 'แก้ไขวิธีชำระเงิน')
    await dialog(page).getByRole('button', { name: 'แก้ไขเป็นโอนเงิน' }).click()
    await expect(page.getByText('แก้ไขวิธีชำระเงินเรียบร้อยแล้ว')).toBeVisible()
    await expect(payments(page).getByText('โอนเงิน')).toBeVisible()

    const context = await browser.newContext(contextOptions)
    const manager = await context.newPage()
    await signIn('manager.kkn', manager)
    await manager.goto(address)
    // The manager sees the receipt as it was before the request.
    await expect(payments(manager).getByText('โอนเงิน')).toBeVisible()

    await choosePaymentAction(page, 'ขอลบรายการชำระเงิน')
    await dialog(page).getByLabel('เหตุผล').fill('รับเงินผิดรายการ')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'ขอลบรายการชำระเงิน' }).click()
    await expect(page.getByText('ส่งคำขอลบรายการชำระเงินแล้ว รอการอนุมัติ')).toBeVisible()
    await expect(payments(page).getByText('รออนุมัติลบ')).toBeVisible()
    await expect(payments(page).getByRole('button', { name: 'พิจารณาคำขอลบ' })).toHaveCount(0)

    // This page is stale: the action is refused at first, and the page then shows the present
    // state.
    await choosePaymentAction(manager, 'ขอลบรายการชำระเงิน')
    await dialog(manager).getByLabel('เหตุผล').fill('เหมือนกัน')
    await dialog(manager).getByRole('button', { name: 'ขอลบรายการชำระเงิน' }).click()
    await expect(manager.getByText('มีคำขอลบใบเสร็จนี้อยู่แล้ว')).toBeVisible()
    await expect(payments(manager).getByText('รออนุมัติลบ')).toBeVisible()
    await choosePaymentAction(manager, 'พิจารณาคำขอลบ')
    await expect(dialog(manager).getByText(/รับเงินผิดรายการ/)).toBeVisible()
    await expectAccessible(manager)
    await dialog(manager).getByRole('button', { name: 'อนุมัติ', exact: true }).click()
    await expect(payments(manager).getByText('ยกเลิกใบเสร็จแล้ว')).toBeVisible()
    await expect(manager.getByText('ค้างชำระ', { exact: true }).first()).toBeVisible()

    await page.reload()
    await expect(payments(page).getByText('ยกเลิกใบเสร็จแล้ว')).toBeVisible()
    await context.close()
  },
)

test(
  'a request fee is decided by another user than the one who registered it',
  desktopOnly,
  async ({ page, signIn, browser, contextOptions }) => {
    const call = await createApiClient(page.request, 'registrar.kkn')
    const { application_id } = await registerRequestFeeByCall(call)
    await signIn('registrar.kkn')
    await page.goto(`${requestFee.path}/${application_id}`)
    await expect(page.getByText('รออนุมัติ', { exact: true })).toBeVisible()
    const context = await browser.newContext(contextOptions)
    const manager = await context.newPage()
    await signIn('manager.kkn', manager)
    await manager.goto(page.url())
    await manager.getByRole('button', { name: 'อนุมัติ / ไม่อนุมัติ' }).click()
    await dialog(manager).getByLabel('เหตุผล').fill('เอกสารไม่ครบ')
    await expectAccessible(manager)
    await dialog(manager).getByRole('button', { name: 'ไม่อนุมัติ' }).click()
    await expect(manager.getByText('บันทึกว่าไม่อนุมัติแล้ว')).toBeVisible()
    await expect(manager.getByText('เอกสารไม่ครบ', { exact: true }).first()).toBeVisible()
    await context.close()
  },
)
