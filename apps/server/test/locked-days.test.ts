/** No writing call of the contract changes money of locked days. */
import { api } from '@khapdee/contract/api'
import { onlyReads } from '@khapdee/contract/endpoint'
import { importKinds } from '@khapdee/domain/import'
import { day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from './app.ts'
import { khonKaen } from './branch-fixture.ts'
import { lockBranch } from './make/account-lock.ts'
import { samples } from './matrix-samples.ts'
import { bearerOf, sendWire } from './send-wire.ts'

let test: TestApp
beforeAll(async () => {
  // Also locks the future, so that every possible day of a call is locked.
  test = await startApp({ skipInvariants: true })
})
afterAll(() => test.close())

/** A hash of the values that the lock protects: entries, payments, cash movements, day closes and opening balances. */
async function guardedMoney(): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select md5((select string_agg(m, e'\n' order by m) from (
      select concat_ws('|', 'entry', entry_id, branch_id, side, status, date, value, pay_type, name, list_expenses_id,
        cash_source, petty_cash_id, is_pass_through, wht_value) as m from account_entry
      union all select concat_ws('|', 'payment', payment_id, branch_id, "createdAt", kind, paid, pay_type,
        status = 'deleted') from payment
      union all select concat_ws('|', 'line', payment_id, line_id, paid) from payment_line
      union all select concat_ws('|', 'drawer', drawer_move_id, branch_id, kind, value, entry_id, is_void) from drawer_move
      union all select concat_ws('|', 'petty', petty_cash_move_id, petty_cash_id, kind, value, is_void) from petty_cash_move
      union all select concat_ws('|', 'account', bank_account_id, branch_id, opening_day, opening_balance, is_delete)
        from bank_account where opening_balance <> 0
      union all select concat_ws('|', 'bank', bank_move_id, branch_id, date, value, is_void) from bank_move
      union all select concat_ws('|', 'closing', closing_id) from closing) money)) as hash`.execute(
    test.db,
  )
  return rows[0]?.hash ?? ''
}

/** The calls that the lock refused, and those that another rule refused. */
const refused: string[] = []
const refusedOtherwise: string[] = []

const writing = api.filter(
  (endpoint) =>
    !onlyReads(endpoint) &&
    endpoint.access !== 'public' &&
    // These calls end the session of the caller, or set the lock day themselves.
    !/^user\/(logout|password)$|^jwt\/|^accounting\/(un)?lock$/.test(endpoint.path),
)

it.each(writing.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s changes no money of locked days',
  async (_name, endpoint) => {
    const branch = khonKaen(test)
    const wire = (await samples.get(endpoint)?.wire(branch)) ?? {}
    const headers = await bearerOf(
      test,
      samples.get(endpoint)?.onlyCreator ? branch.clerk : 'admin',
    )
    const before = await guardedMoney()
    await lockBranch(test, branch.branch_id, day('2100-01-01'))
    const answer = await sendWire(test, endpoint, wire, headers)
    await lockBranch(test, branch.branch_id, null)
    expect(answer.status).not.toBe(500)
    expect(await guardedMoney()).toBe(before)
    if (answer.body.code === 'DAY_LOCKED') refused.push(endpoint.path)
    else if (answer.status !== 200) refusedOtherwise.push(endpoint.path)
  },
)

it('calls that book money were refused by the lock and by no other rule', () => {
  expect(refused.toSorted()).toEqual(
    [
      ...['create', 'paybalance', 'refund', 'refund/payout'].map((call) => `application/${call}`),
      ...['paybalance', 'refund'].flatMap((call) => [`applicationfee/${call}`, `request/${call}`]),
      ...['edit-paytype', 'request-delete', 'decide-delete'].map((call) => `payment/${call}`),
      ...['extend', 'retake', 'changedate'].map((call) => `exam/${call}`),
      ...['create', 'update', 'delete'].flatMap((call) => [`income/${call}`, `expenses/${call}`]),
      'Account/create',
      'Account/update',
      ...['create', 'update', 'delete'].map((call) => `bank-account/${call}`),
      'closing/close',
      'drawer/move',
      'wht/remit',
      ...['approve', 'reopen', 'loan/create', 'loan/repay', 'loan/cancel'].map(
        (call) => `payroll/${call}`,
      ),
      ...['opening', 'advance', 'count', 'replenish', 'return', 'spend'].map(
        (call) => `pettycash/${call}`,
      ),
    ].toSorted(),
  )
})

/** Calls whose samples another rule refuses, so that their answers say nothing about the lock. */
const withoutMoney: Readonly<Record<string, string>> = {
  'branch/delete': 'refused for a branch with employees; a branch has no money without them',
  'backup/start': 'no backup folder is configured; a backup only reads',
  'backup/open': 'there is no backup; a download only reads',
  ...Object.fromEntries(
    Object.keys(importKinds).map((kind) => [
      `import/${kind}/confirm`,
      'the sample was not previewed; imports write master data, customers and exam rights',
    ]),
  ),
  'statement/commit':
    'the sample was not previewed; lines of a statement are no entries of the books',
  'user/sessions/end': 'the sample names no session of the caller',
  'payroll/own/pdf': 'the user has no payslip; it prints one',
  'payroll/certificate/own/pdf': 'the user has no certificate; it prints one',
}

it('every other call was accepted and changed no guarded money, or is listed with the reason why it needs no lock', () => {
  expect(refusedOtherwise.toSorted()).toEqual(Object.keys(withoutMoney).toSorted())
})
