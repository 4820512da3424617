/** Signs in with the form of the browser app. */
import type { Page } from '@playwright/test'

/** Fills in and sends the sign-in form; the page must be open on it. */
export async function signInByForm(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('ชื่อผู้ใช้').fill(username)
  await page.getByRole('textbox', { name: 'รหัสผ่าน' }).fill(password)
  await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).click()
}
