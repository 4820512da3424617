/** Tests the component gallery of the development server, which shows every component in every state. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { serveDevelopment } from '../apps/web/gallery/serve.ts'
import { phone } from './support/devices.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  desktopOnly,
  setSkin,
  test,
} from './support/test.ts'

// The first page waits for dependency bundling, so one worker runs all tests of the file.
test.describe.configure({ mode: 'default', timeout: 180_000 })

let server: Awaited<ReturnType<typeof serveDevelopment>>
test.beforeAll(async () => {
  server = await serveDevelopment()
})
test.afterAll(() => server.close())

// Each device has a single test, so there is no context to share.
test.use({ ownContext: true })

const devices = { desktop: {}, phone } as const

// One test per device, because opening the gallery loads hundreds of files.
for (const [device, options] of Object.entries(devices)) {
  test.describe(`on a ${device}`, desktopOnly, () => {
    test.use(options)

    test('All rules in one theme; on the desktop also the contrast rule in the other theme.', async ({
      page,
    }) => {
      page.setDefaultTimeout(60_000)
      // Spinners and skeletons animate endlessly otherwise.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      // All rules in one theme; on the desktop also the colours of the other one.
      if (device === 'phone') await setSkin(page, 'dark')
      await page.goto(`${server.url}gallery`)
      await expect(page.getByRole('heading', { name: 'ส่วนของหน้าจอ' })).toBeVisible({
        timeout: 60_000,
      })
      const skin = device === 'phone' ? 'dark' : 'light'
      await expect(page.locator('html')).toHaveAttribute('data-skin', skin)
      await (device === 'phone' ? expectAccessible(page) : expectAccessibleInBothSkins(page))
      await expectNoHorizontalScroll(page)
      await test.step('suggestions stay within the viewport', () => checkSuggestions(page))
      if (device === 'desktop') {
        await test.step('every dialog and menu opens by keyboard', () => openEachOverlay(page))
        await test.step('an option of a select is chosen by keyboard', () => chooseBranch(page))
      }
      await page.getByText('ขวาไปซ้าย').click()
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      await expectNoHorizontalScroll(page)
    })
  })
}

async function checkSuggestions(page: Page): Promise<void> {
  const fields = page.getByRole('article', { name: 'AddressFields' })
  for (const name of [/ตำบล/, /อำเภอ/, 'รหัสไปรษณีย์']) {
    const field = fields.getByRole('combobox', { name })
    await field.fill('40')
    const list = page.getByRole('listbox')
    await expect(list).toBeInViewport({ ratio: 1, timeout: 60_000 })
    await expectNoHorizontalScroll(page)
    await field.press('Escape')
    await expect(list).toHaveCount(0)
    await field.fill('')
  }
  await fields.getByRole('combobox', { name: 'จังหวัด' }).fill('ขอน')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'ขอนแก่น' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expectAccessible(fields)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox')).toHaveCount(0)
}

async function openEachOverlay(page: Page): Promise<void> {
  const overlays = page.getByRole('region', { name: 'หน้าต่างและเมนู' })
  for (const name of ['เปิดหน้าต่าง', 'เปิดหน้าต่างยาว', 'ถามก่อนทำ', 'ถามก่อนลบ', 'เปิดเมนู']) {
    const opener = overlays.getByRole('button', { name, exact: true })
    await opener.press('Enter')
    const opened = page.getByRole(
      name === 'เปิดเมนู' ? 'menu' : /ถาม/.test(name) ? 'alertdialog' : 'dialog',
    )
    await expect(opened.first()).toBeVisible({ timeout: 60_000 })
    await expectAccessible(opened.first())
    // The content behind the dialog or menu is inert.
    await expectAccessible(page, ['aria-hidden-focus'])
    await page.keyboard.press('Escape')
    await expect(opened).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
}

async function chooseBranch(page: Page): Promise<void> {
  const branch = page
    .getByRole('article', { name: 'EntryForm' })
    .getByRole('button', { name: /^(เลือก )?สาขา/ })
  await branch.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'สาขาขอนแก่น' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(branch).toBeFocused()
  await expect(branch).toContainText('สาขาบ้านไผ่')
}

test('the built product does not contain the gallery', desktopOnly, () => {
  const dist = fileURLToPath(new URL('../apps/web/dist', import.meta.url))
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const texts = files.map(
    (file) => [file.name, readFileSync(join(file.parentPath, file.name), 'utf8')] as const,
  )
  expect(texts.map(([name]) => name)).toContain('index.html')
  expect(
    texts.filter(([name, text]) => /gallery/i.test(name) || text.includes('ส่วนประกอบหน้าจอ')),
  ).toEqual([])
})
