/** Steps that fill in the registration form, new ID numbers, and the text of PDF documents. */
import { type Locator, type Page, expect } from '@playwright/test'
import { readPdf } from '../../apps/server/src/adapters/pdf/test/read-pdf.ts'
import { nextNumber } from './numbers.ts'

/** A new Thai ID number with registration office 99, which does not occur in the demo data. */
export function newIdNumber(): string {
  const digits = `199${String(nextNumber('id-numbers')).padStart(9, '0')}`
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (13 - i), 0)
  return `${digits}${(11 - (sum % 11)) % 10}`
}

/** Opens the form from the list, which is loaded unless it is open. */
export async function openForm(page: Page): Promise<void> {
  if (!page.url().endsWith('/registrations')) await page.goto('/registrations')
  await page.getByRole('link', { name: 'สมัครเรียนใหม่' }).click()
  await expect(page).toHaveURL(/\/registrations\/new/)
  await expect(page.getByLabel('เลขประจำตัวประชาชน')).toBeVisible()
}

/** Fills in a new customer. */
export async function fillCustomer(page: Page, idNumber = newIdNumber()): Promise<void> {
  await page.getByLabel('เลขประจำตัวประชาชน').fill(idNumber)
  await page.getByLabel('วันเกิด', { exact: true }).fill('21112540')
  await page.getByRole('combobox', { name: 'คำนำหน้า' }).fill('นาย')
  await page.keyboard.press('Tab')
  await page.getByRole('textbox', { name: 'ชื่อ', exact: true }).fill('ทดสอบ')
  await page.getByLabel('นามสกุล').fill('ระบบดี')
  await page.getByLabel('โทรศัพท์มือถือ').fill('0812345678')
}

export const lineGroup = (page: Page, name: string): Locator => page.getByRole('group', { name })

/** Selects an item by a part of its name. */
export async function chooseItem(line: Locator, namePart: string): Promise<void> {
  const field = line.getByRole('combobox').first()
  await field.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  // Repeated, because suggestions close when Playwright scrolls the page on small screens.
  await expect(async () => {
    await field.clear()
    await field.pressSequentially(namePart)
    await line.page().getByRole('option').first().click({ timeout: 2000 })
  }).toPass()
}

export const saveButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'บันทึก', exact: true }).filter({ visible: true })

/** Downloads a PDF and returns its text. */
export async function readPdfText(page: Page, link: string): Promise<string> {
  const answer = await page.request.get(link)
  expect(answer.headers()['content-type']).toBe('application/pdf')
  const pages = await readPdf(await answer.body())
  return pages.map(({ text }) => text.replaceAll(/\s+/g, ' ')).join(' ')
}
