/**
 * Tests a bill of several branches with withheld tax: its entry, the list of tax owed, and the
 * certificate for the payee.
 */
import { newMark } from './support/numbers.ts'
import {
  desktopOnly,
  expect,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  test,
  waitUntilIdle,
} from './support/test.ts'

test(
  'a bill of several branches is entered by keyboard, and its withheld tax is owed and certified',
  desktopOnly,
  async ({ page, signIn }) => {
    test.slow()
    const payee = `สำนักงานกฎหมาย ${newMark()}`
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    await signIn('accountant')
    await page.goto('/expenses/new')

    await test.step("the sum of the branches' parts is the amount", async () => {
      const item = page
        .locator('button[aria-haspopup=listbox]')
        .and(page.getByRole('button', { name: /รายการ$/ }))
      await item.press('Enter')
      await page.getByRole('option', { name: /^อื่น ๆ/ }).press('Enter')
      await field('ชื่อรายการอื่น').fill('ค่าที่ปรึกษากฎหมาย')
      await page.getByRole('switch', { name: 'บิลนี้แบ่งหลายสาขา' }).press('Space')
      await page.getByRole('radio', { name: 'โอนเงิน' }).press('Space')
      await field('จำนวนเงิน (บาท)').fill('1000.03')
      await field('ผู้รับเงิน').fill(payee)
      await field('เลขประจำตัวผู้เสียภาษีของผู้รับเงิน').fill('0994000165501')
      await field('ภาษีหัก ณ ที่จ่าย (บาท)').fill('30')
      await expect(page.getByText('เหลืออีก 1,000.03 บาท')).toBeVisible()
      await page.keyboard.press('Control+s')
      await expect(page.getByText('กรุณาแบ่งยอดให้อย่างน้อยสองสาขา')).toBeVisible()
      await expectAccessibleInBothSkins(page)
      await expectNoHorizontalScroll(page)
      await page.getByRole('button', { name: 'แบ่งเท่ากันทุกสาขา' }).press('Enter')
      await expect(page.getByText('แบ่งครบแล้ว')).toBeVisible()
      await page.keyboard.press('Control+s')
      await expect(page).toHaveURL(/\/expenses$/)
    })

    await test.step('the tax of each branch is owed, and leads to its expense', async () => {
      await page.goto(`/withheld-tax?text=${encodeURIComponent(payee)}`)
      await waitUntilIdle(page)
      await expect(page.getByText('ทั้งหมด 4 รายการ', { exact: true })).toBeVisible()
      await expect(page.getByText('ค้างนำส่ง', { exact: true }).first()).toBeVisible()
      await expectAccessibleInBothSkins(page)
      await expectNoHorizontalScroll(page)
      await page.getByRole('link', { name: payee }).first().press('Enter')
      await expect(page.getByText('บิลเดียวกัน:')).toBeVisible()
      await page.goBack()
    })

    await test.step('a remittance says what it pays', async () => {
      await page.getByRole('button', { name: 'นำส่ง', exact: true }).last().press('Enter')
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText('การนำส่งไม่นับเป็นรายจ่าย')).toBeVisible()
      await expectAccessibleInBothSkins(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    })

    await test.step('the certificate needs the address of the payee', async () => {
      const certify = page.getByRole('button', { name: 'พิมพ์ 50 ทวิ' }).first()
      await certify.press('Enter')
      const dialog = page.getByRole('dialog')
      const issue = dialog.getByRole('button', { name: 'ออกหนังสือรับรอง' })
      await dialog.getByRole('textbox', { name: 'ที่อยู่ผู้รับเงิน' }).fill('')
      await issue.press('Enter')
      await expect(dialog.getByText('กรุณากรอกที่อยู่ผู้รับเงิน')).toBeVisible()
      await expectAccessibleInBothSkins(page)
      await dialog.getByRole('textbox', { name: 'ที่อยู่ผู้รับเงิน' }).fill('99 ถนนมิตรภาพ ขอนแก่น 40000')
      const tab = page.waitForEvent('popup')
      await issue.press('Enter')
      await (await tab).close()
      await expect(page.getByText(/^WT-/).first()).toBeVisible()
    })
  },
)
