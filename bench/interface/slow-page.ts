/** Opens pages in Chromium with CPU throttling. */
import type { BrowserContext, Page } from '@playwright/test'
import { observePage } from './probes.ts'

/** CPU throttling rate: the processor runs four times slower. */
const cpuSlowdown = 4

/** Opens a path with CPU throttling and the observers of `probes.ts`. */
export async function openSlow(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  // The compiled observer calls the helper `__name` of esbuild, which the page does not define.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript(observePage)
  await page.goto(path)
  return page
}
