import { defineConfig } from 'vitest/config'
import { reactAriaThai } from './apps/web/build/react-aria-thai.ts'
import { thaiAddresses } from './apps/web/build/thai-address-plugin.ts'

// Test files share module instances: importing the whole product per file took half the time.
const isolate = false

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than the processors of a small machine, because tests often wait for databases.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          isolate,
          include: ['packages/*/src/**/*.test.ts', '{bench,scripts,soak}/**/*.test.ts'],
          // Tests of whole years of payroll take seconds on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'card-bridge',
          isolate,
          include: ['apps/card-bridge/**/*.test.ts'],
          // A card that does not answer is given up after some seconds.
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        plugins: [reactAriaThai(), thaiAddresses()],
        test: {
          name: 'web',
          isolate,
          include: ['apps/web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['./apps/web/test/setup.ts'],
          // Typing into forms key by key takes several seconds on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          isolate,
          include: ['apps/server/**/*.test.ts'],
          globalSetup: ['./apps/server/test/global-setup.ts'],
          // Some tests start several processes and databases.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
