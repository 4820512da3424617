/** Tests that layout preferences are stored, applied in every tab and effective from the first paint. */
import type { Locator, Page } from '@playwright/test'
import {
  changePreferences,
  expect,
  expectAccessible,
  expectAccessibleInBothSkins,
  expectNoHorizontalScroll,
  openList,
  openWithPreferences,
  preferencesKey,
  storePreferences,
  desktopOnly,
  test,
} from './support/test.ts'

// One test blocks the scripts of the app.
test.use({ expectedErrors: /ERR_FAILED|status of 4\d\d/ })

const longList = '/registrations?perPage=50'

const html = (page: Page) => page.locator('html')
const bar = (page: Page) => page.getByRole('banner')
const box = async (locator: Locator) => {
  const found = await locator.boundingBox()
  if (!found) throw new Error('not shown')
  return found
}

async function openPanel(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'ตั้งค่าการแสดงผล' }).click()
  const panel = page.getByRole('dialog', { name: 'ตั้งค่าการแสดงผล' })
  await expect(panel.getByText('สีหน้าจอ')).toBeVisible()
  return panel
}

test('each preference takes effect at once and persists after a reload', async ({
  page,
  signIn,
  isMobile,
}) => {
  await signIn('admin')
  await page.goto('/registrations')
  const panel = await openPanel(page)
  await panel.getByText('เข้ม').click()
  await expect(html(page)).toHaveAttribute('data-skin', 'dark')
  await panel.getByText('เต็มจอ').click()
  await panel.getByText('จัดหน้าจอจากขวาไปซ้าย').click()
  await expect(html(page)).toHaveAttribute('dir', 'rtl')
  await panel.getByRole('button', { name: /แถบด้านบน/ }).click()
  await page.getByRole('option', { name: 'เลื่อนตามหน้า' }).click()
  if (!isMobile) {
    await panel.getByText('ย่อเมนู').click()
    await expect(page.getByRole('link', { name: 'ขับดี' })).toBeVisible()
    await panel.getByText('แนวนอน').click()
    await expect(page.getByRole('complementary')).toHaveCount(0)
  }
  const stored = await page.evaluate((name) => localStorage.getItem(name), preferencesKey)
  expect(JSON.parse(stored ?? '')).toMatchObject({
    skin: 'dark',
    content: 'full',
    rtl: true,
    navbar: 'static',
    ...(!isMobile && { layout: 'horizontal', menuCollapsed: true }),
  })
  await page.reload()
  await expect(html(page)).toHaveAttribute('data-skin', 'dark')
  await expect(html(page)).toHaveAttribute('dir', 'rtl')
  await expect(page.getByText(/แสดง \d+–\d+ จาก/)).toBeVisible()
  if (!isMobile) await expect(bar(page).getByRole('navigation')).toBeVisible()
})

test(
  'theme and text direction are applied before the scripts load',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('admin')
    await openWithPreferences(page, { skin: 'dark', rtl: true })
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.reload({ waitUntil: 'commit' })
    await page.waitForLoadState('domcontentloaded')
    await expect(html(page)).toHaveAttribute('data-skin', 'dark')
    await expect(html(page)).toHaveAttribute('dir', 'rtl')
    await expect(page.locator('meta[name=color-scheme]')).toHaveAttribute('content', 'dark')
    await expect(html(page)).toHaveCSS('background-color', 'rgb(16, 22, 28)')
  },
)

const layouts = [
  {},
  { content: 'full' },
  { navbar: 'sticky' },
  { navbar: 'static' },
  { navbar: 'hidden' },
  { menuCollapsed: true },
  { layout: 'horizontal' },
  { layout: 'horizontal', navbar: 'hidden' },
  { rtl: true },
  { rtl: true, layout: 'horizontal', navbar: 'static', content: 'full' },
]

/** The layouts to test. A phone has only one menu and one width. */
const layoutsFor = (isMobile: boolean) =>
  layouts.filter(
    (preferences) =>
      !isMobile || !['layout', 'menuCollapsed', 'content'].some((name) => name in preferences),
  )

test.describe('with an empty browser cache', () => {
  test.use({ ownContext: true })

  test('no layout shifts while a screen loads, in any layout', async ({
    page,
    anchor,
    signIn,
    isMobile,
  }) => {
    test.setTimeout(120_000)
    await signIn('admin')
    await page.addInitScript(() => {
      const shifts = { sum: 0 }
      Object.assign(globalThis, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, hadRecentInput } = entry as unknown as {
            value: number
            hadRecentInput: boolean
          }
          if (!hadRecentInput) shifts.sum += value
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const preferences of layoutsFor(isMobile)) {
      await test.step(JSON.stringify(preferences), async () => {
        await storePreferences(anchor, preferences)
        await page.goto('/courses/new')
        await expect(page.getByLabel('ชื่อหลักสูตร')).toBeVisible()
        await page.waitForLoadState('networkidle')
        const sum = await page.evaluate(
          () => (globalThis as unknown as { shifts: { sum: number } }).shifts.sum,
        )
        expect(sum).toBeLessThanOrEqual(0.02)
      })
    }
  })
})

test('invalid stored preferences are ignored', desktopOnly, async ({ page, signIn }) => {
  await signIn('admin')
  for (const invalid of ['{incomplete', '"dark"', '[]', '{"skin":"blue","navbar":7,"rtl":"yes"}']) {
    await openWithPreferences(page, invalid)
    await expect(html(page)).toHaveAttribute('data-skin', 'light')
    await expect(html(page)).toHaveAttribute('dir', 'ltr')
  }
})

test('a second tab applies changes', desktopOnly, async ({ context, page, signIn, isMobile }) => {
  await signIn('admin')
  await page.goto('/courses')
  const second = await context.newPage()
  await second.goto('/courses')
  await expect(second.getByText(/แสดง \d+–\d+ จาก/)).toBeVisible()
  const panel = await openPanel(page)
  await panel.getByText('เข้ม').click()
  await expect(html(second)).toHaveAttribute('data-skin', 'dark')
  if (!isMobile) {
    await panel.getByText('แนวนอน').click()
    await expect(second.getByRole('complementary')).toHaveCount(0)
  }
  await second.getByRole('button', { name: 'ใช้สีสว่าง' }).click()
  await expect(html(page)).toHaveAttribute('data-skin', 'light')
})

test('the header floats, sticks, scrolls away or is hidden', async ({ page, signIn, isMobile }) => {
  await signIn('admin')
  const scrolled = async () => {
    await page.evaluate(() => window.scrollTo(0, 300))
    return bar(page)
      .locator('> div')
      .evaluate((element) => {
        const { top, left } = element.getBoundingClientRect()
        return {
          top,
          left,
          page: -window.scrollY,
          shadow: getComputedStyle(element).boxShadow !== 'none',
        }
      })
  }
  const contentLeft = isMobile ? 0 : 232
  await openList(page, longList)
  await changePreferences(page, { navbar: 'floating' })
  const floating = await scrolled()
  expect(floating.shadow).toBe(true)
  expect(floating.top).toBeGreaterThan(4)
  expect(floating.left).toBeGreaterThan(contentLeft + 4)

  await changePreferences(page, { navbar: 'sticky' })
  expect(await scrolled()).toMatchObject({ top: 0, left: contentLeft, shadow: false })

  await changePreferences(page, { navbar: 'static' })
  const scrolledAway = await scrolled()
  expect(scrolledAway.top).toBe(scrolledAway.page)
  expect(scrolledAway.top).toBeLessThan(0)

  await changePreferences(page, { navbar: 'hidden' })
  if (isMobile) {
    await expect(page.getByRole('button', { name: 'เปิดเมนู' })).toBeVisible()
    return
  }
  await expect(bar(page)).toBeHidden()
  for (const preferences of [
    { navbar: 'hidden' },
    { navbar: 'hidden', menuCollapsed: true },
    { navbar: 'hidden', layout: 'horizontal' },
  ]) {
    await changePreferences(page, preferences)
    for (const tool of [
      'ใช้สีเข้ม',
      'ค้นหาลูกค้า ใบสมัคร ใบเสร็จ หรือหน้าจอ',
      'ตั้งค่าการแสดงผล',
      /^ผู้ใช้งาน/,
      /สาขา$/,
    ]) {
      await expect(page.getByRole('button', { name: tool }).first()).toBeVisible()
    }
  }
})

test('the horizontal and the collapsed menu work by keyboard', async ({
  page,
  signIn,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has no keyboard')
  await signIn('admin')
  for (const preferences of [{ layout: 'horizontal' }, { menuCollapsed: true }]) {
    await openWithPreferences(page, preferences, '/registrations')
    const group = page.getByRole('button', { name: 'ข้อมูลหลัก' })
    await group.focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'สาขา', exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(group).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/courses$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('หลักสูตร')
  }
})

test('the mirrored layout flips the screen, but not numbers', async ({
  page,
  signIn,
  isMobile,
}) => {
  await signIn('admin')
  await openWithPreferences(page, { rtl: true }, '/registrations')
  await expectNoHorizontalScroll(page)
  const code = page.getByRole('link', { name: /^AP-/ }).first()
  const idNumber = page.getByText(/\d-\d{4}-x{5}-\d\d-\d/).first()
  for (const text of [code, idNumber]) {
    const isForward = await text.evaluate((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const node = walker.nextNode()
      if (!node) throw new Error('no text')
      const left = (place: number) => {
        const range = document.createRange()
        range.setStart(node, place)
        range.setEnd(node, place + 1)
        return range.getBoundingClientRect().left
      }
      return left(0) < left((node.textContent ?? '').length - 1)
    })
    expect(isForward).toBe(true)
  }
  const { width } = page.viewportSize() ?? { width: 0 }
  expect((await box(code)).x).toBeGreaterThan(width / 2)
  if (!isMobile) expect((await box(page.getByRole('complementary'))).x).toBeGreaterThan(width / 2)

  // At the left edge, a popover opens to the right and stays within the screen.
  const button = page.getByRole('button', { name: 'ตั้งค่าการแสดงผล' })
  const panel = await box(await openPanel(page))
  expect(Math.abs(panel.x - (await box(button)).x)).toBeLessThan(isMobile ? 80 : 4)
})

test('every layout is accessible in the light and the dark theme', async ({
  page,
  signIn,
  isMobile,
}) => {
  test.setTimeout(120_000)
  await signIn('admin')
  await openList(page, '/branches')
  for (const preferences of layoutsFor(isMobile)) {
    await test.step(JSON.stringify(preferences), async () => {
      await changePreferences(page, preferences)
      // The header bar and the width of the page do not change the colours of the dark theme.
      if ('navbar' in preferences || 'content' in preferences) await expectAccessible(page)
      else await expectAccessibleInBothSkins(page)
      await expectNoHorizontalScroll(page)
    })
  }
  if (isMobile) return
  await changePreferences(page, { layout: 'horizontal' })
  await page.getByRole('button', { name: 'ข้อมูลหลัก' }).click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await expectAccessibleInBothSkins(page)
})

test('a list prints in the light theme with its header on every page', async ({
  page,
  signIn,
  isMobile,
}) => {
  test.skip(isMobile, 'print layout does not depend on the device')
  await signIn('admin')
  await openWithPreferences(page, { skin: 'dark' }, longList)
  await page.emulateMedia({ media: 'print' })
  await expect(html(page)).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByRole('complementary')).toBeHidden()
  await expect(bar(page)).toBeHidden()
  await expect(page.getByText(/พิมพ์เมื่อ \d\d\/\d\d\/25\d\d \d\d:\d\d น\. โดย/)).toBeVisible()
  await expect(page.getByRole('rowgroup').first()).toHaveCSS('display', 'table-header-group')
  // Chromium does not repeat a table header on each page if it contains a box of a button.
  const name = page.getByRole('columnheader').first().locator('button')
  await expect(name).toHaveCSS('display', 'contents')
  await page.emulateMedia({ media: null })
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\n/g)?.length).toBeGreaterThan(2)
  expect(pdf).toMatch(/\/MediaBox \[0 0 84[12][.\d]* 59[45]/)
})

test(
  'a document is printed at once from a hidden frame when the user prefers that',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('cashier.kkn')
    await page.addInitScript(() => {
      window.print = () => top?.document.documentElement.setAttribute('data-printed', location.href)
    })
    const tabs: Page[] = []
    page.on('popup', (tab) => tabs.push(tab))
    await openWithPreferences(page, { printsAtOnce: true }, '/payments?start=all&end=all')
    const menu = page.getByRole('button', { name: 'จัดการ' }).first()
    await menu.click()
    const file = page.waitForResponse(/\/files\//)
    await page.getByRole('menuitem', { name: 'พิมพ์ใบเสร็จ' }).click()
    expect((await file).headers()['content-type']).toBe('application/pdf')
    await expect(page.locator('html')).toHaveAttribute('data-printed', /^blob:/)
    await expect(menu).toBeFocused()
    expect(tabs).toEqual([])
  },
)
