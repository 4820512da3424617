import { defineConfig } from 'vitest/config'
import { reactAriaThai } from './apps/web/build/react-aria-thai.ts'
import { thaiAddresses } from './apps/web/build/thai-address-plugin.ts'

export default defineConfig({
  test: {
    pool: 'forks',
    // More than two only take the processor from each other, and from the database.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', '{bench,scripts,soak}/**/*.test.ts'],
        },
      },
      {
        plugins: [reactAriaThai(), thaiAddresses()],
        test: {
          name: 'web',
          include: ['apps/web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['./apps/web/test/setup.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          globalSetup: ['./apps/server/test/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
