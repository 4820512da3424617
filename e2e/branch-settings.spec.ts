/** Tests the settings of a branch: sample receipt (PDF preview of unsaved settings), printed documents, conflicts. */
import type { Page } from '@playwright/test'
import { png } from '../apps/server/test/make/file.ts'
import { registerByCall, createApiClient } from './support/calls.ts'
import { newMark } from './support/numbers.ts'
import { saveButton, readPdfText } from './support/registration.ts'
import {
  expect,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  desktopOnly,
  waitUntilIdle,
  test,
  navigate,
} from './support/test.ts'

const hasPicture = async (page: Page, link: string) =>
  (await (await page.request.get(link)).body()).includes('/Subtype /Image')

test(
  'header and footer of a branch appear on the sample receipt, are saved and printed',
  desktopOnly,
  async ({ page, signIn }) => {
    test.setTimeout(90_000)
    const header = `โรงเรียนสอนขับรถ ${newMark()}`
    const code = 'NMA'
    const footer = 'สอบถามเพิ่มเติม ไลน์ @khapdee'
    await signIn('admin')
    await page.goto('/branches')
    const row = page.getByRole('row').filter({ hasText: code })
    await row.getByRole('button', { name: 'จัดการ' }).click()
    await page.getByRole('menuitem', { name: 'ตั้งค่า' }).click()
    await expect(page).toHaveURL(/\/branches\/\d+\/settings$/)
    const branchId = /\d+/.exec(new URL(page.url()).pathname)?.[0] ?? ''
    await expect(page.getByRole('heading', { level: 1 })).toContainText('ตั้งค่าสาขา')
    await waitUntilIdle(page)

    await page.getByLabel('หัวเอกสาร', { exact: true }).fill(`${header}\nเปิดทุกวัน 08:00–18:00 น.`)
    await page.getByLabel('ข้อความท้ายเอกสาร').fill(footer)
    await page.locator('input[type=file]').setInputFiles({
      name: 'โลโก้.png',
      mimeType: 'image/png',
      buffer: png(300, 100),
    })
    await expect(page.getByRole('button', { name: 'ลบโลโก้' })).toBeVisible()
    const promptPayField = page.getByLabel('หมายเลขพร้อมเพย์')
    await promptPayField.fill('081')
    await expect(page.getByRole('img', { name: /คิวอาร์พร้อมเพย์/ })).toHaveCount(0)
    await promptPayField.fill('0812345678')
    await expect(page.getByRole('img', { name: 'คิวอาร์พร้อมเพย์ 0812345678' })).toBeVisible()
    await expectAccessibleInBothSkins(page)
    await expectNoHorizontalScroll(page)

    // Unsaved changes appear on the sample, and leaving the screen asks for confirmation.
    const opened = page
      .context()
      .waitForEvent('request', (request) => request.url().includes('/files/samples/'))
    await page.getByRole('button', { name: 'ดูตัวอย่างใบเสร็จ' }).click()
    const sample = (await opened).url()
    const text = await readPdfText(page, sample)
    expect(await hasPicture(page, sample)).toBe(true)
    for (const part of [header, footer, 'ตัวอย่าง', `RE-${code}-0000-0000`])
      expect(text).toContain(part)
    await page.getByRole('button', { name: 'ย้อนกลับ' }).filter({ visible: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'ยกเลิก' }).click()

    await saveButton(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'แก้ไขข้อมูลเรียบร้อยแล้ว' })).toBeVisible()
    const call = await createApiClient(page.request, `registrar.${code.toLowerCase()}`)
    const { pdf } = await registerByCall(call, () => 100)
    expect(await readPdfText(page, pdf)).toContain(header)
    expect(await hasPicture(page, pdf)).toBe(true)

    await navigate(page, `/branches/${branchId}/settings`)
    await page.getByRole('button', { name: 'ลบโลโก้' }).click()
    await saveButton(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'แก้ไขข้อมูลเรียบร้อยแล้ว' })).toBeVisible()
    const later = await registerByCall(call, () => 100)
    expect(await hasPicture(page, later.pdf)).toBe(false)
    expect(await hasPicture(page, pdf)).toBe(true)
  },
)

test(
  'settings are hidden from users without the permission to change a branch',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('manager.nma')
    await page.goto('/branches/1/settings')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('คุณไม่มีสิทธิ์ใช้งานส่วนนี้')
  },
)

test(
  'a concurrent change is reported and not overwritten',
  desktopOnly,
  async ({ page, signIn, browser }) => {
    await signIn('admin')
    await page.goto('/branches/2/settings')
    await waitUntilIdle(page)
    const otherPage = await (await browser.newContext()).newPage()
    await signIn('admin', otherPage)
    for (const [tab, days] of [
      [otherPage, '61'],
      [page, '62'],
    ] as const) {
      if (tab === otherPage) await tab.goto('/branches/2/settings')
      await waitUntilIdle(tab)
      await tab.getByLabel('อายุสิทธิ์สอบ', { exact: true }).fill(days)
      await saveButton(tab).click()
    }
    await expect(page.getByText('ข้อมูลถูกแก้ไขโดยผู้อื่น')).toBeVisible()
    await page.getByRole('button', { name: 'โหลดใหม่' }).click()
    await expect(page.getByLabel('อายุสิทธิ์สอบ', { exact: true })).toHaveValue('61')
    await otherPage.context().close()
  },
)
