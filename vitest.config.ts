import { defineConfig } from 'vitest/config'
import { reactAriaThai } from './apps/web/build/react-aria-thai.ts'
import { thaiAddresses } from './apps/web/build/thai-address-plugin.ts'

// Files of a project share what they import: to read the whole product for each took half the time.
const isolate = false

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than the processors of a small machine: some tests wait for databases to stop and start.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          isolate,
          include: ['packages/*/src/**/*.test.ts', '{bench,scripts,soak}/**/*.test.ts'],
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
          // Forms typed into key by key take seconds on a busy computer.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          isolate,
          include: ['apps/server/**/*.test.ts'],
          globalSetup: ['./apps/server/test/global-setup.ts'],
          // Some start several programs and databases, and a busy computer takes its time.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
