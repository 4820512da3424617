/** A lock and writes of the locked days at once: each write is before the lock or refused by it. */
import { expenses } from '@khapdee/contract/entities/account-entry'
import { accountLock } from '@khapdee/contract/entities/account-lock'
import { type Day, addDays, day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { bookExpense } from '../../../test/make/account-entry.ts'
import { lockBranch } from '../../../test/make/account-lock.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'
import { inRounds, race, raceTimeoutMs } from '../../../test/race.ts'

let test: TestApp
let desk: MoneyDesk
let branch_id: number
const lockDay = day('2026-11-10')

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
  branch_id = test.school.branch.KKN
})
afterAll(() => test.close())

const lock = (until: Day) =>
  test.call(accountLock.lock, { branch_id, day: until, note: '' }, 'accountant')
const pause = () => new Promise((resolve) => setTimeout(resolve, 150))

describe('a lock and a write, in either order:', () => {
  const insertEntry = sql`
    insert into account_entry (branch_id, side, status, date, value, pay_type, name, created_by)
    select branch_id, 'expenses', 'draft', ${lockDay}, 1, 'transfer', 'x', 1 from branch where code = 'KKN'`

  it('a lock waits for an uncommitted write of the day and sees it', async () => {
    let answer: ReturnType<typeof lock> | undefined
    let isAnswered = false
    await test.db.transaction().execute(async (tx) => {
      await insertEntry.execute(tx)
      answer = lock(lockDay)
      void answer.then(() => (isAnswered = true))
      await pause()
      expect(isAnswered).toBe(false)
    })
    expect((await answer)?.status).toBe(200)
    await lockBranch(test, branch_id, null)
  })

  it('a write waits for an uncommitted lock and is refused by it', async () => {
    let answer: ReturnType<typeof bookExpense> | undefined
    let isAnswered = false
    await test.db.transaction().execute(async (tx) => {
      await sql`select hold_lock_day(${branch_id})`.execute(tx)
      await lockBranch({ ...test, db: tx }, branch_id, lockDay)
      answer = bookExpense(test, { date: lockDay })
      void answer.then(() => (isAnswered = true))
      await pause()
      expect(isAnswered).toBe(false)
    })
    expect((await answer)?.body.code).toBe('DAY_LOCKED')
    await lockBranch(test, branch_id, null)
  })

  it('writes do not wait for each other', async () => {
    await test.db.transaction().execute(async (tx) => {
      await insertEntry.execute(tx)
      expect((await bookExpense(test, { date: lockDay })).status).toBe(200)
    })
  })
})

/** The sum of the posted expenses up to a day, in satang. */
async function postedUntil(until: Day): Promise<number> {
  const { sum } = await test.db
    .selectFrom('account_entry')
    .select(sql<number>`coalesce(sum(value), 0)::int`.as('sum'))
    .where('status', '=', 'posted')
    .where('date', '<=', sql<string>`${until}::date`)
    .executeTakeFirstOrThrow()
  return sum
}

describe('concurrent calls', () => {
  it(
    'book, change and void an entry before the lock, or are refused',
    async () => {
      await inRounds(async () => {
        const [changed, voided] = [
          (await bookExpense(test, { date: lockDay })).data.expenses_id,
          (await bookExpense(test, { date: lockDay })).data.expenses_id,
        ]
        const input = { version: 1, pay_type: 'cash', other_name: 'น้ำ', value: 5 } as const
        const [locked, ...writes] = [
          lock(lockDay),
          bookExpense(test, { date: lockDay }),
          test.call(
            expenses.update,
            expenses.update.input.parse({ ...input, expenses_id: changed }),
            'manager.kkn',
          ),
          test.call(expenses.delete, { expenses_id: voided, version: 1, note: 'ซ้ำ' }, 'admin'),
        ]
        await locked
        const afterLock = await postedUntil(lockDay)
        expect(await race(...writes)).toMatch(/^((ok|DAY_LOCKED) ?){3}$/)
        expect(await postedUntil(lockDay)).toBe(afterLock)
        expect(await race(locked as Promise<Awaited<typeof locked>>)).toBe('ok')
        await lockBranch(test, branch_id, null)
      })
    },
    raceTimeoutMs,
  )

  it(
    'lock yesterday at midnight only without the payment of its last second',
    async () => {
      let last = day('2026-11-22')
      await inRounds(async () => {
        last = addDays(last, 1)
        test.clock.set(`${last}T23:59:59+07:00`)
        const app = await desk.register()
        const paying = desk.pay(app, [[0, 100]])
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 15))
        test.clock.set(`${addDays(last, 1)}T00:00:01+07:00`)
        expect(await race(paying, lock(last))).toMatch(/^(ok (ok|STATE)|DAY_LOCKED ok)$/)
        const { rows } = await sql`
          select from payment where closing_id is null and kind <> 'moved'
            and ("createdAt" at time zone 'Asia/Bangkok')::date <= lock_day(branch_id)`.execute(
          test.db,
        )
        expect(rows).toEqual([])
        await desk.close(branch_id)
      })
    },
    raceTimeoutMs,
  )
})
