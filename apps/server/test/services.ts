/** Opens the services of a server for tests, without HTTP. */
import { randomBytes, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { todayInBangkok } from '@khapdee/domain/thai-date'
import type { Clock } from '../src/adapters/clock.ts'
import type { Config } from '../src/kernel/config.ts'
import type { Log } from '../src/kernel/log.ts'
import { openServices } from '../src/services.ts'
import { createTestDatabase } from './database.ts'

const defaultNow = '2026-11-21T03:00:00Z'

export interface TestClock extends Clock {
  /** Sets the time, which does not change until the next call. */
  set(instant: string): void
}

function createClock(start: string): TestClock {
  let now = new Date(start)
  return {
    now: () => new Date(now),
    today: () => todayInBangkok(now),
    set(instant) {
      now = new Date(instant)
    },
  }
}

export const testConfig = (overrides: Partial<Config> = {}): Config => ({
  port: 0,
  host: '127.0.0.1',
  dataDir: join(tmpdir(), `khapdee-files-${randomUUID()}`),
  s3: undefined,
  databaseUrl: undefined,
  replicaUrl: undefined,
  listenUrl: undefined,
  backupDir: undefined,
  backupKeep: 14,
  seed: 'demo',
  production: false,
  logLevel: 'silent',
  metricsToken: undefined,
  secret: randomBytes(32).toString('hex'),
  namedStatements: true,
  publicUrl: undefined,
  trustedProxies: 0,
  apiDocs: 'signed-in',
  rateLimit: { all: 1_000_000, login: 1_000_000 },
  ...overrides,
})

export interface ServiceOptions {
  /** Initial time of the clock, ISO 8601; default 10:00 in Bangkok on 21 November 2026. */
  now?: string
  config?: Partial<Config>
  /** Default: a log that writes nothing. */
  log?: Log
}

/** Opens the services on a new migrated database without rows, with a stopped clock. */
export async function openTestServices({ now = defaultNow, config, log }: ServiceOptions = {}) {
  const database = await createTestDatabase()
  const clock = createClock(now)
  const services = await openServices(testConfig(config), database.url, {
    clock,
    ...(log && { log }),
  })
  return {
    services,
    clock,
    url: database.url,
    async close() {
      await services.close()
      await database.drop()
      await rm(services.config.dataDir, { recursive: true, force: true })
    },
  }
}
