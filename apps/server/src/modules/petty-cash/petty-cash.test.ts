import { expenses } from '@khapdee/contract/entities/account-entry'
import { drawer } from '@khapdee/contract/entities/drawer'
import { pettyCash } from '@khapdee/contract/entities/petty-cash'
import { satang } from '@khapdee/domain/money'
import { addDays } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lockBranch } from '../../../test/make/account-lock.ts'
import { bookExpense, makeItem } from '../../../test/make/account-entry.ts'
import { balanceOf, makePettyCash, moveCash, movePettyCash } from '../../../test/make/drawer.ts'
import { png } from '../../../test/make/file.ts'
import { upload } from '../../../test/make/upload.ts'
import { randomUUID } from 'node:crypto'

let test: TestApp
let id: number
const manager = 'manager.kkn'

beforeAll(async () => {
  test = await startApp()
  await moveCash(test, 'top_up', 10_000_000)
})
afterAll(() => test.close())
beforeEach(async () => {
  id = await makePettyCash(test, 100_000)
})

const held = async () =>
  (await test.call(pettyCash.get, { petty_cash_id: id }, manager)).data.balance

async function spend(value: number) {
  const { file_id } = await upload(test, manager, png(20, 20), 'receipt.png')
  const input = { petty_cash_id: id, other_name: 'ค่าน้ำดื่ม', value: satang(value), file_id }
  return test.call(pettyCash.spend, input, manager, { 'idempotency-key': randomUUID() })
}

describe('petty cash', () => {
  it('has one opening balance, the cash of the holder before the books, which is not taken from the drawer', async () => {
    const before = await balanceOf(test)
    expect((await movePettyCash(test, 'opening', id, 100_001)).body.message).toMatch(/เกินวงเงิน/)
    expect((await movePettyCash(test, 'opening', id, 40_000)).status).toBe(200)
    expect((await movePettyCash(test, 'opening', id, 1)).body.code).toBe('STATE')
    expect([await held(), await balanceOf(test)]).toEqual([40_000, before])
  })

  it('is advanced from the drawer, spent with a picture, counted, replenished and returned', async () => {
    const before = await balanceOf(test)
    await movePettyCash(test, 'advance', id, 100_000)
    expect(await held()).toBe(100_000)
    expect(before - (await balanceOf(test))).toBe(100_000)
    await spend(25_000)
    expect(await held()).toBe(75_000)
    await movePettyCash(test, 'replenish', id, 74_000)
    expect(await held()).toBe(100_000)
    expect(before - (await balanceOf(test))).toBe(126_000)
    await movePettyCash(test, 'return', id, 100_000)
    expect(before - (await balanceOf(test))).toBe(26_000)
    const item = await makeItem(test, { name: 'ค่าไปรษณีย์' })
    const other = await makeItem(test, { name: 'ค่าน้ำมัน', type: 'vehicle' })
    // The cashier, who may not see the books, can also spend by an item.
    const { moves, items } = (await test.call(pettyCash.get, { petty_cash_id: id }, 'cashier.kkn'))
      .data
    expect(items).toContainEqual({ value: item, name: 'ค่าไปรษณีย์' })
    expect(items.map(({ value }) => value)).not.toContain(other)
    expect(moves.map(({ kind, value, counted }) => [kind, value, counted])).toEqual([
      ['return', -100_000, null],
      ['replenish', 26_000, null],
      ['count', 0, 74_000],
      ['spend', -1_000, null],
      ['spend', -25_000, null],
      ['advance', 100_000, null],
    ])
    expect(moves[3]).toMatchObject({ entry_name: 'เงินขาด' })
    expect(moves[4]).toMatchObject({ entry_name: 'ค่าน้ำดื่ม', file: { name: 'receipt.png' } })
  })

  it('shows its movements by pages, newest first', async () => {
    for (const value of [10_000, 9_000, 8_000]) await movePettyCash(test, 'advance', id, value)
    const pageOf = async (page: number) =>
      (await test.call(pettyCash.get, { petty_cash_id: id, page, perPage: 2 }, manager)).body
    const [first, second] = [await pageOf(1), await pageOf(2)]
    expect(first.data.moves.map(({ value }: { value: number }) => value)).toEqual([80, 90])
    expect(second.data.moves.map(({ value }: { value: number }) => value)).toEqual([100])
    expect(second.meta).toEqual({ page: 2, perPage: 2, total: 3, totalPages: 2 })
    // What the holder has does not depend on the page.
    expect(second.data.balance).toBe(270)
  })

  it('books a surplus of the count as a separate movement', async () => {
    await movePettyCash(test, 'advance', id, 50_000)
    await movePettyCash(test, 'count', id, 50_300)
    expect(await held()).toBe(50_300)
    const { moves } = (await test.call(pettyCash.get, { petty_cash_id: id }, manager)).data
    expect(moves[1]).toMatchObject({ kind: 'income', value: 300, entry_name: 'เงินเกิน' })
  })

  it.each(['count', 'replenish'] as const)(
    'is not counted against another balance than was shown, so that two users who %s it at once book no shortage',
    async (kind) => {
      await movePettyCash(test, 'advance', id, 40_000)
      const before = await balanceOf(test)
      const input = { petty_cash_id: id, counted: satang(39_000), note: '' }
      const expected_balance = satang(40_000)
      const both = await Promise.all(
        [1, 2].map(() =>
          test.call(pettyCash[kind], { ...input, expected_balance }, manager, {
            'idempotency-key': randomUUID(),
          }),
        ),
      )
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('กรุณาตรวจนับอีกครั้ง'),
      })
      const full = kind === 'count' ? 39_000 : 100_000
      expect([await held(), before - (await balanceOf(test))]).toEqual([full, full - 39_000])
    },
  )

  it('never falls below 0 nor exceeds its limit', async () => {
    expect((await movePettyCash(test, 'advance', id, 100_001)).body.message).toBe(
      'เงินสดย่อยคงเหลือ 1,000.01 บาท เกินวงเงิน 1,000.00 บาท',
    )
    await movePettyCash(test, 'advance', id, 40_000)
    expect((await spend(40_001)).body.message).toBe('เงินสดย่อยมีไม่พอ ขาด 0.01 บาท')
    expect((await movePettyCash(test, 'return', id, 40_001)).status).toBe(409)
    expect((await movePettyCash(test, 'count', id, 100_001)).status).toBe(409)
    expect((await movePettyCash(test, 'replenish', id, 100_000)).status).toBe(409)
    expect(await held()).toBe(40_000)
  })

  it('takes no more cash from the drawer than it holds', async () => {
    const all = await balanceOf(test)
    await moveCash(test, 'deposit', all - 500)
    expect((await movePettyCash(test, 'advance', id, 501)).body.message).toContain(
      'เงินสดในลิ้นชักมีไม่พอ',
    )
    await moveCash(test, 'top_up', all)
  })

  it('pays an entry that refers to it, whose amount and source cannot change after a count', async () => {
    await movePettyCash(test, 'advance', id, 50_000)
    const source = { cash_source: 'petty_cash', petty_cash_id: id } as const
    const { expenses_id: entry_id } = (await bookExpense(test, { ...source, value: satang(1_000) }))
      .data
    expect(await held()).toBe(49_000)
    const base = { expenses_id: entry_id, other_name: 'น้ำ', pay_type: 'cash' } as const
    const change = (values: object, version: number) =>
      test.call(expenses.update, { ...base, value: satang(2_000), ...values, version }, manager)
    expect((await change({}, 1)).status).toBe(200)
    expect(await held()).toBe(48_000)
    expect((await change({ cash_source: 'drawer' }, 2)).status).toBe(200)
    expect(await held()).toBe(50_000)
    expect((await change(source, 3)).status).toBe(200)
    const isCounted = async () =>
      (await test.call(expenses.get, { expenses_id: entry_id }, manager)).data.is_counted
    expect(await isCounted()).toBe(false)
    await movePettyCash(test, 'count', id, 48_000)
    expect(await isCounted()).toBe(true)
    const counted = [409, expect.stringContaining('ตรวจนับแล้ว')]
    for (const values of [
      { value: satang(1) },
      // The paid amount equals the counted amount.
      { value: satang(2_500), wht_value: satang(500) },
      { other_name: 'น้ำมัน' },
      { date: addDays(test.clock.today(), -1) },
    ]) {
      const { status, body } = await change(values, 4)
      expect([status, body.message]).toEqual(counted)
    }
    expect((await change({ detail: 'ใบเสร็จอยู่ในแฟ้ม', payee: 'ร้านน้ำ' }, 4)).status).toBe(200)
  })

  it('keeps the balance of a locked day, even when the day of its entry was changed', async () => {
    await movePettyCash(test, 'advance', id, 50_000)
    const now = test.clock.now()
    const today = test.clock.today()
    const source = { cash_source: 'petty_cash', petty_cash_id: id, value: satang(1_000) } as const
    const { expenses_id } = (await bookExpense(test, { ...source, other_name: 'น้ำ' })).data
    test.clock.set(new Date(now.getTime() + 86_400_000).toISOString())
    const date = test.clock.today()
    const moved = { ...source, expenses_id, other_name: 'น้ำ', pay_type: 'cash', date } as const
    expect((await test.call(expenses.update, { ...moved, version: 1 }, manager)).status).toBe(200)
    await lockBranch(test, test.school.branch.KKN, today)
    const removed = { expenses_id, version: 2, note: 'บันทึกซ้ำ' }
    expect((await test.call(expenses.delete, removed, manager)).body.code).toBe('DAY_LOCKED')
    await lockBranch(test, test.school.branch.KKN, null)
    test.clock.set(now.toISOString())
    expect(await held()).toBe(49_000)
  })

  it('stays the source of an entry of a locked day', async () => {
    await movePettyCash(test, 'advance', id, 50_000)
    const other = await makePettyCash(test, 100_000)
    await movePettyCash(test, 'advance', other, 50_000)
    const source = { cash_source: 'petty_cash', petty_cash_id: id, value: satang(1_000) } as const
    const date = addDays(test.clock.today(), -1)
    const entry = { ...source, date, other_name: 'น้ำ' }
    const { expenses_id } = (await bookExpense(test, entry)).data
    // The movement would be written today, which is not locked.
    await lockBranch(test, test.school.branch.KKN, date)
    const base = { expenses_id, pay_type: 'cash', version: 1 } as const
    const moved = { ...base, ...entry, petty_cash_id: other }
    expect((await test.call(expenses.update, moved, manager)).body.code).toBe('DAY_LOCKED')
    await lockBranch(test, test.school.branch.KKN, null)
    expect(await held()).toBe(49_000)
  })

  it('is refused as a source when it is missing or belongs to another branch', async () => {
    const source = { cash_source: 'petty_cash' } as const
    expect((await bookExpense(test, source)).body.errors).toMatchObject([{ path: 'petty_cash_id' }])
    const named = { ...source, petty_cash_id: id }
    const { BPI } = test.school.branch
    const other = await bookExpense(test, { ...named, branch_id: BPI }, 'manager.bpi')
    expect(other.status).toBe(404)
  })

  it("keeps a limit of at least the holder's balance, and can be closed only when it is empty", async () => {
    await movePettyCash(test, 'advance', id, 40_000)
    const row = (await test.call(pettyCash.get, { petty_cash_id: id }, manager)).data
    const { name, user_id, version } = row
    const change = (limit: number, is_activate: boolean, v = version) =>
      test.call(
        pettyCash.update,
        { petty_cash_id: id, name, user_id, limit_value: satang(limit), is_activate, version: v },
        manager,
      )
    expect((await change(39_999, true)).status).toBe(409)
    const holds = await change(40_000, false)
    expect([holds.status, holds.body.message]).toEqual([
      409,
      expect.stringMatching(/^เงินสดย่อยที่ปิดใช้งาน/),
    ])
    expect((await change(40_000, true)).status).toBe(200)
    expect((await change(40_000, true)).status).toBe(409)
    const source = { cash_source: 'petty_cash', petty_cash_id: id, value: satang(1_000) } as const
    const { expenses_id } = (await bookExpense(test, source)).data
    await movePettyCash(test, 'return', id, 39_000)
    expect((await change(40_000, false, version + 1)).status).toBe(200)
    expect((await movePettyCash(test, 'advance', id, 1)).status).toBe(409)
    // No cash can be returned to a closed petty cash.
    const base = { expenses_id, version: 1 }
    const changed = { ...base, ...source, other_name: 'น้ำ', pay_type: 'cash' } as const
    for (const { status, body } of [
      await test.call(expenses.delete, { ...base, note: 'บันทึกซ้ำ' }, manager),
      await test.call(expenses.update, { ...changed, value: satang(900) }, manager),
    ])
      expect([status, body.message]).toEqual([409, expect.stringMatching(/^เงินสดย่อยที่ปิดใช้งาน/)])
    expect(await held()).toBe(0)
  })

  it('shows its movements in the drawer under its name', async () => {
    await movePettyCash(test, 'advance', id, 100)
    const { data } = (await test.call(drawer.gettable, { type: 'petty_cash' }, manager)).answer
    expect(data[0]).toMatchObject({ value: -100, note: 'รับเงินจากลิ้นชัก เงินสดย่อยหน้าร้าน' })
  })
})
