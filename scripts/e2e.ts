/** `npm run e2e`: the end-to-end tests on the built product; arguments are passed to Playwright. */
import { build } from './build.ts'
import { ensureChromium } from './chromium.ts'
import { isMain, main, runTool } from './run.ts'

/**
 * Builds the product, finds or installs Chromium, and runs Playwright.
 *
 * @returns Playwright's exit code
 * @throws when the build fails or there is no browser
 */
export async function runEndToEndTests(
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<number> {
  await build(console.log)
  const CHROME_PATH = ensureChromium()
  return runTool('playwright', ['test', ...args], { env: { ...process.env, CHROME_PATH, ...env } })
}

if (isMain(import.meta.url)) await main(() => runEndToEndTests(process.argv.slice(2)))
