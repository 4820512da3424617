/** Finds or installs the Chromium of the end-to-end tests. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { aptGet } from './apt-get.ts'

// Headless shell first: it renders the same pages in two thirds of the time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const installPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
]

/**
 * Path of a Chromium or Chrome, or undefined. Searched in this order: `CHROME_PATH`, the system, the
 * browser installed by Playwright.
 *
 * @throws when `CHROME_PATH` does not exist
 */
export function findChromium(env = process.env): string | undefined {
  const chromePath = env['CHROME_PATH']
  if (chromePath) {
    if (existsSync(chromePath)) return chromePath
    throw new Error(`CHROME_PATH is ${chromePath}: no such file.`)
  }
  const folders = (env['PATH'] ?? '').split(delimiter)
  const installed = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...installed, ...installPaths, chromium.executablePath()].find((path) => existsSync(path))
}

/**
 * Path of a Chromium. If there is none, installs one on Debian as root.
 *
 * @throws with instructions if there is none and it cannot be installed
 */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  if (process.getuid?.() === 0 && aptGet('update')) {
    console.log('Installing Chromium…')
    const install = ['install', '--yes', '--no-install-recommends']
    if (!aptGet(...install, 'chromium-headless-shell')) aptGet(...install, 'chromium')
  }
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    'No Chromium found: install it (Debian: "sudo apt-get install chromium"; elsewhere: "npx playwright install chromium"), or set CHROME_PATH.',
  )
}
