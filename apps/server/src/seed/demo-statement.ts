/**
 * Bank statements of the demo: the first account of the main branch has lines of the last weeks, of
 * which the older ones are matched, and a file has the lines up to yesterday, which are to be
 * imported. The lines are the transfers of the books, and some that the books do not know:
 * transfers of unknown payers, fees, interest, and money moved between accounts of the school.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { statement } from '@khapdee/contract/entities/statement'
import { type Satang, formatBaht, satang } from '@khapdee/domain/money'
import { type Day, addDays, formatDay } from '@khapdee/domain/thai-date'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'
import { commitStatement } from '../modules/statement/commit-file.ts'
import { ignoreLines } from '../modules/statement/ignore-lines.ts'
import { matchPairs } from '../modules/statement/match-lines.ts'
import { planFile, writableAccount } from '../modules/statement/read-file.ts'
import { proposePairs } from '../modules/statement/open-documents.ts'
import { type ActAs, callOf } from './demo-acts.ts'
import { statementDays } from './demo-bank-accounts.ts'

/** Name of the file to be imported, in the data folder. */
const fileName = 'demo-statement.csv'
export const demoStatementFile = (dataDir: string): string => join(dataDir, fileName)

/** The last imported day, the last day whose pairs are matched, and the first day of the file, before today. */
const importedUntil = 6
const matchedUntil = 10
const fileFrom = 12

interface Line {
  date: Day
  time: string
  description: string
  value: Satang
  reference: string
}

/** Money between accounts of the school, which is not matched. */
const ownTransfer = 'โอนระหว่างบัญชีของโรงเรียน'

// The lines that the books do not know; values in satang.
// oxfmt-ignore
const unknownLines: readonly { daysAgo: number; time: string; description: string; value: number }[] = [
  { daysAgo: 41, time: '11:20', description: 'รับโอนเงิน พร้อมเพย์ x-2214', value: 700_00 },
  { daysAgo: 36, time: '09:05', description: ownTransfer, value: -20_000_00 },
  { daysAgo: 28, time: '23:50', description: 'ดอกเบี้ยเงินฝาก', value: 38_21 },
  { daysAgo: 22, time: '16:31', description: 'ค่าธรรมเนียมโอนเงิน', value: -25_00 },
  { daysAgo: 15, time: '09:10', description: ownTransfer, value: -15_000_00 },
  { daysAgo: 8, time: '13:44', description: 'รับโอนเงิน พร้อมเพย์ x-9031', value: 1_250_00 },
  { daysAgo: 5, time: '10:02', description: 'ค่าธรรมเนียมโอนเงิน', value: -25_00 },
  { daysAgo: 3, time: '12:15', description: 'รับโอนเงิน พร้อมเพย์ x-5577', value: 500_00 },
  { daysAgo: 3, time: '12:15', description: 'รับโอนเงิน พร้อมเพย์ x-5577', value: 500_00 },
  { daysAgo: 1, time: '18:09', description: 'รับโอนเงิน พร้อมเพย์ x-1180', value: 3_900_00 },
]

const unknownLinesOf = (today: Day): Line[] =>
  unknownLines.map(({ daysAgo, value, ...line }) => ({
    ...line,
    date: addDays(today, -daysAgo),
    value: satang(value),
    reference: '',
  }))

/** The transfers of an account, as its bank shows them. */
async function transfersOf(tx: Kysely<DB>, accountId: number, today: Day): Promise<Line[]> {
  const rows = await tx
    .selectFrom('bank_document')
    .select(['kind', 'date', 'time', 'value', 'party', 'bank_reference'])
    .where('bank_account_id', '=', accountId)
    .where('date', '>=', addDays(today, -statementDays))
    .where('date', '<', today)
    .orderBy('id')
    .$narrowType<{
      kind: 'payment' | 'entry' | 'drawer_move' | 'bank_move'
      date: Day
      time: string
      value: Satang
      party: string
      bank_reference: string
    }>()
    .execute()
  return rows.map(({ kind, date, time, value, party, bank_reference }) => ({
    date,
    time: time === '' ? '14:30' : time,
    description:
      kind === 'drawer_move'
        ? 'ฝากเงินสด'
        : [value < 0 ? 'โอนเงินออก' : 'รับโอนเงิน', party].filter((part) => part !== '').join(' '),
    value,
    // The document number of an entry is not known to the bank.
    reference: kind === 'payment' ? bank_reference : '',
  }))
}

const header = ['วันที่', 'เวลา', 'รายการ', 'เลขอ้างอิง', 'ถอน', 'ฝาก']
const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The file of a bank with these lines, oldest first. */
function fileOf(lines: readonly Line[]): Uint8Array {
  const ordered = lines.toSorted((a, b) =>
    `${a.date} ${a.time}`.localeCompare(`${b.date} ${b.time}`),
  )
  const rows = ordered.map(({ date, time, description, value, reference }) => {
    const amount = formatBaht(satang(Math.abs(value)))
    const amounts = value < 0 ? [amount, ''] : ['', amount]
    return [formatDay(date), time, description, reference, ...amounts]
  })
  const text = [header, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')
  return new TextEncoder().encode(`\uFEFF${text}\r\n`)
}

/** Imports and matches the lines of the last weeks, and writes the file with the lines up to yesterday. */
export async function loadDemoStatement(
  tx: Kysely<DB>,
  actAs: ActAs,
  branch_id: number,
  today: Day,
): Promise<void> {
  const { bank_account_id } = await tx
    .selectFrom('bank_account')
    .select('bank_account_id')
    .where('branch_id', '=', branch_id)
    .where('is_default', '=', sql.lit(true))
    .executeTakeFirstOrThrow()
  const lines = [...(await transfersOf(tx, bank_account_id, today)), ...unknownLinesOf(today)]
  const imported = lines.filter(({ date }) => date <= addDays(today, -importedUntil))
  const at = new Date(`${addDays(today, 1 - importedUntil)}T10:20:00+07:00`)
  const importing = actAs('accountant', at, callOf(statement.commit))
  const file = fileOf(imported)
  const account = await writableAccount(importing, bank_account_id)
  const { mapping, answer } = await planFile(importing, account, file, undefined)
  if (mapping === null) throw new Error('the columns of the demo statement are unknown')
  const input = {
    bank_account_id,
    mapping: { ...mapping, description: [...mapping.description] },
    digest: answer.digest,
  }
  await commitStatement(importing, input, file)

  const matching = actAs('accountant', at, callOf(statement.matchProposed))
  const { data: proposed } = await proposePairs(matching, { bank_account_id })
  const pairs = proposed
    .filter(({ line }) => line.date <= addDays(today, -matchedUntil))
    .map(({ line: { statement_line_id }, document: { kind, id } }) => ({
      statement_line_id,
      kind,
      id,
    }))
  if (pairs.length > 0) await matchPairs(matching, { pairs })
  const own = await tx
    .selectFrom('statement_line')
    .select('statement_line_id')
    .where('description', '=', ownTransfer)
    .execute()
  const ids = own.map(({ statement_line_id }) => statement_line_id)
  const ignoring = actAs('accountant', at, callOf(statement.ignore))
  await ignoreLines(ignoring, { statement_line_ids: ids, note: 'โอนไปบัญชีกระแสรายวัน' })

  const { dataDir } = matching.services.config
  const recent = lines.filter(({ date }) => date >= addDays(today, -fileFrom))
  await mkdir(dataDir, { recursive: true })
  await writeFile(demoStatementFile(dataDir), fileOf(recent))
}
