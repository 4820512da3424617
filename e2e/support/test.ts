/** Playwright's `test` with the fixtures and assertions of all end-to-end tests. */
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { type Locator, type Page, expect } from '@playwright/test'
import { bridgeUrl } from '@khapdee/contract/card-bridge'
import type axe from 'axe-core'
import type { AxeResults } from 'axe-core'
import { logIn } from './calls.ts'
import { phone } from './devices.ts'
import { test as base } from './shared-context.ts'

export { expect } from '@playwright/test'

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

interface Fixtures {
  /** Signs in by an API call, without the sign-in screen; the page then shows no screen. */
  signIn(username: string, page?: Page): Promise<void>
  /** Matches the console errors and exceptions that the test causes deliberately. */
  expectedErrors: RegExp
  /** Fails the test on any other console error or exception. */
  noConsoleErrors: void
}

/** The browser logs this for every 4xx answer; tests check the answers themselves. */
const refusedCall = /Failed to load resource: the server responded with a status of 4\d\d/

/** Marks a test that runs on the desktop only, because its behaviour does not depend on the device. */
export const desktopOnly = { tag: '@desktop-only' }

export const test = base.extend<Fixtures>({
  expectedErrors: [refusedCall, { option: true }],
  noConsoleErrors: [
    async ({ page, expectedErrors }, provide) => {
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(String(error)))
      // Violations of the content security policy are only reported as events.
      await page.addInitScript(() =>
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          console.error(`violates the content security policy: ${violatedDirective} ${blockedURI}`),
        ),
      )
      // A PDF opens in a new tab; pages in the background are rendered only once a second.
      page.on('popup', () => page.bringToFront())
      await provide()
      const unexpected = errors.filter((text) => !expectedErrors.test(text))
      expect(unexpected).toEqual([])
    },
    { auto: true },
  ],
  signIn: async ({ page: own, anchor }, provide) => {
    await provide(async (username, page = own) => {
      const { userData, ...tokens } = await logIn(page.request, username)
      // An open screen would react to the new session, and pages of other contexts are not anchors.
      const isBlank = page.url() === 'about:blank' && page.context() === anchor.context()
      if (!isBlank) await page.goto('/icon.svg')
      await storeItems(isBlank ? anchor : page, { ...tokens, userData: JSON.stringify(userData) })
    })
  },
})

/** Writes the local storage of a page's origin. */
const storeItems = (page: Page, items: Record<string, string>): Promise<void> =>
  page.evaluate((stored) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  }, items)

/** Opens a list and waits for its rows. */
export async function openList(page: Page, address = '/registrations'): Promise<void> {
  await page.goto(address)
  await expect(page.getByText(/แสดง \d+–\d+ จาก/)).toBeVisible()
}

/**
 * Opens a screen by client-side navigation and waits for it. The title is cleared first, so that the
 * wait ends with the title of the new screen.
 */
export async function navigate(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    document.title = ''
    history.pushState(null, '', address)
  }, path)
  await expect(page).toHaveTitle(/ · ขับดี$/)
}

/**
 * Refuses the calls to programs that read cards, so that the sample cards are read: on this computer, another test may
 * have started such a program.
 */
export async function withoutCardPrograms(page: Page): Promise<void> {
  const isProgram = ({ origin }: URL) => origin === bridgeUrl || origin === 'http://localhost:21998'
  await page.route(isProgram, (route) => route.abort())
}

/** Waits until no part of the page is loading. */
export const waitUntilIdle = (page: Page): Promise<void> =>
  expect(page.locator('[aria-busy=true]')).toHaveCount(0)

/**
 * All axe rules except contrast, which takes most of the time. A phone has the colours of the
 * desktop, so there each test asserts contrast on some screens only; the gallery asserts it for
 * every component.
 */
export const structure = 'structure'

/**
 * Asserts that axe finds no violation once animations have ended.
 * @param target the whole page or a part, such as a dialog
 * @param rules ids of axe rules, or {@link structure}; all by default
 * @param excluded selectors of parts of the page that are not checked
 */
export async function expectAccessible(
  target: Page | Locator,
  rules?: readonly string[] | typeof structure,
  excluded: readonly string[] = [],
): Promise<void> {
  const [page, part] =
    'page' in target ? [target.page(), await target.elementHandle()] : [target, undefined]
  // A page that has just been opened is empty. Colours in transition have no fixed contrast. On touch
  // devices, dialogs stay hidden until an on-screen keyboard would be open.
  await page.waitForFunction(
    () =>
      document.querySelector('main') !== null &&
      document.getAnimations().every(({ playState }) => playState === 'finished') &&
      [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].every((dialog) =>
        dialog.checkVisibility({ opacityProperty: true }),
      ),
  )
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  const { violations } = await page.evaluate(
    ([only, within, without]): Promise<AxeResults> =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(
        // The invisible live region keeps its last message for seven seconds.
        within ? { include: within } : { exclude: ['[data-live-announcer]', ...without] },
        // A failure shows the HTML of the element, because computing a selector for it takes longer
        // than most rules.
        {
          resultTypes: ['violations'],
          selectors: false,
          preload: false,
          ...(only === 'structure'
            ? { rules: { 'color-contrast': { enabled: false } } }
            : only && { runOnly: [...only] }),
        },
      ),
    [rules, part, excluded] as const,
  )
  expect(
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    ),
  ).toEqual([])
}

/**
 * Asserts all rules in the light theme, and the contrast rule in the dark theme; on a phone only
 * {@link structure} in the present theme.
 * @param excluded selectors of parts of the page that are not checked
 */
export async function expectAccessibleInBothSkins(
  page: Page,
  excluded: readonly string[] = [],
): Promise<void> {
  const isPhone = page.viewportSize()?.width === phone.viewport.width
  if (isPhone) return expectAccessible(page, structure, excluded)
  await expectAccessible(page, undefined, excluded)
  await changeSkin(page, 'dark')
  await expectAccessible(page, ['color-contrast'], excluded)
  await changeSkin(page, 'light')
}

/** Asserts that the page does not scroll horizontally. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
}

export const preferencesKey = 'khapdee.preferences'

/** Stores the preferences without validation; `page` is one of the app's origin. */
export const storePreferences = (page: Page, preferences: object | string): Promise<void> =>
  storeItems(page, {
    [preferencesKey]: typeof preferences === 'string' ? preferences : JSON.stringify(preferences),
  })

/** Stores the preferences without validation and opens a list. */
export async function openWithPreferences(
  page: Page,
  preferences: object | string,
  address = '/courses',
): Promise<void> {
  // A page without the app, to write the local storage of its origin.
  if (page.url() === 'about:blank') await page.goto('/icon.svg')
  await storePreferences(page, preferences)
  await openList(page, address)
}

/** Replaces the preferences of the open screen, like a change in another tab. */
export const changePreferences = (page: Page, preferences: object): Promise<void> =>
  page.evaluate(
    ([key, value]) => {
      localStorage.setItem(key, value)
      dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }))
    },
    [preferencesKey, JSON.stringify(preferences)] as const,
  )

/** Changes only the theme of the open screen. */
async function changeSkin(page: Page, skin: 'light' | 'dark'): Promise<void> {
  const stored = await page.evaluate((key) => localStorage.getItem(key), preferencesKey)
  await changePreferences(page, { ...JSON.parse(stored ?? '{}'), skin })
  await expect(page.locator('html')).toHaveAttribute('data-skin', skin)
}

/** Sets the stored theme for all pages that are loaded afterwards. */
export const setSkin = (page: Page, skin: 'light' | 'dark') =>
  page.addInitScript(
    ([key, value]) => {
      const stored = JSON.parse(localStorage.getItem(key) ?? '{}')
      localStorage.setItem(key, JSON.stringify({ ...stored, skin: value }))
    },
    [preferencesKey, skin] as const,
  )
