import { defineConfig } from '@playwright/test'
import { phone } from './e2e/support/devices.ts'
import { findChromium } from './scripts/chromium.ts'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  // One more than the processors of a small machine: journeys wait for answers and for what is drawn.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 60_000,
  // A busy computer takes its time; nothing waits so long that comes at all.
  expect: { timeout: 15_000 },
  use: {
    ...(process.env['BASE_URL'] && { baseURL: process.env['BASE_URL'] }),
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    // Recording costs a third of the processor; `npm run e2e -- --trace on` shows what went wrong.
    trace: 'off',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // The pages of a context compile the product once.
        '--process-per-site',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grepInvert: /@same-on-phone/,
      use: phone,
    },
  ],
})
