/** Tests employees: creation, first sign-in, leave, deactivation. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  desktopOnly,
  test,
} from './support/test.ts'

/** A unique user name, because tests share the demo school. */
const uniqueName = () => `e2e.${randomUUID().slice(0, 8)}`

async function createEmployee(page: Page, username: string): Promise<string> {
  await page.goto('/employees/new')
  const text = (name: string) => page.getByRole('textbox', { name, exact: true })
  await page.getByRole('combobox', { name: 'คำนำหน้า', exact: true }).fill('นาย')
  await text('ชื่อ').fill('ทดลอง')
  await text('นามสกุล').fill('งานดี')
  await page.getByRole('main').getByRole('button', { name: /สาขา$/ }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('checkbox', { name: 'อาทิตย์' }).check()
  await text('เงินเดือน').fill('18000')
  await text('ชื่อผู้ใช้').fill(username)
  await page.getByRole('button', { name: /บทบาท$/ }).click()
  await page.getByRole('option', { name: 'พนักงานทั่วไป' }).click()
  await page.getByRole('button', { name: 'บันทึก', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'รหัสผ่านเริ่มต้น' })
  await expect(dialog.getByText(username)).toBeVisible()
  await expectAccessible(page)
  const password = await dialog.locator('code').innerText()
  await dialog.getByRole('button', { name: 'ปิด' }).last().click()
  await expect(dialog).toHaveCount(0)
  return password
}

async function signInByForm(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('ชื่อผู้ใช้').fill(username)
  await page.getByRole('textbox', { name: 'รหัสผ่าน' }).fill(password)
  await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).click()
}

test(
  'a new employee chooses a password, and deactivation ends the session at once',
  desktopOnly,
  async ({ page, signIn, browser }) => {
    test.slow()
    const username = uniqueName()
    await signIn('admin')
    const firstPassword = await createEmployee(page, username)
    await page.goto(`/employees?text=${username}`)
    await expect(page.getByText('แสดง 1–1 จาก 1 รายการ')).toBeVisible()

    const employeePage = await (await browser.newContext()).newPage()
    await signInByForm(employeePage, username, firstPassword)
    await expect(employeePage).toHaveURL(/\/profile/)
    await expect(employeePage.getByText('กรุณาเปลี่ยนรหัสผ่านก่อนเริ่มใช้งาน')).toBeVisible()
    await employeePage.goto('/employees')
    await expect(employeePage).toHaveURL(/\/profile/)
    await employeePage.getByRole('textbox', { name: 'รหัสผ่านเดิม' }).fill(firstPassword)
    await employeePage.getByRole('textbox', { name: 'รหัสผ่านใหม่' }).fill('ม้าแก่กินหญ้าอ่อน')
    await employeePage.getByRole('button', { name: 'เปลี่ยนรหัสผ่าน' }).click()
    await expect(employeePage.getByText('กรุณาเปลี่ยนรหัสผ่านก่อนเริ่มใช้งาน')).toHaveCount(0)
    await expect(employeePage.getByText('เครื่องนี้')).toBeVisible()

    await page
      .getByRole('link', { name: /ทดลอง งานดี/ })
      .first()
      .click()
    await page.getByText('เข้าสู่ระบบได้').click()
    await page.getByRole('button', { name: 'บันทึก', exact: true }).click()
    await expect(page).toHaveURL(/\/employees\?/)
    await employeePage.goto('/profile')
    await expect(employeePage).toHaveURL(/\/login/)
    await signInByForm(employeePage, username, 'ม้าแก่กินหญ้าอ่อน')
    await expect(employeePage.getByText('ชื่อผู้ใช้หรือรหัสผ่านไม่ถูกต้อง')).toBeVisible()
  },
)

test('leave is recorded once and removed', desktopOnly, async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/employees?text=mechanic.kkn&status=all')
  await page.getByRole('link', { name: /คำปุ่น/ }).first().click()
  const card = page.getByRole('region', { name: 'วันลา' })
  const day = '15/01/2570'
  const add = async () => {
    await card.getByRole('button', { name: 'เพิ่มวันลา' }).click()
    const dialog = page.getByRole('dialog', { name: 'เพิ่มวันลา' })
    await dialog.getByRole('textbox', { name: 'ตั้งแต่วันที่' }).fill(day)
    await dialog.getByRole('textbox', { name: 'ถึงวันที่' }).fill(day)
    await dialog.getByText('ลากิจ', { exact: true }).click()
    await dialog.getByRole('textbox', { name: 'เหตุผล' }).fill('ไปราชการ')
    await dialog.getByRole('button', { name: 'บันทึก' }).click()
    return dialog
  }
  await expect(await add()).toHaveCount(0)
  await expect(card.getByText(/ลากิจ · ไปราชการ/).first()).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  const again = await add()
  await expect(again.getByText('มีวันลาที่ซ้อนกับช่วงวันที่นี้แล้ว').first()).toBeVisible()
  await again.getByRole('button', { name: 'ยกเลิก' }).click()
  await card
    .getByRole('button', { name: /^ลบวันลา/ })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'ลบ', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})
