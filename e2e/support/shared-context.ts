/**
 * Shares one browser context between the tests of a worker, so that the app is fetched and compiled
 * once. The context is cleaned after each test.
 */
import { type Browser, type BrowserContext, type Page, test as base } from '@playwright/test'

interface SharedContext {
  readonly context: BrowserContext
  /** A page of the same origin without the app, which keeps the renderer process and its caches alive. */
  readonly anchor: Page
}

interface Fixtures {
  /** Uses a new context, for tests of the first load or of state that cannot be reset. */
  ownContext: boolean
  opened: SharedContext
  /**
   * A page of the app's origin in the test's context that can write local storage without opening a
   * screen.
   */
  anchor: Page
}

interface WorkerFixtures {
  /** The contexts by the options that cannot be changed after creation. */
  sharedContexts: Map<string, SharedContext>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  ownContext: [false, { option: true }],
  // Playwright requires a destructuring pattern here.
  // oxlint-disable-next-line no-empty-pattern
  sharedContexts: [({}, provide) => provide(new Map()), { scope: 'worker' }],
  opened: async (
    { browser, sharedContexts, ownContext, viewport, isMobile, hasTouch },
    provide,
    testInfo,
  ) => {
    const key = JSON.stringify({ viewport, isMobile, hasTouch })
    const shared = (!ownContext && sharedContexts.get(key)) || (await open(browser))
    await provide(shared)
    if (!ownContext) sharedContexts.delete(key)
    const isReusable = !ownContext && testInfo.status === testInfo.expectedStatus
    if (isReusable && (await clean(shared))) {
      sharedContexts.set(key, shared)
      return
    }
    // Close the anchor first: Playwright reports failures from the first page of a context.
    await shared.anchor.close()
    await shared.context.close()
  },
  context: ({ opened }, provide) => provide(opened.context),
  anchor: ({ opened }, provide) => provide(opened.anchor),
})

async function open(browser: Browser): Promise<SharedContext> {
  const context = await browser.newContext()
  const anchor = await context.newPage()
  await anchor.goto('/icon.svg')
  return { context, anchor }
}

/** Resets the context; returns false if state remains that the next test could observe. */
async function clean({ context, anchor }: SharedContext): Promise<boolean> {
  const pages = context.pages().filter((page) => page !== anchor)
  await Promise.all(pages.map((page) => page.close()))
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
  await context.clearCookies()
  const rest = await anchor.evaluate(async () => {
    localStorage.clear()
    const databases = await indexedDB.databases()
    const stores = await caches.keys()
    const workers = await navigator.serviceWorker.getRegistrations()
    // Playwright's fake clock cannot be removed from a context.
    const hasFakeClock = '__pwClock' in globalThis
    return databases.length + stores.length + workers.length + Number(hasFakeClock)
  })
  return rest === 0
}
