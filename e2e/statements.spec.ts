/** A bank statement is imported, and a line is matched with an entry. */
import { randomInt } from 'node:crypto'
import { expenses } from '@khapdee/contract/entities/account-entry'
import { formatDay, todayInBangkok } from '@khapdee/domain/thai-date'
import { createApiClient } from './support/calls.ts'
import { newMark } from './support/numbers.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from './support/test.ts'

test('lines of a statement are imported once and matched', async ({ page, request, signIn }) => {
  test.slow()
  const mark = `T${newMark()}`
  const value = randomInt(100_000, 9_999_999) / 100
  const call = await createApiClient(request, 'manager.kkn')
  await call(expenses.create, { other_name: mark, payee: mark, pay_type: 'transfer', value })
  const day = formatDay(todayInBangkok(new Date()))
  const rows = [
    'วันที่,รายการ,ถอน,ฝาก',
    `${day},โอนออก ${mark},${value},`,
    `${day},ดอกเบี้ย ${mark},,1.25`,
  ]
  await signIn('manager.kkn')
  await page.goto('/statements')
  const dialog = page.getByRole('dialog')
  const openImport = () => page.getByRole('button', { name: 'นำเข้ารายการเดินบัญชี' }).click()
  const choose = async () => {
    await openImport()
    await dialog.getByRole('button', { name: /บัญชีธนาคาร/ }).press('Enter')
    await page.getByRole('option', { name: /กสิกรไทย/ }).press('Enter')
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'statement.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(rows.join('\r\n')),
    })
  }

  await test.step('the preview counts the new lines', async () => {
    await choose()
    await expect(dialog.getByText(/ใหม่ 2 · มีอยู่แล้ว 0/)).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await dialog.getByRole('button', { name: 'นำเข้า 2 รายการ' }).click()
    await expect(dialog).toHaveCount(0)
    await choose()
    await expect(dialog.getByText(/ใหม่ 0 · มีอยู่แล้ว 2/)).toBeVisible()
    await dialog.getByRole('button', { name: 'ยกเลิก' }).click()
  })

  await test.step('a line is matched with the entry of its amount', async () => {
    await page.getByLabel('คำค้นหา', { exact: true }).fill(`โอนออก ${mark}`)
    await expect(page.getByText('แสดง 1–1 จาก 1 รายการ')).toBeVisible()
    await page
      .getByRole('button', { name: /จับคู่รายการ/ })
      .first()
      .click()
    await expect(dialog.getByText('ยอดและวันตรงกัน')).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await dialog.getByText('ยอดและวันตรงกัน').click()
    await dialog.getByRole('button', { name: 'จับคู่รายการ', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('จับคู่แล้ว').last()).toBeVisible()
  })

  await test.step('the balance of the account is explained by what is not matched', async () => {
    await page.goto('/statements?type=1')
    const card = page.getByRole('region', { name: /^กระทบยอด กสิกรไทย/ })
    await expect(card.getByText('ยอดตามสมุดบัญชี', { exact: true })).toBeVisible()
    await expect(card.getByText(/^หัก เอกสารที่ยังไม่จับคู่ [\d,]+ รายการ$/)).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
  })
})
