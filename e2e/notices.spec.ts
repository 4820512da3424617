/** Tests back links and the notices about an unreachable server, an offline browser and a new version. */
import type { Page, Route } from '@playwright/test'
import {
  chooseItem,
  fillCustomer,
  lineGroup,
  openForm,
  saveButton,
} from './support/registration.ts'
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  desktopOnly,
  setSkin,
  test,
} from './support/test.ts'

test.use({
  expectedErrors: /Failed to load resource|net::ERR_|Failed to fetch dynamically|ChunkLoadError/,
})

const notices = (page: Page) =>
  page.getByRole('status').filter({ hasText: /ข้อมูลที่กรอกยังอยู่|เวอร์ชันใหม่/ })
const unreachableText = 'เชื่อมต่อระบบไม่ได้ กำลังลองเชื่อมต่อใหม่'
const unavailableBody = {
  status: 'error',
  code: 'UNAVAILABLE',
  message: 'ระบบขัดข้อง กรุณาลองใหม่อีกครั้ง',
}

/**
 * Simulates a database outage: every call and `/readyz` answer 503. Returns a function that ends it.
 * @param seconds value of Retry-After
 */
async function simulateOutage(page: Page, seconds = 1): Promise<() => Promise<void>> {
  const headers = { 'Retry-After': String(seconds) }
  const refuse = (route: Route) => route.fulfill({ status: 503, headers, json: unavailableBody })
  const affected = /\/(api\/v1\/|readyz)/
  await page.route(affected, refuse)
  return () => page.unroute(affected, refuse)
}

test('the back link restores the filters of the list', desktopOnly, async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/courses?sort=-name')
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/courses\/\d+$/)
  await page.getByRole('navigation', { name: 'เส้นทาง' }).getByRole('link').click()
  await expect(page).toHaveURL('/courses?sort=-name')
})

for (const skin of ['light', 'dark'] as const) {
  const tag = skin === 'dark' ? desktopOnly : {}
  test(`an unreachable server is reported and retried (${skin})`, tag, async ({ page, signIn }) => {
    await setSkin(page, skin)
    // Loading placeholders animate endlessly otherwise.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn('registrar.kkn')
    const endOutage = await simulateOutage(page)
    await page.goto('/registrations?page=2')
    await expect(notices(page)).toContainText(unreachableText)
    await expect(page.getByText('โหลดไม่สำเร็จ')).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(unreachableText)).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await endOutage()
    await expect(page.getByText(/แสดง 11–20 จาก/)).toBeVisible()
    await expect(notices(page)).toHaveCount(0)
  })
}

test(
  'a list request without an answer times out and is repeated',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('registrar.kkn')
    await page.clock.install()
    let requestCount = 0
    await page.route('**/application/gettable?*', (route) =>
      // The first request is never answered.
      ++requestCount === 1 ? undefined : route.continue(),
    )
    await page.goto('/registrations?page=2')
    await expect.poll(() => requestCount).toBe(1)
    // Other requests succeed, so the server counts as reachable again at once.
    await page.clock.fastForward(30_000)
    await expect(page.getByText(/แสดง 11–20 จาก/)).toBeVisible()
    await expect(notices(page)).toHaveCount(0)
    expect(requestCount).toBe(2)
  },
)

test('the sign-in screen reports an unreachable server once', desktopOnly, async ({ page }) => {
  await page.goto('/login')
  // The interval is so long that only the button retries.
  const endOutage = await simulateOutage(page, 600)
  await page.getByLabel('ชื่อผู้ใช้').fill('owner')
  await page.getByRole('textbox', { name: 'รหัสผ่าน' }).fill('khapdee-demo')
  await page.keyboard.press('Enter')
  await expect(notices(page)).toContainText(unreachableText)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expectAccessible(page)
  await endOutage()
  await page.getByRole('button', { name: 'ลองอีกครั้ง' }).click()
  await expect(notices(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).click()
  await expect(page).toHaveURL(/dashboard/)
})

test.describe('offline', () => {
  // When a page of the same process closes, Chromium forgets that the others are emulated as offline.
  test.use({ ownContext: true })

  test(
    'a payment with a lost answer is made once after the network returns',
    desktopOnly,
    async ({ page, context, signIn }) => {
      await signIn('registrar.kkn')
      await openForm(page)
      await fillCustomer(page)
      await chooseItem(lineGroup(page, 'หลักสูตร'), 'รถยนต์')

      const sent: { key: string | undefined; code: string | undefined }[] = []
      await page.route('**/application/create', async (route) => {
        const key = route.request().headers()['idempotency-key']
        const response = await route.fetch().catch(() => null)
        const code = (await response?.json())?.data.application_code
        sent.push({ key, code })
        if (response === null || sent.length === 1) {
          await context.setOffline(true)
          return route.abort('internetdisconnected')
        }
        return route.fulfill({ response })
      })
      await saveButton(page).click()
      // Now and then Chromium refuses the calls of the page, but leaves `navigator.onLine` true.
      await expect(async () => {
        if (await page.evaluate(() => navigator.onLine)) {
          await context.setOffline(false)
          await context.setOffline(true)
        }
        await expect(notices(page)).toContainText('ออฟไลน์อยู่', { timeout: 2000 })
      }).toPass()
      await expect(page.getByText('ยังไม่ทราบผลการบันทึก')).toBeVisible()
      await expect(page.getByRole('textbox', { name: 'ชื่อ', exact: true })).toHaveValue('ทดสอบ')
      await context.setOffline(false)
      await expect(notices(page)).toHaveCount(0)
      await saveButton(page).click()
      await expect(page).toHaveURL(/\/registrations\/\d+/)
      expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
      expect(sent[1]).toEqual(sent[0])
    },
  )
})

test(
  'a new version is offered, and reloading keeps the typed input',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('admin')
    await page.goto('/courses/new')
    const name = page.getByLabel('ชื่อหลักสูตร')
    await name.fill('หลักสูตรที่ยังไม่บันทึก')
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await page.route('**/readyz', (route) =>
      route.fulfill({ headers: { 'x-khapdee-build': 'another' }, json: {} }),
    )
    // This event makes the app request `/readyz` soon, unless another call is answered first.
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await expect(notices(page)).toContainText('มีเวอร์ชันใหม่', { timeout: 2000 })
    }).toPass()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await page.unrouteAll()
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.getByRole('button', { name: 'โหลดหน้าใหม่' }).click()
    await expect(page.getByText('นำข้อมูลที่กรอกค้างไว้กลับมาแล้ว')).toBeVisible()
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(false)
    await expect(name).toHaveValue('หลักสูตรที่ยังไม่บันทึก')
    await expect(notices(page)).toHaveCount(0)
  },
)

test(
  'a missing chunk of the app shows a message instead of a crash',
  desktopOnly,
  async ({ page, signIn }) => {
    await signIn('admin')
    await page.goto('/courses/new')
    await page.getByLabel('ชื่อหลักสูตร').waitFor()
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, json: {} }))
    await page.getByRole('navigation', { name: 'เส้นทาง' }).getByRole('link').click()
    await expect(page).toHaveTitle('โหลดไม่สำเร็จ · ขับดี')
    await expect(notices(page)).toContainText('มีเวอร์ชันใหม่')
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'โหลดหน้าใหม่' }).click()
    await expect(page.getByText(/แสดง 1–/)).toBeVisible()
  },
)

test('a missing calendar chunk keeps the form usable', desktopOnly, async ({ page, signIn }) => {
  await signIn('registrar.kkn')
  await openForm(page)
  await page.getByRole('textbox', { name: 'ชื่อ', exact: true }).fill('สมหญิง')
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, json: {} }))
  await page.getByLabel('วันเกิด', { exact: true }).press('Alt+ArrowDown')
  await expect(notices(page)).toContainText('มีเวอร์ชันใหม่')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'ชื่อ', exact: true })).toHaveValue('สมหญิง')
})

test(
  'the server sends its build id, and answers 404 for an old asset',
  desktopOnly,
  async ({ request }) => {
    const page = await request.get('/registrations')
    const build = /<meta name="khapdee-build" content="(\w+)"/.exec(await page.text())?.[1]
    expect(build).toBeDefined()
    expect((await request.get('/readyz')).headers()['x-khapdee-build']).toBe(build)
    const missing = await request.get('/assets/index-gone.js')
    expect(missing.status()).toBe(404)
    expect(missing.headers()).toMatchObject({
      'content-type': expect.stringContaining('json'),
      'cache-control': 'no-store',
    })
  },
)
