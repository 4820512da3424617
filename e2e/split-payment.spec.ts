/** Tests payments in cash and by transfer at once, at registration and from the balance. */
import type { Page } from '@playwright/test'
import { qrPath } from '../apps/server/src/adapters/pdf/qr.ts'
import { newMark } from './support/numbers.ts'
import {
  chooseItem,
  fillCustomer,
  lineGroup,
  openForm,
  readPdfText,
  saveButton,
} from './support/registration.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  test,
} from './support/test.ts'

// No card reader service runs on the test machine.
test.use({ expectedErrors: /status of 4\d\d|ERR_CONNECTION_REFUSED|ERR_FAILED/ })

const totals = (page: Page) => page.getByRole('region', { name: 'สรุปยอด' })
const payments = (page: Page) => page.getByRole('region', { name: 'การชำระเงิน' })

test('a line is paid in cash and by transfer at registration, with a PromptPay code and change', async ({
  page,
  signIn,
}) => {
  await signIn('registrar.kkn')
  await openForm(page)
  await fillCustomer(page)
  const course = lineGroup(page, 'หลักสูตร 1')
  await chooseItem(course, 'เกียร์อัตโนมัติ')
  const net = await course.getByRole('button', { name: /รับเต็มจำนวน/ }).innerText()
  expect(net).toContain('6,000.00')
  await course.getByText('สด+โอน').click()
  await course.getByLabel('ชำระเงินสด').fill('2500')
  // Leaving the cash field fills in the rest of the price as the transfer.
  await course.getByLabel('ชำระเงินสด').press('Enter')
  await expect(course.getByLabel('ชำระโอนเงิน')).toBeFocused()
  await expect(course.getByLabel('ชำระโอนเงิน')).toHaveValue('3,500.00')

  const summary = totals(page)
  await expect(summary.getByRole('img', { name: 'คิวอาร์พร้อมเพย์ 3,500.00 บาท' })).toBeVisible()
  await summary.getByLabel('เลขอ้างอิงการโอน').fill(`SPLIT${newMark()}`)
  await summary.getByLabel('รับเงินมา').fill('2000')
  await expect(summary.getByText('ขาด', { exact: true })).toBeVisible()
  await saveButton(page).click()
  await expect(summary.getByText('ขาด 500.00 บาท')).toBeVisible()
  await expect(page).toHaveURL(/\/new/)
  await summary.getByLabel('รับเงินมา').fill('3000')
  await expect(summary.getByText('เงินทอน')).toBeVisible()
  await expect(summary.getByText('500.00', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)

  const tab = page.waitForEvent('popup')
  await saveButton(page).click()
  await expect(page).toHaveURL(/\/registrations\/\d+$/)
  await tab
  const link = await page.getByRole('link', { name: 'เปิดไฟล์ PDF' }).getAttribute('href')
  const text = await readPdfText(page, link ?? '')
  for (const printed of ['2,500.00', '3,500.00', 'รับเงินมา', '3,000.00', 'เงินทอน', '500.00']) {
    expect(text).toContain(printed)
  }
  await expect(payments(page).getByText(/^RE-KKN-/)).toHaveCount(2)
})

/**
 * The QR code on a slip that was made by another implementation of the standard. No other test uses
 * it.
 */
const slip = {
  code: '0038000600000101030140217202212314Yk1rFHXQ5102TH9104A721',
  reference: '202212314YK1RFHXQ',
}

/** The picture of the slip, a PNG with its QR code. */
async function slipPicture(page: Page, payload: string): Promise<Buffer> {
  const { path, size } = qrPath(payload)
  const url = await page.evaluate(
    ([dark, side]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 900 })
      const context = canvas.getContext('2d')
      context?.setTransform(240 / side, 0, 0, 240 / side, 300, 600)
      if (context) context.fillStyle = '#fff'
      context?.fillRect(-300, -600, 600, 900)
      if (context) context.fillStyle = '#000'
      context?.fill(new Path2D(dark))
      return canvas.toDataURL('image/png')
    },
    [path, size] as const,
  )
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

test(
  'the balance is divided by pressing one key, and Enter moves through the amounts',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('cashier.kkn')
    await openForm(page)
    await fillCustomer(page)
    await chooseItem(lineGroup(page, 'หลักสูตร 1'), 'เกียร์อัตโนมัติ')
    await saveButton(page).click()
    await expect(page).toHaveURL(/\/registrations\/\d+$/)
    await page.goto(`${page.url()}#pay`)
    const pay = page.getByRole('dialog')
    const line = pay.getByRole('group').first()
    await expect(line.getByLabel('ชำระครั้งนี้')).toBeFocused()
    await page.keyboard.type('1000+')
    await expect(line.getByLabel('ชำระโอนเงิน')).toBeFocused()
    await expect(line.getByLabel('ชำระโอนเงิน')).toHaveValue('5,000.00')
    await page.keyboard.press('Enter')
    await expect(line.getByRole('radio', { name: 'สด+โอน' })).toBeFocused()
    await expect(pay.getByRole('img', { name: 'คิวอาร์พร้อมเพย์ 5,000.00 บาท' })).toBeVisible()
    await pay.getByLabel('รับเงินมา').fill('1000')
    // The bank's reference is read from the code in the picture of the slip.
    await pay.locator('input[type=file]').setInputFiles({
      name: 'slip.png',
      mimeType: 'image/png',
      buffer: await slipPicture(page, slip.code),
    })
    await expect(pay.getByLabel('เลขอ้างอิงการโอน')).toHaveValue(slip.reference)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    const tab = page.waitForEvent('popup')
    await pay.getByRole('button', { name: 'รับชำระเงิน' }).click()
    await expect(page.getByText(/รับชำระเงินเรียบร้อยแล้ว เลขที่ใบเสร็จ RE-KKN-.*, RE-KKN-/)).toBeVisible()
    await tab
    await expect(page.getByText('ชำระครบแล้ว')).toBeVisible()
    await expect(payments(page).getByText('1,000.00')).toBeVisible()
    await expect(payments(page).getByText('5,000.00')).toBeVisible()
  },
)
