/** Playwright's `test`, with what every journey of this product needs. */
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { type Locator, type Page, expect } from '@playwright/test'
import type axe from 'axe-core'
import type { AxeResults } from 'axe-core'
import { logIn } from './calls.ts'
import { test as base } from './shared-context.ts'

export { expect } from '@playwright/test'

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

interface Fixtures {
  /** Signs in apart from the form, and opens no screen yet. */
  signIn(username: string, page?: Page): Promise<void>
  /** Text of console errors and exceptions that this journey brings about on purpose. */
  expectedErrors: RegExp
  /** Fails the journey on any console error or exception that was not expected. */
  noConsoleErrors: void
}

/** The browser's own words for an answer that is not 2xx; what it was is the journey's business. */
const refusedCall = /Failed to load resource: the server responded with a status of 4\d\d/

/** Marks a journey that a phone would only repeat: it is about what happens, not how it looks. */
export const sameOnPhone = { tag: '@same-on-phone' }

export const test = base.extend<Fixtures>({
  expectedErrors: [refusedCall, { option: true }],
  noConsoleErrors: [
    async ({ page, expectedErrors }, provide) => {
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(String(error)))
      // Browsers tell of a breach of the content security policy only whoever listens.
      await page.addInitScript(() =>
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          console.error(`against the content security policy: ${violatedDirective} ${blockedURI}`),
        ),
      )
      // A paper opens in a tab of its own, and what lies behind it is drawn once a second.
      page.on('popup', () => page.bringToFront())
      await provide()
      const unexpected = errors.filter((text) => !expectedErrors.test(text))
      expect(unexpected).toEqual([])
    },
    { auto: true },
  ],
  signIn: async ({ page: own }, provide) => {
    await provide(async (username, page = own) => {
      const { userData, ...tokens } = await logIn(page.request, username)
      // Of the product's origin, whose storage all screens share, without its program.
      await page.goto('/icon.svg')
      await page.evaluate(
        (stored) => {
          for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
        },
        { ...tokens, userData: JSON.stringify(userData) },
      )
    })
  },
})

/** Opens a list and waits for its rows. */
export async function openList(page: Page, address = '/registrations'): Promise<void> {
  await page.goto(address)
  await expect(page.getByText(/แสดง \d+–\d+ จาก/)).toBeVisible()
}

/**
 * Opens a screen as a link within the app does, and waits for it. Without a title, since the next
 * one brings its own: what is seen afterwards is not the screen before.
 */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    document.title = ''
    history.pushState(null, '', address)
  }, path)
  await expect(page).toHaveTitle(/ · ขับดี$/)
}

/** Waits for rows and forms that are still to come. */
export const settled = (page: Page): Promise<void> =>
  expect(page.locator('[aria-busy=true]')).toHaveCount(0)

/**
 * Fails with what axe finds on the page at rest.
 * @param place the whole page, or what has come up on one that was looked through
 * @param rules all where left out
 */
export async function expectAccessible(place: Page | Locator, rules?: string[]): Promise<void> {
  const [page, part] =
    'page' in place ? [place.page(), await place.elementHandle()] : [place, undefined]
  // Colours in transition have no fixed contrast, and each may set off those that inherit it.
  // Where fingers touch, dialogs are kept hidden until a keyboard would have come up.
  await page.waitForFunction(
    () =>
      document.getAnimations().every(({ playState }) => playState === 'finished') &&
      [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].every((dialog) =>
        dialog.checkVisibility({ opacityProperty: true }),
      ),
  )
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  const { violations } = await page.evaluate(
    ([only, within]): Promise<AxeResults> =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(
        // What was announced lingers for seven seconds, out of sight, and may speak of a button that is gone.
        within ? { include: within } : { exclude: ['[data-live-announcer]'] },
        { resultTypes: ['violations'], ...(only && { runOnly: only }) },
      ),
    [rules, part] as const,
  )
  expect(
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    ),
  ).toEqual([])
}

/** The same in the light skin, and its colours in the dark one. */
export async function expectAccessibleInBothSkins(page: Page): Promise<void> {
  await expectAccessible(page)
  await changeSkin(page, 'dark')
  await expectAccessible(page, ['color-contrast'])
  await changeSkin(page, 'light')
}

/** Nothing may stick out sideways: a phone's screen does not scroll that way. */
export async function expectNoSideways(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
}

export const preferencesKey = 'khapdee.preferences'

/** Stores preferences as they are, and opens a list with them; some screen must be open. */
export async function openWith(
  page: Page,
  preferences: object | string,
  address = '/courses',
): Promise<void> {
  const text = typeof preferences === 'string' ? preferences : JSON.stringify(preferences)
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    preferencesKey,
    text,
  ] as const)
  await openList(page, address)
}

/** Gives the screen that is open these preferences and no others, as another tab would. */
export const changePreferences = (page: Page, preferences: object): Promise<void> =>
  page.evaluate(
    ([key, value]) => {
      localStorage.setItem(key, value)
      dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }))
    },
    [preferencesKey, JSON.stringify(preferences)] as const,
  )

/** Changes the skin of the screen that is open and none of the other preferences. */
async function changeSkin(page: Page, skin: 'light' | 'dark'): Promise<void> {
  const stored = await page.evaluate((key) => localStorage.getItem(key), preferencesKey)
  await changePreferences(page, { ...JSON.parse(stored ?? '{}'), skin })
  await expect(page.locator('html')).toHaveAttribute('data-skin', skin)
}

/** Sets the skin for the next screens, as the preference does. */
export const setSkin = (page: Page, skin: 'light' | 'dark') =>
  page.addInitScript(
    ([key, value]) => {
      const stored = JSON.parse(localStorage.getItem(key) ?? '{}')
      localStorage.setItem(key, JSON.stringify({ ...stored, skin: value }))
    },
    [preferencesKey, skin] as const,
  )
