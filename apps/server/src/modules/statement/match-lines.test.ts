import { randomUUID } from 'node:crypto'
import { account as books, expenses } from '@khapdee/contract/entities/account-entry'
import { statement } from '@khapdee/contract/entities/statement'
import { drawer } from '@khapdee/contract/entities/drawer'
import { satang } from '@khapdee/domain/money'
import { type Day, addDays, day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { bookExpense, bookIncome, makeItem } from '../../../test/make/account-entry.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'
import { makeRecord } from '../../../test/make/record.ts'
import { makeAccount, makeLine } from '../../../test/make/statement.ts'
import { inRounds, race, raceTimeoutMs } from '../../../test/race.ts'
import { maxCompared } from './document.queries.ts'

let test: TestApp
let desk: MoneyDesk
let account: number
beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
  account = await makeAccount(test, test.school.branch.KKN)
})
afterAll(() => test.close())

/** A transfer of a new customer. @param paid in satang */
async function receipt(paid: number): Promise<number> {
  const app = await desk.register()
  return (await desk.pay(app, [[0, paid, 'transfer']])).data.payments[0]?.payment_id ?? 0
}
const transfer = async (value: number) =>
  (await bookExpense(test, { pay_type: 'transfer', value: satang(value) })).data.expenses_id
interface Ids {
  payments?: number[]
  entries?: number[]
  deposits?: number[]
  difference?: number
}
const match = (
  lines: number[],
  { payments = [], entries = [], deposits = [], difference }: Ids,
  as = 'manager.kkn',
) =>
  test.call(
    statement.match,
    {
      statement_line_ids: lines,
      payment_ids: payments,
      entry_ids: entries,
      drawer_move_ids: deposits,
      difference: difference === undefined ? null : { list_expenses_id: difference },
    },
    as,
  )
const unmatch = (line: number) =>
  test.call(statement.unmatch, { statement_line_ids: [line] }, 'manager.kkn')
const stateOf = async (statement_line_id: number) => {
  const { state } = await test.db
    .selectFrom('statement_line')
    .select('state')
    .where('statement_line_id', '=', statement_line_id)
    .executeTakeFirstOrThrow()
  return state
}
/** Deposits cash that was put into the drawer before. @param value in satang */
async function deposit(value: number): Promise<number> {
  const branch_id = test.school.branch.KKN
  const move = async (kind: 'top_up' | 'deposit') => {
    const input = drawer.move.input.parse({ branch_id, kind, value: value / 100, note: 'รอบเช้า' })
    return test.call(drawer.move, input, 'manager.kkn', { 'idempotency-key': randomUUID() })
  }
  await move('top_up')
  return (await move('deposit')).data.drawer_move_id
}
const openDocuments = async (query: object = {}) =>
  (await test.call(statement.documents, { bank_account_id: account, ...query }, 'manager.kkn')).data
    .rows

describe('a match', () => {
  it('joins a line with a receipt of its amount, which is then no longer an open document', async () => {
    const [line, payment] = [await makeLine(test, account, 45_600), await receipt(45_600)]
    const isOpen = async () => (await openDocuments()).some(({ id }) => id === payment)
    expect(await isOpen()).toBe(true)
    expect((await match([line], { payments: [payment] })).status).toBe(200)
    expect(await stateOf(line)).toBe('matched')
    expect(await isOpen()).toBe(false)
    const { data } = await test.call(statement.gettable, { status: 'matched' }, 'manager.kkn')
    expect(
      data.find(({ statement_line_id }) => statement_line_id === line)?.documents,
    ).toHaveLength(1)
    expect((await unmatch(line)).status).toBe(200)
    expect(await stateOf(line)).toBe('unmatched')
    expect(await isOpen()).toBe(true)
  })

  it('joins one line with many documents and many lines with one', async () => {
    const one = await makeLine(test, account, 30_000)
    const parts = [await receipt(10_000), await receipt(20_000)]
    expect((await match([one], { payments: parts })).status).toBe(200)
    const lines = [await makeLine(test, account, -400), await makeLine(test, account, -600)]
    expect((await match(lines, { entries: [await transfer(1000)] })).status).toBe(200)
    const [first = 0, second = 0] = lines
    expect((await unmatch(second)).data.unmatched).toBe(2)
    expect(await stateOf(first)).toBe('unmatched')
  })

  it('of unequal sums is refused with the difference', async () => {
    const [line, payment] = [await makeLine(test, account, 9_500), await receipt(10_000)]
    const { body, status } = await match([line], { payments: [payment] })
    expect([status, body.code]).toEqual([400, 'DIFFERENCE'])
    expect(body.message).toBe('ยอดไม่เท่ากัน ต่างกัน 5.00 บาท')
    expect(await stateOf(line)).toBe('unmatched')
  })

  it('of many lines with many documents is refused', async () => {
    const lines = [await makeLine(test, account, 100), await makeLine(test, account, 200)]
    const payments = [await receipt(100), await receipt(200)]
    expect((await match(lines, { payments })).body.errors).toMatchObject([
      { path: 'statement_line_ids' },
    ])
  })

  it('posts the difference as a bank fee, and voids it when it is undone', async () => {
    const fee = await makeItem(test, { name: 'ค่าธรรมเนียมธนาคาร' })
    const [line, payment] = [await makeLine(test, account, 9_500), await receipt(10_000)]
    const matched = await match([line], { payments: [payment], difference: fee })
    expect(matched.status).toBe(200)
    const entry = await test.db
      .selectFrom('account_entry')
      .selectAll()
      .where('list_expenses_id', '=', fee)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      side: 'expenses',
      value: 500,
      status: 'posted',
      pay_type: 'transfer',
      bank_account_id: account,
      date: '2026-11-21',
    })
    await unmatch(line)
    const read = await test.call(books.get, { Account_id: entry.entry_id }, 'manager.kkn')
    expect(read.data.status).toBe('void')
  })

  it('posts the amount beyond the documents as interest', async () => {
    const interest = await makeItem(test, { name: 'ดอกเบี้ยรับ', category: 'other_income' })
    const line = await makeLine(test, account, 1_050)
    const { income_id: entry_id } = (
      await bookIncome(test, { pay_type: 'transfer', value: satang(1000) })
    ).data
    const wrong = await makeItem(test)
    expect((await match([line], { entries: [entry_id], difference: wrong })).status).toBe(400)
    expect(await stateOf(line)).toBe('unmatched')
    expect((await match([line], { entries: [entry_id], difference: interest })).status).toBe(200)
  })

  it('refuses documents that are voided, drafts, cash or of another branch', async () => {
    const line = await makeLine(test, account, -100)
    const draft = await bookExpense(test, { pay_type: 'transfer', status: 'draft' })
    const cash = await bookExpense(test, {})
    const branch_id = test.school.branch.BPI
    const other = await bookExpense(test, { pay_type: 'transfer', branch_id }, 'accountant')
    const ids = [draft, cash, other].map(({ data }) => data.expenses_id)
    const refusals = []
    for (const id of ids) refusals.push((await match([line], { entries: [id] })).status)
    expect(refusals).toEqual([409, 409, 404])
  })

  it('refuses and does not offer documents of another branch, even to users who see all branches', async () => {
    const line = await makeLine(test, account, -100)
    const branch_id = test.school.branch.BPI
    const { expenses_id } = (
      await bookExpense(test, { pay_type: 'transfer', branch_id }, 'accountant')
    ).data
    const { status, body } = await match([line], { entries: [expenses_id] }, 'accountant')
    expect([status, body.message]).toEqual([409, 'เอกสารของสาขาอื่นจับคู่กับบัญชีของสาขานี้ไม่ได้'])
    const { data } = await test.call(
      statement.documents,
      { bank_account_id: account },
      'accountant',
    )
    const offered = data.rows.filter(({ kind, id }) => kind === 'entry' && id === expenses_id)
    expect(offered).toEqual([])
    expect(await stateOf(line)).toBe('unmatched')
  })

  it('of an account of another branch is not found', async () => {
    const other = await makeAccount(test, test.school.branch.BPI)
    const line = await makeLine(test, other, 100)
    expect((await match([line], { payments: [await receipt(100)] })).status).toBe(404)
  })

  it('stays possible on locked days', async () => {
    const locked = await startApp()
    const own = await makeAccount(locked, locked.school.branch.KKN)
    const line = await makeLine(locked, own, -100, { date: '2026-11-10' })
    const values = { pay_type: 'transfer', value: satang(100), date: day('2026-11-10') } as const
    const { expenses_id: entry_id } = (await bookExpense(locked, values)).data
    await locked.db
      .insertInto('account_lock')
      .values({
        branch_id: locked.school.branch.KKN,
        day: '2026-11-15',
        is_unlock: false,
        created_by: locked.school.userId('accountant'),
        createdAt: '2026-11-16T00:00:00Z',
      })
      .execute()
    const input = {
      statement_line_ids: [line],
      payment_ids: [],
      entry_ids: [entry_id],
      difference: null,
    }
    expect((await locked.call(statement.match, input, 'manager.kkn')).status).toBe(200)
    await locked.close()
  })
})

describe('a matched document', () => {
  it('is neither voided nor changed to another pay type until the match is undone', async () => {
    const app = await desk.register()
    const payment =
      (await desk.pay(app, [[0, 7_700, 'transfer']])).data.payments[0]?.payment_id ?? 0
    const line = await makeLine(test, account, 7_700)
    await match([line], { payments: [payment] })
    const refused = await desk.editPayType(payment, 'cash')
    expect(refused.body).toMatchObject({ code: 'STATE', message: expect.stringContaining('จับคู่') })
    expect((await desk.requestVoid(payment)).body.code).toBe('STATE')
    await unmatch(line)
    expect((await desk.editPayType(payment, 'cash')).status).toBe(200)
  })

  it('whose void was requested before is not voided, but the request can be rejected', async () => {
    const payment = await receipt(8_800)
    expect((await desk.requestVoid(payment)).status).toBe(200)
    const line = await makeLine(test, account, 8_800)
    expect((await match([line], { payments: [payment] })).status).toBe(200)
    expect((await desk.decideVoid(payment, 'approve')).body.code).toBe('STATE')
    expect((await desk.decideVoid(payment, 'reject')).status).toBe(200)
  })

  it('of staff is neither voided nor changed, but its description can be changed', async () => {
    const entry = await transfer(300)
    const isMatched = async () =>
      (await test.call(expenses.get, { expenses_id: entry }, 'manager.kkn')).data.is_matched
    expect(await isMatched()).toBe(false)
    await match([await makeLine(test, account, -300)], { entries: [entry] })
    expect(await isMatched()).toBe(true)
    const note = 'ซ้ำ'
    const voided = await test.call(
      expenses.delete,
      { expenses_id: entry, version: 1, note },
      'manager.kkn',
    )
    expect(voided.body.code).toBe('STATE')
    const change = (value: number) =>
      test.call(
        expenses.update,
        {
          ...expenses.update.input.parse({
            expenses_id: entry,
            version: 1,
            pay_type: 'transfer',
            value,
            other_name: 'ค่าน้ำแข็ง',
            detail: 'ใหม่',
          }),
        },
        'manager.kkn',
      )
    expect((await change(4)).body.code).toBe('STATE')
    expect((await change(3)).status).toBe(200)
  })
})

describe('proposals', () => {
  it('are unambiguous pairs, and are matched at once', async () => {
    const own = await makeAccount(test, test.school.branch.BPI)
    await test.db
      .updateTable('bank_account')
      .set({ is_default: true })
      .where('bank_account_id', '=', own)
      .execute()
    const book = async (value: number) => {
      const branch_id = test.school.branch.BPI
      const values = { pay_type: 'transfer', value: satang(value), branch_id } as const
      return (await bookExpense(test, values, 'accountant')).data.expenses_id
    }
    const line = await makeLine(test, own, -111)
    const twin = await makeLine(test, own, -222)
    const entry = await book(111)
    await book(222)
    await book(222)
    const proposals = async () =>
      (await test.call(statement.proposals, { bank_account_id: own }, 'accountant')).data
    expect(
      (await proposals()).map((pair) => [pair.line.statement_line_id, pair.document.id]),
    ).toEqual([[line, entry]])
    const query = { bank_account_id: own, statement_line_id: twin }
    const { rows } = (await test.call(statement.documents, query, 'accountant')).data
    expect(rows.slice(0, 3).map(({ is_candidate }) => is_candidate)).toEqual([true, true, false])
    const pairs = [{ statement_line_id: line, kind: 'entry' as const, id: entry }]
    const matched = await test.call(statement.matchProposed, { pairs }, 'accountant')
    expect(matched.data).toEqual({ matched: 1 })
    expect(await proposals()).toEqual([])
    expect((await test.call(statement.matchProposed, { pairs }, 'accountant')).body.code).toBe(
      'STATE',
    )
  })

  it('omit lines that a later line, beyond those that are compared, may contest', async () => {
    const own = await makeAccount(test, test.school.branch.BPI)
    const entryOf = async (date: Day) => {
      const branch_id = test.school.branch.BPI
      const values = { pay_type: 'transfer', value: satang(777), branch_id, date } as const
      const booked = await bookExpense(test, { ...values, bank_account_id: own }, 'accountant')
      return booked.data.expenses_id
    }
    const [early, late] = [day('2026-11-01'), day('2026-11-12')]
    await makeLine(test, own, -777, { date: early })
    const sure = await entryOf(early)
    await makeLine(test, own, -777, { date: late })
    await entryOf(late)
    const proposed = async () => {
      const { data } = await test.call(statement.proposals, { bank_account_id: own }, 'accountant')
      return data.map(({ document }) => document.id)
    }
    expect(await proposed()).toHaveLength(2)
    await sql`
      insert into statement_line (bank_account_id, date, time, value, description, reference, fingerprint, imported_by, "createdAt")
      select ${own}::int, ${late}::date, '', 1, '', '', 'x' || i, ${test.school.userId('admin')}::int, now()
      from generate_series(1, ${maxCompared}::int) i`.execute(test.db)
    expect(await proposed()).toEqual([sure])
  })
})

describe('an ignored line', () => {
  it('is not matched, and can be restored', async () => {
    const line = await makeLine(test, account, -50)
    const ids = { statement_line_ids: [line] }
    const ignore = (note: string) => test.call(statement.ignore, { ...ids, note }, 'manager.kkn')
    expect((await ignore('โอนระหว่างบัญชี')).status).toBe(200)
    expect((await ignore('อีกครั้ง')).body.code).toBe('STATE')
    expect((await match([line], { entries: [await transfer(50)] })).body.code).toBe('STATE')
    expect((await test.call(statement.unignore, ids, 'manager.kkn')).status).toBe(200)
    expect(await stateOf(line)).toBe('unmatched')
  })
})

describe('concurrent calls', () => {
  it(
    'match a line, and a document, once',
    async () => {
      await inRounds(async () => {
        const line = await makeLine(test, account, -100)
        const documents = [await transfer(100), await transfer(100)]
        const [a = 0, b = 0] = documents
        const sameLine = await race(
          match([line], { entries: [a] }, 'manager.kkn'),
          match([line], { entries: [b] }, 'accountant'),
        )
        expect(['ok STATE', 'STATE ok']).toContain(sameLine)
        const rows = await test.db
          .selectFrom('statement_match_document')
          .select('entry_id')
          .where('entry_id', 'in', documents)
          .execute()
        expect(rows).toHaveLength(1)
        const left = rows[0]?.entry_id === a ? b : a
        const lines = [await makeLine(test, account, -100), await makeLine(test, account, -100)]
        const sameDocument = await race(
          match([lines[0] ?? 0], { entries: [left] }, 'manager.kkn'),
          match([lines[1] ?? 0], { entries: [left] }, 'accountant'),
        )
        expect(['ok STATE', 'STATE ok']).toContain(sameDocument)
      })
    },
    raceTimeoutMs,
  )

  it(
    'match a receipt or change it to cash, never both',
    async () => {
      await inRounds(async () => {
        const [line, payment] = [await makeLine(test, account, 100), await receipt(100)]
        const outcome = await race(
          match([line], { payments: [payment] }),
          desk.editPayType(payment, 'cash'),
        )
        expect(['ok STATE', 'STATE ok']).toContain(outcome)
      })
    },
    raceTimeoutMs,
  )
})

it('a deposit of a drawer is money into the account, matched once and free again after the match is undone', async () => {
  const id = await deposit(345_600)
  const found = async () =>
    (await openDocuments()).find((row) => row.kind === 'drawer_move' && row.id === id)
  expect(await found()).toMatchObject({ value: 345_600, detail: 'นำฝากธนาคาร รอบเช้า' })
  const line = await makeLine(test, account, 345_600)
  const twin = await makeLine(test, account, 345_600)
  expect((await match([line], { deposits: [id] })).status).toBe(200)
  expect(await found()).toBeUndefined()
  expect((await match([twin], { deposits: [id] })).body.code).toBe('STATE')
  expect((await match([twin], { deposits: [id] }, 'manager.bpi')).status).toBe(404)
  expect((await unmatch(line)).status).toBe(200)
  expect(await found()).toBeDefined()
})

it('a deposit that was entered too high is corrected, and both movements match one line', async () => {
  const branch_id = test.school.branch.KKN
  const [line, typed] = [await makeLine(test, account, 12_300), await deposit(123_000)]
  const input = { branch_id, kind: 'deposit', value: -1_107, note: 'พิมพ์เกินหนึ่งหลัก' }
  const corrected = await test.call(drawer.move, drawer.move.input.parse(input), 'manager.kkn', {
    'idempotency-key': randomUUID(),
  })
  const deposits = [typed, corrected.data.drawer_move_id]
  expect((await match([line], { deposits })).status).toBe(200)
  expect(await stateOf(line)).toBe('matched')
})

it('a receipt with another account is found on request, and gets its account back when the match is undone', async () => {
  const { bank_account_id } = await makeRecord(test.db, 'bank_account', {
    branch_id: test.school.branch.KKN,
  })
  const [line, payment] = [await makeLine(test, bank_account_id, 76_500), await receipt(76_500)]
  const found = async (query: object) =>
    (await openDocuments({ bank_account_id, statement_line_id: line, ...query })).find(
      ({ kind, id }) => kind === 'payment' && id === payment,
    )
  expect(await found({})).toBeUndefined()
  const named = await found({ extent: 'other_accounts' })
  expect(named).toMatchObject({ is_candidate: true })
  expect((await match([line], { payments: [payment] })).status).toBe(200)
  const accountOf = async () =>
    await test.db
      .selectFrom('payment')
      .select('bank_account_id')
      .where('payment_id', '=', payment)
      .executeTakeFirst()
  expect(await accountOf()).toEqual({ bank_account_id })
  await unmatch(line)
  expect(await accountOf()).toEqual({ bank_account_id: account })
})

describe('an account of all branches', () => {
  it('shows its lines only to those who see all branches', async () => {
    const shared = (await makeRecord(test.db, 'bank_account', {})).bank_account_id
    const line = await makeLine(test, shared, 100)
    const lists = async (as: string) => {
      const { answer } = await test.call(statement.gettable, { type: String(shared) }, as)
      return [answer.data.length, answer.filter['type']?.some(({ value }) => value === shared)]
    }
    expect(await lists('manager.kkn')).toEqual([0, false])
    expect(await lists('accountant')).toEqual([1, true])
    const input = { bank_account_id: shared }
    const near = { ...input, statement_line_id: line }
    for (const [as, status] of [
      ['manager.kkn', 404],
      ['accountant', 200],
    ] as const) {
      expect((await test.call(statement.documents, near, as)).status).toBe(status)
      expect((await test.call(statement.proposals, input, as)).status).toBe(status)
    }
  })

  it('posts a difference in the branch of the documents, which must be given if they are of several', async () => {
    const { BPI, KKN } = test.school.branch
    const shared = (await makeRecord(test.db, 'bank_account', {})).bank_account_id
    const fee = await makeItem(test, { name: 'ค่าธรรมเนียมโอน' })
    const booked = async (branch_id: number) =>
      (await bookExpense(test, { pay_type: 'transfer', branch_id }, 'accountant')).data.expenses_id
    const line = await makeLine(test, shared, -20_500)
    const entry_ids = [await booked(KKN), await booked(BPI)]
    const matchAll = (branch_id?: number) =>
      test.call(
        statement.match,
        statement.match.input.parse({
          statement_line_ids: [line],
          entry_ids,
          difference: { list_expenses_id: fee, branch_id },
        }),
        'accountant',
      )
    expect((await matchAll()).body.errors).toMatchObject([{ path: 'difference.branch_id' }])
    expect((await matchAll(BPI)).status).toBe(200)
    const posted = await test.db
      .selectFrom('account_entry')
      .select(['branch_id', 'value'])
      .where('list_expenses_id', '=', fee)
      .execute()
    expect(posted).toEqual([{ branch_id: BPI, value: 500 }])
  })
})

it('the balances of books and statements differ by the unmatched lines and documents', async () => {
  const values = {
    branch_id: test.school.branch.KKN,
    opening_day: '2026-11-01',
    opening_balance: 10_000,
  }
  const { bank_account_id } = await makeRecord(test.db, 'bank_account', values)
  const read = async (as = 'manager.kkn') =>
    await test.call(statement.balance, { bank_account_id }, as)
  const book = async (date: string, value: number) => {
    const entry = { date: day(date), value: satang(value), bank_account_id }
    return (await bookExpense(test, { ...entry, pay_type: 'transfer' })).data.expenses_id
  }
  const first = await book('2026-11-05', 3_000)
  const second = await book('2026-11-06', 500)
  // A document before the opening day is part of the opening balance; one of tomorrow is not yet on
  // the account.
  const early = await book('2026-10-05', 700)
  const coming = await book('2026-11-06', 900)
  await test.db
    .updateTable('account_entry')
    .set({ date: addDays(test.clock.today(), 1) })
    .where('entry_id', '=', coming)
    .execute()
  const line = await makeLine(test, bank_account_id, -3_000)
  await makeLine(test, bank_account_id, 250)
  const fee = await makeLine(test, bank_account_id, -20)
  await match([line], { entries: [first] })
  await test.call(statement.ignore, { statement_line_ids: [fee], note: 'x' }, 'manager.kkn')
  const { data } = await read()
  expect(data).toEqual({
    opening_day: '2026-11-01',
    opening_balance: 10_000,
    documents: -3_500,
    book_balance: 6_500,
    open_documents: -500,
    open_document_count: 1,
    open_lines: 250,
    open_line_count: 1,
    ignored_lines: -20,
    ignored_line_count: 1,
    statement_balance: 7_230,
  })
  const open = async (extent?: 'booked') => {
    const { rows } = (
      await test.call(statement.documents, { bank_account_id, extent }, 'manager.kkn')
    ).data
    return rows.filter(({ kind }) => kind === 'entry').map(({ id }) => id)
  }
  expect(await open('booked')).toEqual([second])
  expect(await open()).toEqual(expect.arrayContaining([second, early, coming]))
  const { book_balance, open_documents, open_lines, ignored_lines, statement_balance } = data
  expect(book_balance - open_documents + open_lines + ignored_lines).toBe(statement_balance)
  expect((await read('manager.bpi')).status).toBe(404)
  // The balance of a later day includes all earlier lines, and the documents with which they are
  // matched.
  await test.db
    .updateTable('bank_account')
    .set({ opening_day: '2026-11-22' })
    .where('bank_account_id', '=', bank_account_id)
    .execute()
  expect((await read()).data).toMatchObject({
    documents: 0,
    book_balance: 10_000,
    open_line_count: 0,
    ignored_lines: 0,
    statement_balance: 10_000,
  })
})
