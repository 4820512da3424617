/** Writes that the database refuses on locked days. */
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../test/app.ts'
import { bookExpense } from '../../test/make/account-entry.ts'
import { moveCash } from '../../test/make/drawer.ts'
import { moneyDesk } from '../../test/make/money.ts'
import { toAppError } from '../kernel/errors.ts'

let test: TestApp
/** The day of all rows that the statements change or insert. */
let today: Day
const ids = { entry: 0, payment: 0, branch: 0, other: 0 }

beforeAll(async () => {
  test = await startApp()
  today = test.clock.today()
  await moveCash(test, 'top_up', 1_000_000)
  const { data } = await bookExpense(test)
  const { payments } = await moneyDesk(test).register({ paid: [5000, 0] })
  ids.entry = data.expenses_id
  ids.payment = payments[0]?.payment_id ?? 0
  ids.branch = test.school.branch.KKN
  ids.other = test.school.branch.BPI
})
afterAll(() => test.close())

const rolledBack = new Error('rolled back')

/** Runs a statement while a branch is locked up to a day, and returns `ok` or the code of the refusal. */
async function outcome(lockDay: Day, statement: RawBuilder<unknown>, branch = ids.branch) {
  try {
    await test.db.transaction().execute(async (tx) => {
      await sql`insert into account_lock (branch_id, day, is_unlock, created_by, "createdAt")
        values (${branch}, ${lockDay}, false, ${test.school.userId('admin')}, now())`.execute(tx)
      await statement.execute(tx)
      throw rolledBack
    })
  } catch (error) {
    return error === rolledBack ? 'ok' : toAppError(error)?.code
  }
}

const setEntry = (change: RawBuilder<unknown>) =>
  sql`update account_entry set ${change} where entry_id = ${ids.entry}`
const setPayment = (change: RawBuilder<unknown>) =>
  sql`update payment set ${change} where payment_id = ${ids.payment}`
const newEntry = (status: 'draft' | 'posted') => sql`
  insert into account_entry (branch_id, side, status, entry_code, date, value, pay_type, name, created_by)
  values (${ids.branch}, 'expenses', ${status}, ${status === 'draft' ? null : 'PV-X'}, ${today}, 1, 'transfer', 'x', 1)`

const guarded: [string, () => RawBuilder<unknown>][] = [
  ['an entry is inserted', () => newEntry('posted')],
  ['a draft is inserted', () => newEntry('draft')],
  ['the amount of an entry changes', () => setEntry(sql`value = 5`)],
  ['the side of an entry changes', () => setEntry(sql`side = 'income'`)],
  ['the item of an entry changes', () => setEntry(sql`name = 'other'`)],
  ['the class of an entry changes', () => setEntry(sql`is_pass_through = true`)],
  ['the withheld tax of an entry changes', () => setEntry(sql`wht_value = 1`)],
  [
    'the pay type of an entry changes',
    () => setEntry(sql`pay_type = 'transfer', cash_source = null`),
  ],
  ['the source of the cash of an entry changes', () => setEntry(sql`cash_source = 'drawer'`)],
  [
    'a drawer is moved',
    () => sql`
      insert into drawer_move (branch_id, kind, value, created_by, "createdAt")
      values (${ids.branch}, 'top_up', 1, ${test.school.userId('admin')}, ${test.clock.now().toISOString()})`,
  ],
  ['an entry moves to a later day', () => setEntry(sql`date = date + 9`)],
  ['an entry moves to another branch', () => setEntry(sql`branch_id = ${ids.other}`)],
  [
    'an entry is voided',
    () => setEntry(sql`status = 'void', voided_by = created_by, voided_at = now()`),
  ],
  [
    'a payment is inserted',
    () => sql`
      insert into payment (payment_code, application_id, branch_id, type, kind, pay_type, paid, created_by, "createdAt")
      select 'RC-X', application_id, branch_id, type, kind, pay_type, paid, created_by, "createdAt" from payment
      where payment_id = ${ids.payment}`,
  ],
  ['the pay type of a payment changes', () => setPayment(sql`pay_type = 'transfer'`)],
  ['the amount of a payment changes', () => setPayment(sql`paid = 1`)],
  ['a payment moves to a later day', () => setPayment(sql`"createdAt" = "createdAt" + '9 days'`)],
  ['a void is requested', () => setPayment(sql`status = 'delete_requested'`)],
  [
    'a payment is voided',
    () => setPayment(sql`status = 'deleted', voided_by = created_by, voided_at = now()`),
  ],
  [
    'an amount of a line changes',
    () => sql`update payment_line set paid = 1 where payment_id = ${ids.payment}`,
  ],
  [
    'an amount of a line is deleted',
    () => sql`delete from payment_line where payment_id = ${ids.payment}`,
  ],
  [
    'a day close is inserted',
    () => sql`
      insert into closing (closing_code, branch_id, day, movements, expected_cash, expected_transfer, counted_cash,
        difference, created_by, "createdAt")
      values ('DC-X', ${ids.branch}, ${today}, 0, 0, 0, 0, 0, ${test.school.userId('admin')}, now())`,
  ],
]

describe('on a locked day', () => {
  it.each(guarded)('nothing is written: %s', async (_name, statement) => {
    expect(await outcome(today, statement())).toBe('DAY_LOCKED')
    expect(await outcome(addDays(today, 1), statement())).toBe('DAY_LOCKED')
    expect(await outcome(addDays(today, -1), statement())).toBe('ok')
  })

  it.each<[string, () => RawBuilder<unknown>]>([
    ['of an earlier day', () => setEntry(sql`date = date - 9`)],
    ['with an earlier time', () => setPayment(sql`"createdAt" = "createdAt" - '9 days'::interval`)],
  ])('no row can be moved to it: %s', async (_name, statement) => {
    expect(await outcome(addDays(today, -1), statement())).toBe('DAY_LOCKED')
    expect(await outcome(addDays(today, -9), statement())).toBe('DAY_LOCKED')
    expect(await outcome(addDays(today, -10), statement())).toBe('ok')
  })

  it('no row can be moved to the branch', async () => {
    const statement = setEntry(sql`branch_id = ${ids.other}`)
    expect(await outcome(today, statement, ids.other)).toBe('DAY_LOCKED')
    expect(await outcome(addDays(today, -1), statement, ids.other)).toBe('ok')
  })

  it.each<[string, () => RawBuilder<unknown>]>([
    ['the note of an entry', () => setEntry(sql`detail = 'x', payee = 'y', document_no = 'z'`)],
    ['the mileage of an entry', () => setEntry(sql`version = version + 1, "updatedAt" = now()`)],
    ['the name of the customer of a payment', () => setPayment(sql`customer_name = 'x'`)],
    [
      'the kind of a line',
      () => sql`update account_entry set line_kind = 'exam' where payment_id = ${ids.payment}`,
    ],
  ])('%s can still be changed', async (_name, statement) => {
    expect(await outcome(today, statement())).toBe('ok')
  })

  it('the history of locks is never changed', async () => {
    for (const change of [sql`update account_lock set day = null`, sql`delete from account_lock`])
      await expect(change.execute(test.db)).rejects.toThrow(/is not allowed/)
  })
})
