import { defineConfig } from '@playwright/test'
import { phone } from './e2e/support/devices.ts'
import { findChromium } from './scripts/chromium.ts'

const executablePath = findChromium()
const desktop = { viewport: { width: 1440, height: 900 } }
const longTexts = /long-texts\.spec\.ts/

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  // One more than the processors of a small machine, because tests often wait for answers and rendering.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 60_000,
  // Generous for busy machines; a passing assertion does not wait.
  expect: { timeout: 15_000 },
  use: {
    ...(process.env['BASE_URL'] && { baseURL: process.env['BASE_URL'] }),
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    // Traces cost a third of the processor time; `npm run e2e -- --trace on` records them.
    trace: 'off',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Pages of a context share a process, so the app is compiled once.
        '--process-per-site',
        '--js-flags=--max-optimized-bytecode-size=0',
        '--num-raster-threads=1',
        // Only the visible part is drawn, not the page below it.
        '--force-gpu-mem-available-mb=1',
        '--disable-lcd-text',
        '--disable-partial-raster',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', testIgnore: longTexts, use: desktop },
    { name: 'phone', testIgnore: longTexts, grepInvert: /@desktop-only/, use: phone },
    // Last, because the records with long names stay in the lists that the other tests open.
    ...['desktop', 'phone'].map((name) => ({
      name: `${name}, long texts`,
      testMatch: longTexts,
      dependencies: ['desktop', 'phone'],
      use: name === 'phone' ? phone : desktop,
    })),
  ],
})
