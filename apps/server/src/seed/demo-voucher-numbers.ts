/** The voucher numbers of the demo, in the order of the times of the entries. */
import { voucherTypes } from '@khapdee/domain/account-entry'
import { formatDocumentNumber } from '@khapdee/domain/document-number'
import type { AccountSide } from '@khapdee/domain/expense-item'
import { type Day, buddhistMonth } from '@khapdee/domain/thai-date'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'
import { insertRows } from './demo.queries.ts'

export interface Numbered {
  /** Null for an entry that is not stored yet. */
  entry_id: number | null
  branch_id: number
  branch: string
  side: AccountSide
  date: Day
  at: Date
}

const types = Object.values(voucherTypes)

/**
 * Numbers new entries together with those of day-close differences and payroll, which are stored
 * already and get new numbers.
 * @returns the numbers of the new entries in their order, and the new numbers of the stored ones by
 * id
 */
export async function numberVouchers(
  tx: Kysely<DB>,
  added: readonly Numbered[],
): Promise<{ codes: string[]; renumbered: Map<number, string> }> {
  const rows = await tx
    .selectFrom('account_entry as e')
    .innerJoin('branch as b', 'b.branch_id', 'e.branch_id')
    .select(['e.entry_id', 'e.branch_id', 'b.code as branch', 'e.side', 'e.date', 'e.createdAt'])
    .where('e.entry_code', 'is not', null)
    .orderBy('e.entry_id')
    .$narrowType<{ side: AccountSide; date: Day }>()
    .execute()
  const stored = rows.map(({ createdAt, ...row }) => ({ ...row, at: new Date(createdAt) }))
  const all = [
    ...stored.map((entry) => ({ ...entry, index: -1 })),
    ...added.map((entry, index) => ({ ...entry, index })),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const counters = new Map<string, number>()
  const codes: string[] = []
  const renumbered = new Map<number, string>()
  for (const { entry_id, branch_id, branch, side, date, index } of all) {
    const type = voucherTypes[side]
    const key = `${type} ${branch_id} ${buddhistMonth(date)}`
    const n = (counters.get(key) ?? 0) + 1
    counters.set(key, n)
    const code = formatDocumentNumber(type, branch, date, n)
    if (entry_id === null) codes[index] = code
    else renumbered.set(entry_id, code)
  }
  // Numbers are unique in every statement, so the old ones are freed first.
  await tx
    .updateTable('account_entry')
    .set({ entry_code: sql`'X' || entry_code` })
    .where('entry_code', 'is not', null)
    .execute()
  for (const [entry_id, entry_code] of renumbered)
    await tx
      .updateTable('account_entry')
      .set({ entry_code })
      .where('entry_id', '=', entry_id)
      .execute()
  await tx.deleteFrom('document_counter').where('type', 'in', types).execute()
  await insertRows(
    tx,
    'document_counter',
    [...counters].map(([key, last]) => {
      const [type, branch_id, month] = key.split(' ')
      return { type, branch_id: Number(branch_id), month, last }
    }),
  )
  return { codes, renumbered }
}
