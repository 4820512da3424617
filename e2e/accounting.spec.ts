/** Tests the books: entries of staff with attachments, charts that filter, voiding, and entries of receipts. */
import type { Page } from '@playwright/test'
import { createApiClient, registerByCall } from './support/calls.ts'
import { newMark } from './support/numbers.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  test,
  waitUntilIdle,
} from './support/test.ts'

/** A picture of a receipt, for the upload. */
async function picture(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 400 })
    const context = canvas.getContext('2d')
    if (context) context.fillStyle = '#f5e6c8'
    context?.fillRect(0, 0, 300, 400)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

/** Chooses an item of a dropdown, by keyboard. */
async function choose(page: Page, label: string, option: RegExp | string): Promise<void> {
  const select = page
    .locator('button[aria-haspopup=listbox]')
    .and(page.getByRole('button', { name: new RegExp(`${label}$`) }))
  // Enter would move on to the next field, because the dropdown already has a value.
  await select.press(' ')
  await page.getByRole('option', { name: option }).first().press('Enter')
  await expect(page.getByRole('listbox')).toHaveCount(0)
}

const amount = (page: Page) => page.getByRole('textbox', { name: 'จำนวนเงิน (บาท)', exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'บันทึก', exact: true }).click()
const alertOf = (page: Page) => page.getByRole('status').filter({ hasText: 'เรียบร้อยแล้ว' }).first()
/** Searches, and waits until the URL contains the text, so that going back restores it. */
async function search(page: Page, text: string): Promise<void> {
  await page.getByLabel('คำค้นหา', { exact: true }).fill(text)
  await expect(page).toHaveURL(/text=/)
}

test('an expense with a vehicle and an attachment is booked, charted, changed and voided', async ({
  page,
  signIn,
  isMobile,
}) => {
  test.slow()
  const documentNo = `INV-${newMark()}`
  await signIn('manager.kkn')
  await page.goto('/expenses/new')

  await test.step('a form without values says what is missing', async () => {
    await save(page)
    await expect(page.getByText('กรุณาเลือกรายการ')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the expense is booked', async () => {
    await choose(page, 'รายการ', 'ค่าน้ำมันเชื้อเพลิง')
    await choose(page, 'ยานพาหนะ', /\d/)
    await page.getByLabel('เลขไมล์').fill('45210')
    await amount(page).fill('1250.50')
    await page.getByLabel('ผู้รับเงิน', { exact: true }).fill('ปั๊มน้ำมันทดสอบ')
    await page.getByLabel('เลขที่เอกสารอ้างอิง').fill(documentNo)
    await page
      .locator('input[type=file]:not([capture])')
      .setInputFiles([{ name: 'ใบเสร็จ.png', mimeType: 'image/png', buffer: await picture(page) }])
    await expect(page.getByText('1 / 10 ไฟล์')).toBeVisible()
    await expectAccessibleInBothSkins(page)
    await expectNoHorizontalScroll(page)
    await save(page)
    await expect(page).toHaveURL(/\/expenses$/)
    await expect(alertOf(page)).toBeVisible()
  })

  await test.step('the list of today shows it, and a slice filters the list', async () => {
    await search(page, documentNo)
    await expect(page.getByText(/^ทั้งหมด 1 รายการ/)).toBeVisible()
    await waitUntilIdle(page)
    const donut = page.getByRole('figure', { name: 'แผนภูมิรายจ่ายแยกตามหมวด' })
    const slice = donut.getByRole('button', { name: /ยานพาหนะ 1,250\.50 100\.0%/ })
    await expect(slice).toBeVisible()
    await expectAccessibleInBothSkins(page)
    await expectNoHorizontalScroll(page)
    await slice.press('Enter')
    await expect(page).toHaveURL(/category=group/)
    await expect(slice).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText(/^ทั้งหมด 1 รายการ/)).toBeVisible()
    await slice.press('Enter')
    await expect(page).not.toHaveURL(/category=/)
  })

  await test.step('the figures are also shown as a table', async () => {
    const card = page.getByRole('region', { name: 'รายจ่ายแยกตามวัน' })
    await expect(card.getByRole('button', { name: /รายจ่าย 1,250\.50 บาท/ })).toHaveCount(1)
    // Phones have no pointer that hovers.
    if (!isMobile) {
      await card.getByRole('button', { name: /รายจ่าย 1,250\.50 บาท/ }).hover()
      const details = card.locator('figure').getByText('รายจ่าย 1,250.50 บาท')
      const isCovered = await details.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        element.parentElement?.style.setProperty('pointer-events', 'auto')
        return document.elementFromPoint(x + width / 2, y + height - 2) !== element
      })
      expect(isCovered).toBe(false)
    }
    await card.getByText('ตาราง').click()
    await expect(card.getByText('1,250.50').first()).toBeVisible()
    if (!isMobile) {
      const [heading, first] = await Promise.all(
        [0, 1].map((row) => card.getByRole('row').nth(row).boundingBox()),
      )
      expect((heading?.y ?? 0) + (heading?.height ?? 0)).toBeLessThanOrEqual((first?.y ?? 0) + 1)
    }
    await expectAccessible(page)
  })

  await test.step('the entry is changed', async () => {
    await page.getByRole('link', { name: 'ค่าน้ำมันเชื้อเพลิง', exact: true }).click()
    await expect(page).toHaveTitle(/^PV-KKN-/)
    await expect(page.getByRole('link', { name: 'ใบเสร็จ.png' })).toBeVisible()
    await amount(page).fill('1300')
    await save(page)
    await expect(page).toHaveURL(/\/expenses\?/)
    await expect(page.getByText('1,300.00').first()).toBeVisible()
  })

  await test.step('its voucher is printed', async () => {
    await page.getByRole('link', { name: 'ค่าน้ำมันเชื้อเพลิง', exact: true }).click()
    const tab = page.waitForEvent('popup')
    const answered = page.waitForResponse((response) => response.url().endsWith('/Account/pdf'))
    await page.getByRole('button', { name: 'พิมพ์ใบสำคัญจ่าย' }).click()
    expect((await answered).status()).toBe(200)
    await (await tab).close()
  })

  await test.step('the entry is voided with a reason', async () => {
    await page.getByRole('button', { name: 'ยกเลิกรายการ' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'ยกเลิกรายการ' }).click()
    await expect(dialog.getByText(/^กรุณา/)).toBeVisible()
    await dialog.getByRole('textbox').fill('บันทึกซ้ำ')
    await expectAccessible(dialog)
    await dialog.getByRole('button', { name: 'ยกเลิกรายการ' }).click()
    await expect(page).toHaveURL(/\/expenses\?/)
    await expect(
      page.getByText('ยกเลิก', { exact: true }).filter({ visible: true }).first(),
    ).toBeVisible()
    await page.getByRole('link', { name: 'ค่าน้ำมันเชื้อเพลิง', exact: true }).click()
    await expect(page.getByText('รายการนี้ยกเลิกแล้ว')).toBeVisible()
    await expect(page.getByText('เหตุผล: บันทึกซ้ำ')).toBeVisible()
    await expect(page.getByRole('button', { name: 'บันทึก', exact: true })).toHaveCount(0)
    await expectAccessible(page)
  })
})

test('other income is kept as a draft, then posted', async ({ page, signIn }) => {
  const name = `ค่าเช่าสนาม ${newMark()}`
  await signIn('manager.kkn')
  await page.goto('/income/new')
  await choose(page, 'รายการ', /^อื่น ๆ/)
  await amount(page).fill('800')
  await save(page)
  await expect(page.getByText('กรุณากรอกชื่อรายการอื่น')).toBeVisible()
  await page.getByLabel('ชื่อรายการอื่น').fill(name)
  await page.getByRole('button', { name: 'บันทึกฉบับร่าง' }).click()
  await expect(page).toHaveURL(/\/income$/)
  await search(page, name)
  await expect(
    page.getByText('ฉบับร่าง', { exact: true }).filter({ visible: true }).first(),
  ).toBeVisible()
  await page.getByRole('link', { name, exact: true }).click()
  await save(page)
  await expect(page).toHaveURL(/\/income\?/)
  await expect(page.getByText(/^IV-KKN-/).first()).toBeVisible()
})

test(
  'the receipt of a registration appears in the books and leads to its application',
  desktopOnly,
  async ({ page, request, signIn }) => {
    const cashier = await createApiClient(request, 'cashier.kkn')
    const { application_id, application_code, receipt } = await registerByCall(
      cashier,
      (price) => price,
    )
    await signIn('accountant')
    await page.goto('/accounts')
    await search(page, receipt.payment_code)
    const line = page.getByRole('main')
    await expect(line.getByText(receipt.payment_code).first()).toBeVisible()
    await expect(line.getByText(application_code).first()).toBeVisible()
    for (const total of ['รวมรายรับ', 'รวมรายจ่าย', 'คงเหลือสุทธิ'])
      await expect(line.getByText(total, { exact: true }).first()).toBeVisible()
    for (const chart of ['รายรับแยกตามหมวด', 'รายจ่ายแยกตามหมวด', 'รายรับ–รายจ่ายแยกตามวัน'])
      await expect(page.getByRole('region', { name: chart })).toBeVisible()
    await expectAccessibleInBothSkins(page)
    await expectNoHorizontalScroll(page)
    await page.goto(`/accounts?text=${receipt.payment_code}`)
    await expect(page.getByText(/^ทั้งหมด 1 รายการ/)).toBeVisible()
    await page.getByRole('main').locator(`a[href*="/${application_id}"]`).first().click()
    await expect(page).toHaveTitle(new RegExp(`^${application_code}`))
  },
)

test('a month of the chart shows its days', desktopOnly, async ({ page, signIn }) => {
  await signIn('accountant')
  await page.goto('/income?start=all&end=all')
  await waitUntilIdle(page)
  const chart = page.getByRole('region', { name: 'รายรับแยกตามเดือน' })
  const months = chart.getByRole('figure').getByRole('button')
  await months.first().focus()
  await page.keyboard.press('End')
  await expect(months.last()).toBeFocused()
  await page.keyboard.press('Enter')
  // On the last day of a month, its end is today, which is the default.
  await expect(page).toHaveURL(/start=\d{4}-\d\d-01/)
  await expect(page.getByRole('region', { name: 'รายรับแยกตามวัน' })).toBeVisible()
})
