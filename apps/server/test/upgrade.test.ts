/** A server that answers calls while the next version migrates its database. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { application } from '@khapdee/contract/entities/application'
import pg from 'pg'
import { expect, it } from 'vitest'
import { migrate } from '../src/db/migrate.ts'
import { startApp } from './app.ts'
import { applicationInput } from './make/application.ts'

/**
 * How long another program, such as a report, keeps its locks; `UPGRADE_READER_MS` sets it, 25 s in
 * `npm run soak`.
 */
const readerMs = Number(process.env['UPGRADE_READER_MS'] ?? 4_000)

/** Tables that nearly every call reads as a whole row. */
const tables = ['application', 'customer', 'payment', 'app_user', 'session', 'branch']

it(
  'the server answers every call within two seconds and without an error, even while a long report delays the migration',
  { timeout: 60_000 + 3 * readerMs },
  async () => {
    const test = await startApp()
    const folder = await mkdtemp(join(tmpdir(), 'khapdee-upgrade-'))
    const reader = new pg.Client(test.url)
    try {
      await cp(fileURLToPath(new URL('../src/db/migrations', import.meta.url)), folder, {
        recursive: true,
      })
      await writeFile(
        join(folder, '9000_next.compatible.sql'),
        tables.map((table) => `alter table ${table} add next text not null default '';`).join('\n'),
      )
      let isMigrated = false
      const calls: { status: number; ms: number }[] = []
      // Repeats a call until the migration has ended, and five times after it.
      const repeat = async (call: () => Promise<{ status: number }>) => {
        for (let rest = 5; rest > 0; isMigrated && rest--) {
          const start = performance.now()
          const { status } = await call()
          calls.push({ status, ms: performance.now() - start })
        }
      }
      const load = Promise.all([
        repeat(() => test.call(application.create, applicationInput(test.school), 'cashier.kkn')),
        repeat(() => test.call(application.create, applicationInput(test.school), 'manager.bpi')),
        repeat(() => test.call(application.gettable, {}, 'owner')),
      ])
      await reader.connect()
      await reader.query('begin')
      await reader.query('select count(*) from application, customer')
      const reading = reader.query(`select pg_sleep(${readerMs / 1000})`)
      const ended = reading.then(() => reader.query('commit'))
      expect(await migrate(test.url, { folder })).toEqual(['9000_next.compatible'])
      isMigrated = true
      await Promise.all([ended, load])
      expect(calls.filter(({ status }) => status !== 200)).toEqual([])
      expect(Math.max(...calls.map(({ ms }) => ms))).toBeLessThan(2_000)
      // The previous version is started again next to the new one.
      expect(await migrate(test.url)).toEqual([])
    } finally {
      await reader.end()
      await rm(folder, { recursive: true })
      await test.close()
    }
  },
)
