import { accountLock } from '@khapdee/contract/entities/account-lock'
import { addDays, day } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { bookExpense } from '../../../test/make/account-entry.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'
import { bearerOf } from '../../../test/send-wire.ts'
import { makeLine } from '../../../test/make/statement.ts'
import { makeRecord } from '../../../test/make/record.ts'
import { lockBranch } from '../../../test/make/account-lock.ts'

let test: TestApp
let desk: MoneyDesk
/** The branch of the calls below. */
let branch_id: number
const today = day('2026-11-21')
const yesterday = addDays(today, -1)

beforeAll(async () => {
  // The money of yesterday is recorded before any day is locked.
  test = await startApp({ now: '2026-11-20T03:00:00Z' })
  desk = moneyDesk(test)
  branch_id = test.school.branch.KKN
})
afterAll(() => test.close())

const lock = (lockDay: typeof today, as = 'accountant') =>
  test.call(accountLock.lock, { branch_id, day: lockDay, note: 'ส่งบัญชีแล้ว' }, as)
const rowOf = async (as = 'owner') => {
  const { data } = await test.call(accountLock.gettable, { branch: String(branch_id) }, as)
  return data[0]
}
const unlock = (to: typeof today | null, version: number, as = 'owner') =>
  test.call(accountLock.unlock, { branch_id, day: to, note: 'บันทึกตกหล่น', version }, as)
const openUntil = async (until: typeof today) =>
  (await test.call(accountLock.open, { branch_id, day: until }, 'accountant')).data

describe('locking a day', () => {
  it('is possible only when its money is closed and no void request of it waits; drafts are shown', async () => {
    await bookExpense(test, { other_name: 'ค่าน้ำ', status: 'draft', date: yesterday })
    const { payments } = await desk.register({ paid: [5000, 0] })
    await desk.requestVoid(payments[0]?.payment_id ?? 0)
    test.clock.set('2026-11-21T03:00:00Z')
    const refused = await lock(yesterday)
    expect(refused).toMatchObject({ status: 409, body: { code: 'STATE' } })
    expect(refused.body.message).toBe(
      'ยังล็อกไม่ได้ มีรายการรับเงินที่ยังไม่ปิดยอด 1 รายการ และคำขอลบใบเสร็จที่รออนุมัติ 1 รายการถึงวันที่ 20/11/2569',
    )
    const code = payments[0]?.payment_code
    expect(await openUntil(yesterday)).toMatchObject([
      { kind: 'unclosed', is_blocking: true, count: 1, value: 5000, items: [{ code }] },
      { kind: 'void_request', is_blocking: true, count: 1, items: [{ date: yesterday }] },
      { kind: 'draft', is_blocking: false, count: 1, items: [{ code: '', name: 'ค่าน้ำ' }] },
    ])
    expect(await openUntil(addDays(yesterday, -1))).toEqual([])
    await desk.close(branch_id)
    const answer = await lock(yesterday)
    expect(answer.status).toBe(200)
    expect(answer.body.message).toBe('ล็อกบัญชีถึงวันที่ 20/11/2569 แล้ว')
    expect(await rowOf()).toMatchObject({ day: yesterday, note: 'ส่งบัญชีแล้ว' })
  })

  it('is possible until yesterday at the latest, and only beyond the present lock day', async () => {
    const tooLate = await lock(today)
    expect(tooLate.body.errors).toEqual([{ path: 'day', message: 'วันล็อกบัญชีต้องไม่เกินเมื่อวาน' }])
    const again = await lock(yesterday)
    expect(again).toMatchObject({ status: 400, body: { errors: [{ path: 'day' }] } })
    expect(again.body.message).toContain('ถึงวันที่ 20/11/2569 แล้ว')
    expect((await lock(day('1999-12-31'))).status).toBe(400)
  })

  it('is allowed to users with the permission, in their branches', async () => {
    expect((await lock(yesterday, 'cashier.kkn')).status).toBe(403)
    expect((await lock(yesterday, 'manager.bpi')).status).toBe(404)
    const answer = await test.call(accountLock.open, { branch_id, day: today }, 'manager.bpi')
    expect(answer.status).toBe(404)
  })
})

it('unmatched lines are shown with their account; those of a school-wide account only to users of all branches', async () => {
  const lineOf = async (values: object) => {
    // Without an opening balance, because a locked day would refuse it.
    const account = await makeRecord(test.db, 'bank_account', { opening_balance: 0, ...values })
    await makeLine(test, account.bank_account_id, 100, { date: yesterday })
  }
  await lineOf({ branch_id, name: 'บัญชีสาขา' })
  await lineOf({ branch_id: null, name: 'บัญชีกลาง' })
  await lineOf({ branch_id: test.school.branch.BPI })
  const linesFor = async (as: string) => {
    const { data } = await test.call(accountLock.open, { branch_id, day: yesterday }, as)
    return data.flatMap(({ kind, count, items }) =>
      kind === 'statement_line' ? [count, ...items.map(({ code }) => code)] : [],
    )
  }
  expect(await linesFor('accountant')).toEqual([2, 'บัญชีสาขา', 'บัญชีกลาง'])
  expect(await linesFor('manager.kkn')).toEqual([1, 'บัญชีสาขา'])
})

describe('unlocking', () => {
  it('needs the permission of an owner, a reason and the current version', async () => {
    const version = (await rowOf())?.version ?? 0
    for (const as of ['accountant', 'manager.kkn'])
      expect((await unlock(null, version, as)).status).toBe(403)
    const withoutReason = await test.raw(
      'POST',
      'accounting/unlock',
      { branch_id, note: ' ', version },
      await bearerOf(test, 'owner'),
    )
    expect(withoutReason.body.errors).toMatchObject([{ path: 'note' }])
    expect((await unlock(null, version - 1)).status).toBe(409)
    expect((await unlock(yesterday, version)).body.errors).toMatchObject([{ path: 'day' }])
    expect(await rowOf()).toMatchObject({ day: yesterday, version })
  })

  it('returns to an earlier day, or unlocks all days; the history shows each step', async () => {
    const earlier = addDays(yesterday, -9)
    expect((await unlock(earlier, (await rowOf())?.version ?? 0)).status).toBe(200)
    expect(await rowOf()).toMatchObject({ day: earlier })
    expect((await bookExpense(test, { date: addDays(earlier, 1) })).status).toBe(200)
    expect((await bookExpense(test, { date: earlier })).body.code).toBe('DAY_LOCKED')
    expect((await unlock(null, (await rowOf())?.version ?? 0)).status).toBe(200)
    expect((await bookExpense(test, { date: earlier })).status).toBe(200)
    expect(await unlock(null, (await rowOf())?.version ?? 0)).toMatchObject({ status: 409 })
    const history = await test.call(accountLock.history, { branch: String(branch_id) }, 'owner')
    expect(history.data.map((row) => [row.day, row.is_unlock])).toEqual([
      [null, true],
      [earlier, true],
      [yesterday, false],
    ])
  })
})

it('does not affect other branches', async () => {
  await lockBranch(test, test.school.branch.BPI, yesterday)
  expect((await bookExpense(test, { date: yesterday })).status).toBe(200)
  expect((await bookExpense(test, { date: yesterday }, 'manager.bpi')).body.code).toBe('DAY_LOCKED')
})
