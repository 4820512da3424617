/** Reserves ids before rows are inserted, so that rows that refer to each other need one round trip. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'

const sequences = {
  application: 'application_application_id_seq',
  application_line: 'application_line_line_id_seq',
  payment: 'payment_payment_id_seq',
  exam_right: 'exam_right_right_id_seq',
  issued_document: 'issued_document_document_id_seq',
  closing: 'closing_closing_id_seq',
} as const

type Table = keyof typeof sequences

/**
 * Reserves ids of several tables in one statement. An unused id leaves a gap.
 * @param counts number of ids for each table
 * @returns a function that returns the next reserved id of a table; it throws an Error when none is left
 */
export async function reserveIds<Reserved extends Table>(
  tx: Kysely<DB>,
  counts: Readonly<Record<Reserved, number>>,
): Promise<(table: Reserved) => number> {
  const tables = Object.keys(counts) as Reserved[]
  const { rows } = await sql<{ position: number; id: number }>`
    select position::int, nextval(sequence::regclass) as id
    from unnest(${tables.map((table) => sequences[table])}::text[], ${tables.map((table) => counts[table])}::int[])
      with ordinality as wanted (sequence, count, position), generate_series(1, count)`.execute(tx)
  const left = tables.map((_, i) => rows.filter(({ position }) => position === i + 1).values())
  return (table) => {
    const { value } = left[tables.indexOf(table)]?.next() ?? {}
    if (value === undefined) throw new Error(`all reserved ids of ${table} are used`)
    return value.id
  }
}
