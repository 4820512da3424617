/**
 * One browser context for all journeys of a worker. What was loaded stays loaded: in a context of its
 * own, each journey would fetch and compile the product anew.
 */
import { type Browser, type BrowserContext, type Page, test as base } from '@playwright/test'

interface SharedContext {
  readonly context: BrowserContext
  /** Of the product's origin, without its program: keeps the process that all pages of the context share. */
  readonly anchor: Page
}

interface Fixtures {
  /** For journeys about what is loaded for the first time, or what no context can take back. */
  ownContext: boolean
}

interface WorkerFixtures {
  /** By what a context cannot change. */
  sharedContexts: Map<string, SharedContext>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  ownContext: [false, { option: true }],
  // Playwright reads from the braces what a fixture needs.
  // oxlint-disable-next-line no-empty-pattern
  sharedContexts: [({}, provide) => provide(new Map()), { scope: 'worker' }],
  context: async (
    { browser, sharedContexts, ownContext, viewport, isMobile, hasTouch },
    provide,
    testInfo,
  ) => {
    const key = JSON.stringify({ viewport, isMobile, hasTouch })
    const shared = (!ownContext && sharedContexts.get(key)) || (await open(browser))
    await provide(shared.context)
    if (!ownContext) sharedContexts.delete(key)
    const isToBeKept = !ownContext && testInfo.status === testInfo.expectedStatus
    if (isToBeKept && (await clean(shared))) {
      sharedContexts.set(key, shared)
      return
    }
    // What Playwright tells of a failure, it takes from the first page.
    await shared.anchor.close()
    await shared.context.close()
  },
})

async function open(browser: Browser): Promise<SharedContext> {
  const context = await browser.newContext()
  const anchor = await context.newPage()
  await anchor.goto('/icon.svg')
  return { context, anchor }
}

/** Takes away what a journey leaves; gives whether nothing is left that the next one could notice. */
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
    // Playwright's clock stays with the context for good.
    const isOwnClock = '__pwClock' in globalThis
    return databases.length + stores.length + workers.length + Number(isOwnClock)
  })
  return rest === 0
}
