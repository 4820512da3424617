import { randomUUID } from 'node:crypto'
import { statement } from '@khapdee/contract/entities/statement'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { csvFile, xlsxFile, baht } from '../../../test/make/sheet.ts'
import {
  type FileLine,
  importStatement,
  makeAccount,
  manyLines,
  statementFile,
  statementHeaders,
} from '../../../test/make/statement.ts'

let test: TestApp
let account: number
beforeAll(async () => {
  test = await startApp()
})
beforeEach(async () => {
  account = await makeAccount(test, test.school.branch.KKN)
})
afterAll(() => test.close())

const importFile = async (file: Uint8Array) => {
  const { plan, answer } = await importStatement(test, account, file)
  expect(answer.status).toBe(200)
  expect(answer.data.counts).toEqual(plan.counts)
  return plan
}
const stored = () =>
  test.db
    .selectFrom('statement_line')
    .selectAll()
    .where('bank_account_id', '=', account)
    .orderBy('statement_line_id')
    .execute()
const line = (n: number, balance: number | string = ''): FileLine => [
  `${String(n).padStart(2, '0')}/11/2569`,
  '09:30',
  `รับโอน ${n}`,
  '',
  '1,500.00',
  balance,
]

describe('a statement file', () => {
  it('adds its lines once, and nothing when it is imported again', async () => {
    const file = statementFile(line(1), line(2), ['02/11/2569', '', 'ค่าธรรมเนียม', '15.00', '', ''])
    expect((await importFile(file)).counts).toEqual({ new: 3, known: 0, skipped: 0, wrong: 0 })
    const before = await stored()
    expect((await importFile(file)).counts).toEqual({ new: 0, known: 3, skipped: 0, wrong: 0 })
    expect(await stored()).toEqual(before)
    expect(before.map(({ date, value }) => [date, value])).toEqual([
      ['2026-11-01', 150_000],
      ['2026-11-02', 150_000],
      ['2026-11-02', -1500],
    ])
  })

  it('that overlaps another adds its new lines only', async () => {
    await importFile(statementFile(line(1), line(2), line(3)))
    const { counts } = await importFile(statementFile(line(2), line(3), line(4)))
    expect(counts).toMatchObject({ new: 1, known: 2 })
    expect(await stored()).toHaveLength(4)
  })

  it('keeps three equal lines as three', async () => {
    const file = statementFile(line(1), line(1), line(1))
    expect((await importFile(file)).counts.new).toBe(3)
    expect((await importFile(file)).counts).toMatchObject({ new: 0, known: 3 })
    expect((await importFile(statementFile(line(1), line(1)))).counts.new).toBe(0)
  })

  it('is the same in Windows-874, UTF-8 and Excel', async () => {
    const rows = [line(1, '2,000.00'), line(2, '3,500.00')]
    const utf8 = statementFile(...rows)
    const text = new TextDecoder().decode(utf8)
    const thai = Uint8Array.from(text, (letter) => {
      const code = letter.codePointAt(0) ?? 0
      return code < 128 ? code : code - 0xd60
    })
    expect(new TextDecoder('windows-874').decode(thai)).toBe(text)
    expect((await importFile(thai)).counts.new).toBe(2)
    expect((await importFile(utf8)).counts).toMatchObject({ new: 0, known: 2 })
    const cells = rows.map((_, i) => [
      `${i + 1}/11/69`,
      '9:30',
      `รับโอน ${i + 1}`,
      '',
      baht(1500),
      baht(2000 + i * 1500),
    ])
    const excel = await xlsxFile(statementHeaders, cells)
    expect((await importFile(excel)).counts).toMatchObject({ new: 0, known: 2 })
  })

  it('is read by the mapping of the file before, even without known headings', async () => {
    const headers = ['a', 'b', 'c']
    const file = csvFile([headers, ['01/11/69', 'x', '-5.00'], ['02/11/69', 'y', '7']])
    const unknown = await test.call(
      statement.preview,
      { bank_account_id: account, file },
      'accountant',
    )
    expect(unknown.data).toMatchObject({ mapping: null, counts: { new: 0 } })
    expect(unknown.data.columns).toHaveLength(3)
    const mapping = {
      header: 1,
      date: 0,
      time: null,
      in: null,
      out: null,
      amount: 2,
      balance: null,
      reference: null,
      description: [1],
    }
    const input = { bank_account_id: account, mapping, file }
    const { digest } = (await test.call(statement.preview, input, 'accountant')).data
    const key = { 'idempotency-key': randomUUID() }
    const saved = await test.call(statement.commit, { ...input, digest }, 'accountant', key)
    expect(saved.data.counts.new).toBe(2)
    const again = await test.call(statement.commit, { ...input, digest }, 'accountant', key)
    expect(again.data).toEqual(saved.data)
    const next = await importFile(csvFile([['บัญชี'], headers, ['03/11/69', 'z', '9']]))
    expect(next.mapping).toEqual({ ...mapping, header: 2 })
  })

  it('with rows that cannot be read is not added, and these rows are reported', async () => {
    const file = statementFile(line(1), ['31/02/2569', '', 'x', '5', '', ''])
    const { plan, answer } = await importStatement(test, account, file)
    expect(plan.problems).toEqual([{ row: 3, message: expect.stringContaining('วันที่') }])
    expect([answer.status, answer.body.code]).toEqual([400, 'IMPORT_WRONG'])
    expect(await stored()).toEqual([])
  })

  it('is refused when the lines have changed since the preview', async () => {
    const file = statementFile(line(1), line(2))
    const { data: plan } = await test.call(
      statement.preview,
      { bank_account_id: account, file },
      'accountant',
    )
    await importFile(statementFile(line(1)))
    const mapping = plan.mapping ?? undefined
    if (mapping === undefined) throw new Error('no mapping')
    const late = await test.call(
      statement.commit,
      { bank_account_id: account, file, mapping, digest: plan.digest },
      'accountant',
      { 'idempotency-key': randomUUID() },
    )
    expect(late.body.code).toBe('IMPORT_CHANGED')
    expect(await stored()).toHaveLength(1)
  })

  it('omits lines before the opening balance', async () => {
    await test.db
      .updateTable('bank_account')
      .set({ opening_day: '2026-11-02' })
      .where('bank_account_id', '=', account)
      .execute()
    const { counts } = await importFile(statementFile(line(1), line(2)))
    expect(counts).toEqual({ new: 1, known: 0, skipped: 1, wrong: 0 })
  })

  it('of another branch or of all branches is refused', async () => {
    const file = statementFile(line(1))
    const preview = (bank_account_id: number) =>
      test.call(statement.preview, { bank_account_id, file }, 'manager.kkn')
    const other = await makeAccount(test, test.school.branch.BPI)
    expect((await preview(other)).status).toBe(404)
    expect((await preview(account)).status).toBe(200)
  })

  it.each([
    ['CSV', async (lines: FileLine[]) => statementFile(...lines)],
    ['XLSX', async (lines: FileLine[]) => xlsxFile(statementHeaders, lines)],
  ])(
    'of 20,000 lines as %s is previewed and added',
    async (_, fileOf) => {
      const plan = await importFile(await fileOf(manyLines(20_000)))
      expect(plan.counts.new).toBe(20_000)
      const list = await test.call(statement.gettable, { type: String(account) }, 'accountant')
      expect(list.answer).toMatchObject({ meta: { total: 20_000 }, total: { unmatched: 20_000 } })
    },
    30_000,
  )
})

it('lists the lines of an account with their sums', async () => {
  await importFile(statementFile(line(1), ['02/11/2569', '', 'ค่าธรรมเนียม', '15.00', '', '']))
  const query = { type: String(account), sort: 'date' }
  const { answer } = await test.call(statement.gettable, query, 'manager.kkn')
  expect(answer?.total).toEqual({ in: satang(150_000), out: satang(-1500), unmatched: 2 })
  expect(answer?.data).toMatchObject([{ description: 'รับโอน 1' }, { description: 'ค่าธรรมเนียม' }])
  const found = await test.call(statement.gettable, { ...query, text: 'ธรรมเนียม' }, 'manager.kkn')
  expect(found.data).toHaveLength(1)
  const other = await test.call(statement.gettable, query, 'manager.bpi')
  expect(other.data).toEqual([])
})
