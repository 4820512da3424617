import { expenses, income } from '@khapdee/contract/entities/account-entry'
import { closing } from '@khapdee/contract/entities/closing'
import { drawer } from '@khapdee/contract/entities/drawer'
import { expenseItem } from '@khapdee/contract/entities/expense-item'
import { type Satang, satang, zeroSatang } from '@khapdee/domain/money'
import { addDays } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { bookExpense, bookIncome, makeItem } from '../../../test/make/account-entry.ts'
import { balanceOf, closeDrawer, moveCash } from '../../../test/make/drawer.ts'
import { png } from '../../../test/make/file.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'
import { makeAccount } from '../../../test/make/statement.ts'
import { upload } from '../../../test/make/upload.ts'
import { checkInvariants } from '../../db/invariants.ts'

let test: TestApp
let desk: MoneyDesk
let branch_id: number
const manager = 'manager.kkn'
const cashier = 'cashier.kkn'

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
  branch_id = test.school.branch.KKN
})
afterAll(() => test.close())

const fromDrawer = { cash_source: 'drawer' } as const
const partsNow = async () => (await test.call(drawer.get, { branch_id }, cashier)).data.parts

/** The live movement of an entry, or undefined. */
const movementOf = (entry_id: number) =>
  test.db
    .selectFrom('drawer_move')
    .select(['value', 'kind'])
    .where('entry_id', '=', entry_id)
    .where('is_void', '=', false)
    .executeTakeFirst()

// Every test starts with 1,000 baht in the drawer and nothing to close.
beforeEach(async () => {
  await moveCash(test, 'top_up', 1)
  await closeDrawer(test)
  const change = 100_000 - (await balanceOf(test))
  if (change !== 0) await moveCash(test, 'correction', change)
  await closeDrawer(test)
})

describe('the cash of a drawer from before the books', () => {
  it('is entered once before the first day close, and is shown by the close', async () => {
    const nan = test.school.branch.BPI
    const opened = (as = 'admin') => moveCash(test, 'opening', 150_000, { branch_id: nan }, as)
    const read = async () => (await test.call(drawer.get, { branch_id: nan }, 'admin')).data
    expect(await read()).toMatchObject({ can_open: true, balance: 0 })
    expect((await opened()).status).toBe(200)
    expect((await opened()).body.code).toBe('STATE')
    expect(await read()).toMatchObject({
      can_open: false,
      balance: 150_000,
      parts: { opening: 150_000 },
    })
    expect((await moveCash(test, 'opening', 100)).body.code).toBe('STATE')
  })
})

it('a deposit goes to the chosen account, and other movements have no account', async () => {
  const bank_account_id = await makeAccount(test, branch_id)
  expect((await moveCash(test, 'cash_out', 100, { bank_account_id })).body.errors).toMatchObject([
    { path: 'bank_account_id' },
  ])
  const other = { bank_account_id: await makeAccount(test, test.school.branch.BPI) }
  expect((await moveCash(test, 'deposit', 100, other)).body.errors).toMatchObject([
    { path: 'bank_account_id', message: expect.stringMatching(/^ไม่พบรายการนี้/) },
  ])
  const { drawer_move_id } = (await moveCash(test, 'deposit', 100, { bank_account_id })).data
  const accountOf = async (id: number) =>
    await test.db
      .selectFrom('drawer_move')
      .select('bank_account_id')
      .where('drawer_move_id', '=', id)
      .executeTakeFirst()
  expect(await accountOf(drawer_move_id)).toEqual({ bank_account_id })

  const { balance } = (await test.call(drawer.get, { branch_id }, 'manager.kkn')).data
  const closeWith = (values: { deposit: Satang; bank_account_id: number }) => {
    const input = { branch_id, date: test.clock.today(), counted_cash: balance, note: '' }
    return test.call(closing.close, { ...input, ...values }, 'cashier.kkn')
  }
  const deposit = satang(100)
  for (const refused of [
    { deposit: zeroSatang, bank_account_id },
    { deposit, ...other },
  ])
    expect((await closeWith(refused)).body.errors).toMatchObject([{ path: 'bank_account_id' }])
  expect((await closeWith({ deposit, bank_account_id })).status).toBe(200)
  const { data } = await test.call(drawer.gettable, { type: 'deposit' }, 'manager.kkn')
  expect(data.slice(0, 2).map(({ note, value }) => [note, value])).toEqual([
    ['นำฝากเมื่อปิดยอด', -100],
    ['ทดสอบ', -100],
  ])
  expect(new Set(data.slice(0, 2).map((row) => row.bank_account)).size).toBe(1)
  expect(await accountOf(data[0]?.drawer_move_id ?? 0)).toEqual({ bank_account_id })
})

describe('the cash of a drawer', () => {
  it('is the float, receipts, refunds and movements, each shown separately', async () => {
    const app = await desk.register({ paid: [50_000, 0] })
    await desk.pay(app, [[1, 15_000, 'transfer']])
    await desk.refund(app, 20_000)
    await moveCash(test, 'cash_out', 1_000)
    await moveCash(test, 'deposit', 30_000)
    await moveCash(test, 'top_up', 5_000)
    await moveCash(test, 'correction', -70)
    await bookExpense(test, { ...fromDrawer, value: satang(2_000), wht_value: satang(60) })
    await bookIncome(test, { ...fromDrawer, value: satang(3_000) })
    expect(await partsNow()).toEqual({
      float: 100_000,
      receipts: 50_000,
      refunds: -20_000,
      income: 3_000,
      expenses: -1_940,
      opening: 0,
      cash_out: -1_000,
      deposit: -30_000,
      top_up: 5_000,
      correction: -70,
      petty_cash: 0,
    })
    expect(await balanceOf(test)).toBe(104_990)
  })

  it('cannot be exceeded by any movement that takes cash', async () => {
    for (const kind of ['cash_out', 'deposit'] as const) {
      const refused = await moveCash(test, kind, 100_001)
      expect([refused.status, refused.body.code]).toEqual([409, 'STATE'])
      expect(refused.body.message).toBe('เงินสดในลิ้นชักมีไม่พอ มีอยู่ 1,000.00 บาท')
    }
    expect((await moveCash(test, 'correction', -100_001)).status).toBe(409)
    expect((await bookExpense(test, { ...fromDrawer, value: satang(100_001) })).status).toBe(409)
    const { income_id: entry_id } = (await bookIncome(test, { ...fromDrawer, value: satang(500) }))
      .data
    await moveCash(test, 'deposit', 100_200)
    const input = { income_id: entry_id, version: 1, note: 'บันทึกผิด' }
    expect((await test.call(income.delete, input, manager)).status).toBe(409)
    expect(await balanceOf(test)).toBe(300)
  })

  it('refuses negative amounts of most movements, amounts of 0, and a movement without a reason', async () => {
    for (const kind of ['cash_out', 'top_up'] as const)
      expect((await moveCash(test, kind, -100)).body.errors).toMatchObject([{ path: 'value' }])
    const wire = { branch_id, kind: 'correction', value: -5, note: 'นับใหม่' }
    expect(drawer.move.input.safeParse(wire).success).toBe(true)
    for (const wrong of [{ value: 0 }, { value: 0.001 }, { note: ' ' }])
      expect(drawer.move.input.safeParse({ ...wire, ...wrong }).success).toBe(false)
  })

  it('is moved once by a repeated request, and not without a key', async () => {
    const input = { branch_id, kind: 'cash_out', value: satang(700), note: 'ซ้ำ' } as const
    const headers = { 'idempotency-key': '7d3c0a86-2222-4111-8111-111111111111' }
    const first = await test.call(drawer.move, input, cashier, headers)
    const second = await test.call(drawer.move, input, cashier, headers)
    expect(second.data).toEqual(first.data)
    expect(await balanceOf(test)).toBe(99_300)
  })

  it('keeps the slip of a deposit, which only its uploader may attach', async () => {
    const { file_id } = await upload(test, cashier, png(20, 20), 'slip.png')
    expect((await moveCash(test, 'deposit', 500, { file_id }, manager)).status).toBe(400)
    await moveCash(test, 'deposit', 500, { file_id })
    const { data } = (await test.call(drawer.gettable, { type: 'deposit' }, cashier)).answer
    expect(data[0]).toMatchObject({ value: -500, file: { file_id } })
  })

  it('of another branch is neither seen nor moved', async () => {
    const { BPI } = test.school.branch
    expect((await test.call(drawer.get, { branch_id: BPI }, cashier)).status).toBe(404)
    expect((await moveCash(test, 'top_up', 1, { branch_id: BPI })).status).toBe(404)
    await moveCash(test, 'top_up', 100, { branch_id: BPI }, 'cashier.bpi')
    const { data } = (await test.call(drawer.gettable, { page: 1, perPage: 100 }, cashier)).answer
    expect(new Set(data.map((row) => row.branch_id))).toEqual(new Set([branch_id]))
  })
})

describe('a cash entry', () => {
  it('changes the drawer by default, at the current time whatever its day is', async () => {
    const date = addDays(test.clock.today(), -20)
    const { expenses_id: entry_id } = (
      await bookExpense(test, { ...fromDrawer, date, value: satang(900) })
    ).data
    expect(await movementOf(entry_id)).toMatchObject({ value: -900, kind: 'expenses' })
    const { data } = (await test.call(drawer.gettable, {}, cashier)).answer
    expect(data[0]?.createdAt).toBe(test.clock.now().toISOString())
    const row = (await test.call(expenses.get, { expenses_id: entry_id }, manager)).data
    expect(row.cash_source).toBe('drawer')
  })

  it('has one live movement that follows its amount, source, pay type and status', async () => {
    const { expenses_id: entry_id } = (
      await bookExpense(test, { ...fromDrawer, status: 'draft', value: satang(900) })
    ).data
    expect(await movementOf(entry_id)).toBeUndefined()
    const base = { expenses_id: entry_id, other_name: 'น้ำแข็ง', pay_type: 'cash' } as const
    let version = 1
    const change = async (values: object, expected: number | undefined) => {
      const input = { ...base, value: satang(900), ...values, version }
      const answer = await test.call(expenses.update, input, manager)
      expect(answer.status).toBe(200)
      version++
      expect((await movementOf(entry_id))?.value).toBe(expected)
    }
    await change({ status: 'posted' }, -900)
    await change({ value: satang(1_200) }, -1_200)
    await change({ value: satang(1_200), cash_source: 'outside' }, undefined)
    // Fields that an update omits stay unchanged.
    await change({ value: satang(1_300) }, undefined)
    await change({ cash_source: 'drawer' }, -900)
    await change({ pay_type: 'transfer' }, undefined)
    await change({}, -900)
    const input = { expenses_id: entry_id, version, note: 'บันทึกซ้ำ' }
    expect((await test.call(expenses.delete, input, manager)).status).toBe(200)
    expect(await movementOf(entry_id)).toBeUndefined()
    expect(await balanceOf(test)).toBe(100_000)
  })

  it('keeps its cash once a day close has counted it', async () => {
    const { expenses_id: entry_id } = (
      await bookExpense(test, { ...fromDrawer, value: satang(900) })
    ).data
    const isCounted = async () =>
      (await test.call(expenses.get, { expenses_id: entry_id }, manager)).data.is_counted
    expect(await isCounted()).toBe(false)
    await closeDrawer(test)
    expect(await isCounted()).toBe(true)
    const base = {
      expenses_id: entry_id,
      other_name: 'ค่าน้ำแข็ง',
      pay_type: 'cash',
      value: satang(900),
      version: 1,
    } as const
    const frozen = [
      { value: satang(901) },
      { cash_source: 'outside' },
      { pay_type: 'transfer' },
      { wht_value: satang(1) },
      // The paid amount equals the counted amount.
      { value: satang(1_000), wht_value: satang(100) },
      { other_name: 'ค่าน้ำดื่ม' },
      { date: addDays(test.clock.today(), -1) },
    ] as const
    for (const values of frozen) {
      const refused = await test.call(expenses.update, { ...base, ...values }, manager)
      expect([refused.status, refused.body.code]).toEqual([409, 'STATE'])
      expect(refused.body.message).toContain('ตรวจนับแล้ว')
    }
    const voided = { expenses_id: entry_id, version: 1, note: 'บันทึกซ้ำ' }
    expect((await test.call(expenses.delete, voided, manager)).status).toBe(409)
    const noted = await test.call(expenses.update, { ...base, detail: 'หน้าร้าน' }, manager)
    expect(noted.status).toBe(200)
  })

  it('refuses a source of a transfer', async () => {
    const input = { pay_type: 'transfer', other_name: 'โอน', value: satang(100) } as const
    const refused = await test.call(expenses.create, { ...input, cash_source: 'drawer' }, manager, {
      'idempotency-key': '7d3c0a86-3333-4111-8111-111111111111',
    })
    expect(refused.body.errors).toMatchObject([{ path: 'cash_source' }])
  })

  it('is paid from the drawer later by a cash-out of its amount', async () => {
    const { expenses_id } = (await bookExpense(test, { value: satang(800) })).data
    expect((await moveCash(test, 'cash_out', 700, { expenses_id })).body.errors).toMatchObject([
      { path: 'value', message: expect.stringContaining('8.00 บาท') },
    ])
    expect((await moveCash(test, 'top_up', 800, { expenses_id })).status).toBe(400)
    await moveCash(test, 'cash_out', 800, { expenses_id, note: 'จ่ายแล้ว' })
    expect(await movementOf(expenses_id)).toMatchObject({ value: -800 })
    expect((await moveCash(test, 'cash_out', 800, { expenses_id })).body.errors).toMatchObject([
      { path: 'expenses_id' },
    ])
    expect(await balanceOf(test)).toBe(99_200)
  })
})

describe('a day close', () => {
  const stored = async (closing_id: number) =>
    (await test.call(closing.get, { closing_id }, cashier)).data

  it('is possible with only drawer movements, and carries over the count less the deposit', async () => {
    await moveCash(test, 'cash_out', 10_000)
    const { closing_id } = (await closeDrawer(test, { deposit: 70_000 })).data
    expect(await stored(closing_id)).toMatchObject({
      movements: 0,
      expected_cash: 90_000,
      counted_cash: 90_000,
      difference: 0,
      deposit: 70_000,
      next_float: 20_000,
      parts: { float: 100_000, cash_out: -10_000 },
      moves: [
        { kind: 'cash_out', value: -10_000 },
        { kind: 'deposit', value: -70_000 },
      ],
    })
    expect(await partsNow()).toMatchObject({ float: 20_000, cash_out: 0, deposit: 0 })
    expect((await closeDrawer(test)).body.message).toBe('ไม่มีรายการรับเงินหรือรายการลิ้นชักเงินสดให้ปิดยอด')
  })

  it.each([
    [-2_000, 'เงินขาด', 'expenses', 'PV-'],
    [3_000, 'เงินเกิน', 'income', 'IV-'],
  ] as const)('posts a difference of %i to the item %s', async (difference, name, side, code) => {
    await desk.register({ paid: [5_000, 0] })
    const { closing_id } = (
      await closeDrawer(test, { counted: 105_000 + difference, note: 'ทอนผิด' })
    ).data
    const { moves, next_float } = await stored(closing_id)
    expect(moves).toMatchObject([{ kind: side, value: difference, entry_name: name }])
    expect(next_float).toBe(105_000 + difference)
    const entry = await test.db
      .selectFrom('account_entry')
      .selectAll()
      .where('entry_id', '=', moves[0]?.entry_id ?? 0)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ side, value: Math.abs(difference), detail: 'ทอนผิด' })
    expect(entry.entry_code).toContain(code)
    const note = { version: 1, note: 'ลบ' }
    const voided =
      side === 'income'
        ? await test.call(income.delete, { income_id: entry.entry_id, ...note }, manager)
        : await test.call(expenses.delete, { expenses_id: entry.entry_id, ...note }, manager)
    expect(voided.status).toBe(409)
    const fields = { pay_type: 'cash', value: satang(Math.abs(difference)), version: 1 } as const
    const rename = (other_name: string, list_expenses: number | null) =>
      side === 'income'
        ? test.call(
            income.update,
            { ...fields, income_id: entry.entry_id, other_name, list_expenses },
            manager,
          )
        : test.call(
            expenses.update,
            { ...fields, expenses_id: entry.entry_id, other_name, list_expenses },
            manager,
          )
    expect((await rename('ค่าน้ำแข็ง', null)).status).toBe(409)
    const category = side === 'income' ? 'other_income' : 'expenses'
    expect((await rename('', await makeItem(test, { category }))).status).toBe(409)
  })

  it('refuses a difference above the maximum amount of an entry', async () => {
    await moveCash(test, 'top_up', 500)
    const before = await balanceOf(test)
    const refused = await closeDrawer(test, { counted: before + 1_000_000_000, note: 'นับผิด' })
    expect([refused.status, refused.body.errors]).toMatchObject([
      400,
      [{ path: 'counted_cash', message: expect.stringContaining('9,999,999.99 บาท') }],
    ])
    expect(await balanceOf(test)).toBe(before)
  })

  it('books refunds that exceed the cash as money from outside the drawer', async () => {
    const app = await desk.register({ paid: [5_000, 0] })
    await moveCash(test, 'deposit', 105_000)
    await desk.refund(app, 5_000)
    const { closing_id } = (await closeDrawer(test, { counted: 0 })).data
    expect(await stored(closing_id)).toMatchObject({
      expected_cash: -5_000,
      difference: 0,
      next_float: 0,
      moves: [{ kind: 'deposit' }, { kind: 'top_up', value: 5_000 }],
    })
  })

  it('refuses a deposit above the count', async () => {
    await moveCash(test, 'top_up', 100)
    const refused = await closeDrawer(test, { counted: 100_100, deposit: 100_101 })
    expect(refused.body.errors).toMatchObject([{ path: 'deposit' }])
  })

  it('made before drawers existed keeps its formula, and leaves no float', async () => {
    const other = test.school.branch.BPI
    await test.db
      .insertInto('closing')
      .values({
        closing_code: 'DC-BPI-6901-0001',
        branch_id: other,
        day: '2026-01-05',
        movements: 0,
        expected_cash: 0,
        expected_transfer: 0,
        counted_cash: 0,
        difference: 0,
        note: '',
        created_by: test.school.userId(cashier),
        createdAt: '2026-01-05T10:00:00Z',
      })
      .execute()
    const { data } = await test.call(drawer.get, { branch_id: other }, 'cashier.bpi')
    expect(data.parts.float).toBe(0)
    await sql`delete from closing where closing_code = 'DC-BPI-6901-0001'`.execute(test.db)
  })
})

describe('the items of the system', () => {
  it('are neither offered, nor changed, nor deleted', async () => {
    const { data: offered } = await test.call(expenses.list, {}, manager)
    expect(offered.map(({ name }) => name)).not.toContain('เงินขาด')
    const item = await test.db
      .selectFrom('list_expenses')
      .selectAll()
      .where('system_key', '=', 'cash_short')
      .executeTakeFirstOrThrow()
    const { list_expenses_id, version } = item
    const deleted = await test.call(expenseItem.delete, { list_expenses_id, version }, 'admin')
    expect([deleted.status, deleted.body.code]).toEqual([409, 'IN_USE'])
    const input = {
      list_expenses_id,
      version,
      name: 'อื่น',
      category: 'expenses',
      type: 'general',
      group: '',
      is_pass_through: false,
      branch_id: null,
      detail: '',
      status: 'open',
    } as const
    const changed = await test.call(expenseItem.update, input, 'admin')
    expect([changed.status, changed.body.code]).toEqual([409, 'IN_USE'])
    expect((await bookExpense(test, { list_expenses: list_expenses_id })).status).toBe(400)
  })
})

it('satisfies the invariants', async () => {
  const broken = (await checkInvariants(test.db)).filter(({ violations }) => violations > 0)
  expect(broken).toEqual([])
})
