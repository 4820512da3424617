/** Tests that the shared browser context of a worker passes no state from one test to the next. */
import type { BrowserContext } from '@playwright/test'
import { expect, desktopOnly, test } from './support/test.ts'

test.describe.configure({ mode: 'serial' })

let shared: BrowserContext

test(
  'a first test leaves cookies, storage, routes, permissions and an offline browser behind',
  desktopOnly,
  async ({ page, signIn }) => {
    shared = page.context()
    await signIn('admin')
    await page.goto('/icon.svg')
    await page.evaluate(() => {
      document.cookie = 'left=1; path=/'
      sessionStorage.setItem('left', '1')
    })
    await page.addInitScript(() => Object.assign(window, { left: 1 }))
    await page.emulateMedia({ media: 'print' })
    await shared.route('**/readyz', (route) => route.abort())
    await shared.grantPermissions(['geolocation'])
    await shared.newPage()
    await shared.setOffline(true)
    expect(await page.evaluate(() => [navigator.onLine, sessionStorage.getItem('left')])).toEqual([
      false,
      '1',
    ])
  },
)

test('the next test observes none of that state', desktopOnly, async ({ page, context }) => {
  expect(context).toBe(shared)
  await page.goto('/icon.svg')
  const found = await page.evaluate(async () => ({
    stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    cookie: document.cookie,
    script: 'left' in window,
    isPrinted: matchMedia('print').matches,
    isOnline: navigator.onLine,
    ready: (await fetch('/readyz')).status,
    geolocation: (await navigator.permissions.query({ name: 'geolocation' })).state,
  }))
  // Browsers without a location service report 'denied' instead of 'prompt'.
  expect(['denied', 'prompt']).toContain(found.geolocation)
  expect(found).toMatchObject({
    stored: [],
    cookie: '',
    script: false,
    isPrinted: false,
    isOnline: true,
    ready: 200,
  })
  // The page of the test, and the anchor page that keeps the context open between tests.
  expect(context.pages()).toHaveLength(2)
  await page.clock.install({ time: 0 })
})

test('a context with a fake clock is not reused', desktopOnly, async ({ page, context }) => {
  expect(context).not.toBe(shared)
  expect(await page.evaluate(() => Date.now())).toBeGreaterThan(Date.parse('2026-01-01'))
})
