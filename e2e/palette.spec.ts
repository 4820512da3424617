/** Tests the command palette and the keyboard shortcuts. */
import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  openList,
  desktopOnly,
  setSkin,
  test,
} from './support/test.ts'

const paletteLabel = 'ค้นหาลูกค้า ใบสมัคร ใบเสร็จ หรือหน้าจอ'
const field = (page: Page) => page.getByRole('combobox', { name: 'ค้นหา', exact: true })
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

async function openPalette(page: Page): Promise<void> {
  await page.getByRole('button', { name: paletteLabel }).filter({ visible: true }).click()
  await expect(field(page)).toBeFocused()
}

/** Number of the newest receipt of the branch. */
async function newestReceipt(page: Page): Promise<string> {
  await openPalette(page)
  await field(page).fill('RE-KKN')
  const first = group(page, 'ใบเสร็จ').getByRole('option').first()
  await expect(first).toContainText('บาท')
  const number = /RE-KKN-\d{4}-\d{4}/.exec((await first.textContent()) ?? '')?.[0] ?? ''
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
  return number
}

for (const skin of ['light', 'dark'] as const) {
  const tag = skin === 'dark' ? desktopOnly : {}
  test(`every state of the palette is accessible (${skin})`, tag, async ({ page, signIn }) => {
    await setSkin(page, skin)
    await signIn('registrar.kkn')
    await openList(page)
    await openPalette(page)
    await expectAccessible(page)
    await field(page).fill('0003')
    await expect(group(page, 'ใบเสร็จ')).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await field(page).fill('ไม่มีใครชื่อนี้')
    await expect(page.getByText('ไม่พบข้อมูล')).toBeVisible()
    await expectAccessible(page)
    await field(page).fill('ปุ่มลัด')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'ปุ่มลัด' })).toBeVisible()
    await expect(field(page)).toBeHidden()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
  })
}

test('the palette opens screens and lists recent ones first', async ({ page, signIn }) => {
  await signIn('registrar.kkn')
  await openList(page)
  await openPalette(page)
  await page.keyboard.type('หลักสูตร')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/courses$/)
  await expect(field(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'หลักสูตร' })).toBeVisible()

  await openPalette(page)
  await expect(group(page, 'เปิดล่าสุด').getByRole('option')).toHaveText([/สมัครเรียน/])
  await page.getByRole('option', { name: /^สมัครเรียนใหม่/ }).click()
  await expect(page).toHaveURL(/\/registrations\/new$/)
})

test(
  'a customer is found by name, shown with a masked ID number, and opened',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('registrar.kkn')
    await openList(page)
    await openPalette(page)
    await field(page).fill('สมหมาย')
    // Foreigners and unfinished customers of the same name have no national ID number.
    const person = group(page, 'ผู้สมัคร')
      .getByRole('option')
      .filter({ hasText: /\d-\d{4}-xxxxx-\d\d-\d/ })
      .first()
    await person.click()
    await expect(page).toHaveURL(/\/customers\/\d+$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('สมหมาย')
  },
)

test('a scanned receipt is opened, also with slow answers and a Thai keyboard layout', async ({
  page,
  signIn,
  isMobile,
}) => {
  test.skip(isMobile, 'scanners are used at desktop computers')
  await signIn('registrar.kkn')
  await openList(page)
  const number = await newestReceipt(page)
  await page.route('**/search/find*', async (route) => {
    await new Promise((resolve) => void setTimeout(resolve, 500))
    await route.continue()
  })
  for (const typed of [number, inThaiLayout(number)]) {
    await openList(page)
    await page.keyboard.press('Control+K')
    await expect(field(page)).toBeFocused()
    await page.keyboard.insertText(typed)
    await page.keyboard.press('Enter')
    // The path of any kind, because other tests create receipts for all kinds.
    await expect(page).toHaveURL(/\/(registrations|[a-z]+-[a-z-]+)\/\d+$/)
    await expect(page.getByText(number).first()).toBeVisible()
  }
})

/** The characters that the keys of the number produce in the Thai keyboard layout. */
function inThaiLayout(number: string): string {
  const thai: Record<string, string> = {
    ...Object.fromEntries([...'1234567890-'].map((key, i) => [key, 'ๅ/-ภถุึคตจข'[i] ?? ''])),
    R: 'ฑ',
    E: 'ฎ',
    K: 'ษ',
    N: '์',
  }
  return [...number].map((key) => thai[key] ?? '').join('')
}

test('the palette works by keyboard alone', async ({ page, signIn, isMobile }) => {
  test.skip(isMobile, 'a phone has no keyboard')
  await signIn('registrar.kkn')
  await openList(page)
  const search = page.getByRole('textbox', { name: 'คำค้นหา' })

  await test.step('closing returns the focus', async () => {
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.press('Control+K')
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(search).toBeFocused()
  })

  await test.step('closing a dialog opened from the palette returns the focus', async () => {
    await page.keyboard.press('Control+K')
    await page.keyboard.type('ออกจากระบบ')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog', { name: 'ออกจากระบบ' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(search).toBeFocused()
  })

  await test.step('single-key shortcuts are inactive in text fields and in dialogs', async () => {
    await page.keyboard.type('n?')
    await expect(search).toHaveValue('n?')
    await page.keyboard.press('Escape')
    await search.blur()
    await page.keyboard.press('?')
    const shortcuts = page.getByRole('dialog', { name: 'ปุ่มลัด' })
    await expect(shortcuts).toBeVisible()
    await page.keyboard.press('n')
    await page.keyboard.press('Control+K')
    await expect(shortcuts).toBeVisible()
    await expect(page).toHaveURL(/\/registrations(\?|$)/)
    await page.keyboard.press('Escape')
    await expect(shortcuts).toBeHidden()
  })

  await test.step('single-key shortcuts can be disabled', async () => {
    await page.keyboard.press('Control+K')
    await page.keyboard.type('ตั้งค่าการแสดงผล')
    await page.keyboard.press('Enter')
    await page.getByRole('switch', { name: /^ปุ่มลัดแบบกดปุ่มเดียว/ }).press('Space')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.keyboard.press('n')
    await page.keyboard.press('?')
    await page.keyboard.press('Control+K')
    await page.keyboard.type('ตั้งค่าการแสดงผล')
    await page.keyboard.press('Enter')
    await page.getByRole('switch', { name: /^ปุ่มลัดแบบกดปุ่มเดียว/ }).press('Space')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('N opens the form for a new record', async () => {
    await page.keyboard.press('n')
    await expect(page).toHaveURL(/\/registrations\/new$/)
  })
})
