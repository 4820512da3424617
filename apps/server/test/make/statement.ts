/** Bank accounts, statement lines and statement files, for tests. */
import { randomUUID } from 'node:crypto'
import { statement } from '@khapdee/contract/entities/statement'
import { addDays, day, formatDay } from '@khapdee/domain/thai-date'
import type { TestApp } from '../app.ts'
import { makeRecord } from './record.ts'
import { csvFile } from './sheet.ts'

export const statementHeaders = ['วันที่', 'เวลา', 'รายการ', 'ถอน', 'ฝาก', 'คงเหลือ'] as const

/** A row of a statement: day, time, text, money out, money in, balance, in baht. */
export type FileLine = readonly (string | number)[]

export const statementFile = (...lines: readonly FileLine[]): Uint8Array =>
  csvFile([statementHeaders, ...lines])

/** Transfers received from 50 people, 70 a day from the first day of 2026 on; every ninth of them is of another amount. */
export const manyLines = (count: number): FileLine[] =>
  Array.from({ length: count }, (_, i) => {
    const date = formatDay(addDays(day('2026-01-01'), Math.floor(i / 70)))
    const value = i % 9 === 0 ? '500.00' : '1,200.00'
    return [date, '10:00', `รับโอนจาก นาย ก ${i % 50}`, '', value, '']
  })

/** An account of a branch that is its default one. */
export async function makeAccount({ db }: TestApp, branch_id: number): Promise<number> {
  const values = { branch_id, opening_day: '2020-01-01' }
  return (await makeRecord(db, 'bank_account', values)).bank_account_id
}

/** Previews a file and commits it. */
export async function importStatement(
  test: TestApp,
  bank_account_id: number,
  file: Uint8Array,
  as = 'accountant',
  headers: Readonly<Record<string, string>> = {},
) {
  const { data: plan } = await test.call(statement.preview, { bank_account_id, file }, as)
  if (plan.mapping === null) throw new Error('the columns are unknown')
  const input = { bank_account_id, mapping: plan.mapping, digest: plan.digest, file }
  const key = { 'idempotency-key': randomUUID(), ...headers }
  return { plan, answer: await test.call(statement.commit, input, as, key) }
}

/** Inserts a line, and returns its id. @param value in satang */
export async function makeLine(
  { db, school }: TestApp,
  bank_account_id: number,
  value: number,
  values: { date?: string; reference?: string } = {},
): Promise<number> {
  const { statement_line_id } = await db
    .insertInto('statement_line')
    .values({
      bank_account_id,
      value,
      date: '2026-11-21',
      time: '10:15',
      description: 'รับโอน',
      reference: '',
      fingerprint: randomUUID(),
      imported_by: school.userId('accountant'),
      createdAt: '2026-11-21T05:00:00Z',
      ...values,
    })
    .returning('statement_line_id')
    .executeTakeFirstOrThrow()
  return statement_line_id
}
