/**
 * Running numbers of documents, gapless and unique per type, branch and Buddhist month, and the ids of the
 * rows that are written with them. The counter row stays locked until the transaction ends, so numbers
 * are taken by the last statement before the write, after every row lock.
 */
import { type DocumentType, formatDocumentNumber } from '@khapdee/domain/document-number'
import { type Day, buddhistMonth } from '@khapdee/domain/thai-date'
import type { Kysely } from 'kysely'
import type { DB } from '../db/types.ts'
import type { RowOf } from '../db/columns.ts'
import {
  type ReservationSpec,
  type NumberedTable,
  type reservedColumns,
  reservationQuery,
} from './numbering.queries.ts'

/** The numbers and ids that a write needs. */
export interface Wanted<Table extends NumberedTable> {
  branchId: number
  day: Day
  /** How many numbers of each type; 0 is allowed. */
  numbers: Readonly<Partial<Record<DocumentType, number>>>
  /** How many ids of each table. An unused id leaves a gap. */
  ids: Readonly<Record<Table, number>>
}

export interface Reserved<Table extends NumberedTable> {
  /** Returns the next reserved id of a table. @throws Error when all are used */
  nextId(table: Table): number
  /** Returns the reserved document numbers of a type, ascending. */
  numbers(type: DocumentType, branchCode: string): string[]
}

/** The arguments of `reservationSql` for the wanted numbers and ids, without the branch. */
export const reservationArgs = <Table extends NumberedTable>({
  day,
  numbers,
  ids,
}: Omit<Wanted<Table>, 'branchId'>): Omit<ReservationSpec, 'branchId'> => ({
  month: buddhistMonth(day),
  types: Object.fromEntries(Object.entries(numbers).filter(([, count]) => count > 0)),
  ids,
})

/** @param row the columns that `reservationSql` returned for `wanted` */
export function readReserved<Table extends NumberedTable>(
  { day, numbers }: Omit<Wanted<Table>, 'branchId'>,
  row: RowOf<typeof reservedColumns>,
): Reserved<Table> {
  const { last, ids } = row
  return {
    nextId(table) {
      const id = ids[table]?.shift()
      if (id === undefined) throw new Error(`all reserved ids of ${table} are used`)
      return id
    },
    numbers(type, branchCode) {
      const count = numbers[type] ?? 0
      const first = (last?.[type] ?? 0) - count + 1
      return Array.from({ length: count }, (_, i) =>
        formatDocumentNumber(type, branchCode, day, first + i),
      )
    },
  }
}

/** Reserves document numbers and row ids in one statement. */
export async function reserve<Table extends NumberedTable>(
  tx: Kysely<DB>,
  wanted: Wanted<Table>,
): Promise<Reserved<Table>> {
  const { branchId } = wanted
  return readReserved(
    wanted,
    await reservationQuery.one(tx, { ...reservationArgs(wanted), branchId }),
  )
}
