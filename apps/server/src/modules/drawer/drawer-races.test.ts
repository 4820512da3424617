/**
 * Two cashiers at one drawer: no cash is taken twice, and every movement is in exactly one day
 * close.
 */
import { randomUUID } from 'node:crypto'
import { expenses } from '@khapdee/contract/entities/account-entry'
import { pettyCash } from '@khapdee/contract/entities/petty-cash'
import { satang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { bookExpense } from '../../../test/make/account-entry.ts'
import {
  balanceOf,
  closeDrawer,
  makePettyCash,
  moveCash,
  movePettyCash,
} from '../../../test/make/drawer.ts'
import { png } from '../../../test/make/file.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'
import { upload } from '../../../test/make/upload.ts'
import { inRounds, race, raceTimeoutMs } from '../../../test/race.ts'

let test: TestApp
let desk: MoneyDesk
const manager = 'manager.kkn'
const cashier = 'cashier.kkn'
const float = 100_000

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
  for (const username of [cashier, manager, 'registrar.kkn']) await test.login(username)
})
afterAll(() => test.close())

/** Brings the drawer to 1,000 baht. */
async function fill(): Promise<void> {
  const change = float - (await balanceOf(test))
  if (change !== 0) await moveCash(test, 'correction', change)
}
beforeEach(fill)

const close = (as: string) => closeDrawer(test, { counted: float, note: 'นับแล้ว' }, as)
const fromDrawer = { cash_source: 'drawer' } as const

/** The deadlocks of the database so far. The counter is written at the latest a second after a transaction. */
async function deadlocks(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1500))
  await balanceOf(test)
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(test.db)
  return rows[0]?.deadlocks ?? 0
}

describe('two concurrent calls', () => {
  it(
    'take the last cash once',
    async () => {
      await inRounds(async () => {
        await fill()
        const outcome = await race(
          moveCash(test, 'cash_out', float, {}, cashier),
          bookExpense(test, { ...fromDrawer, value: satang(float) }, manager),
        )
        expect(['ok STATE', 'STATE ok']).toContain(outcome)
        expect(await balanceOf(test)).toBe(0)
      })
    },
    raceTimeoutMs,
  )

  it(
    'close the day once',
    async () => {
      await inRounds(async () => {
        await moveCash(test, 'top_up', 1)
        const outcome = await race(close(cashier), close(manager))
        expect(['ok STATE', 'STATE ok']).toContain(outcome)
      })
    },
    raceTimeoutMs,
  )

  it(
    'count a movement or a receipt before or after the close, and never lose it',
    async () => {
      const before = await deadlocks()
      await inRounds(async () => {
        await moveCash(test, 'top_up', 10)
        const outcome = await race(
          close(cashier),
          moveCash(test, 'deposit', 500, {}, manager),
          bookExpense(test, { ...fromDrawer, value: satang(300) }, manager),
          desk.register({ paid: [700, 0] }).then(() => ({ status: 200, body: {} })),
        )
        expect(outcome).toBe('ok ok ok ok')
        await closeDrawer(test, { note: 'นับแล้ว' })
      })
      expect((await deadlocks()) - before).toBe(0)
    },
    raceTimeoutMs + 10_000,
  )

  it(
    'change an entry before the close, or not at all',
    async () => {
      await inRounds(async (n) => {
        await moveCash(test, 'top_up', 1)
        const { expenses_id: entry_id } = (
          await bookExpense(test, { ...fromDrawer, value: satang(100) })
        ).data
        const base = { expenses_id: entry_id, version: 1 }
        const outcome = await race(
          close(cashier),
          n % 2 === 0
            ? test.call(expenses.delete, { ...base, note: 'บันทึกซ้ำ' }, manager)
            : test.call(
                expenses.update,
                { ...base, other_name: 'น้ำ', pay_type: 'cash', value: satang(200) },
                manager,
              ),
        )
        expect(['ok ok', 'ok STATE']).toContain(outcome)
        await fill()
      })
    },
    raceTimeoutMs,
  )

  it(
    'spend the last petty cash once, and take the last cash of the drawer once',
    async () => {
      const petty_cash_id = await makePettyCash(test, float)
      const { file_id } = await upload(test, manager, png(4, 4))
      const spend = () =>
        test.call(
          pettyCash.spend,
          { petty_cash_id, other_name: 'น้ำ', value: satang(float), file_id },
          manager,
          { 'idempotency-key': randomUUID() },
        )
      await inRounds(async () => {
        await fill()
        const taken = await race(
          movePettyCash(test, 'replenish', petty_cash_id, 0),
          moveCash(test, 'deposit', float),
        )
        expect(['ok STATE', 'STATE ok']).toContain(taken)
        if (taken === 'STATE ok') {
          await fill()
          await movePettyCash(test, 'advance', petty_cash_id, float)
        }
        const spent = await race(spend(), spend())
        expect(['ok STATE', 'STATE ok']).toContain(spent)
      })
    },
    raceTimeoutMs,
  )
})
