/** SQL that reserves document numbers and row ids. */
import type { DocumentType } from '@khapdee/domain/document-number'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { jsonb } from '../db/columns.ts'
import { tunedQuery } from '../db/tuned-query.ts'

const sequences = {
  application: 'application_application_id_seq',
  application_line: 'application_line_line_id_seq',
  payment: 'payment_payment_id_seq',
  exam: 'exam_exam_id_seq',
  exam_right: 'exam_right_right_id_seq',
  issued_document: 'issued_document_document_id_seq',
  closing: 'closing_closing_id_seq',
  certificate: 'certificate_certificate_id_seq',
} as const

/** A table whose ids can be reserved. */
export type NumberedTable = keyof typeof sequences

/** The argument of {@link reservationSql}. */
export interface ReservationSpec {
  branchId: number | RawBuilder<number>
  /** Buddhist year and month. */
  month: string
  /** How many numbers of each type. */
  types: Partial<Record<DocumentType, number>>
  /** How many ids of each table. */
  ids: Partial<Record<NumberedTable, number>>
}

/** The columns that {@link reservationSql} builds. */
export const reservedColumns = {
  /** The last reserved number of each type; null when none was reserved. */
  last: jsonb<Partial<Record<DocumentType, number>> | null>(),
  ids: jsonb<Partial<Record<NumberedTable, number[]>>>(),
}

/**
 * Builds the parts of a statement that reserves numbers and ids: a common table expression that advances the
 * counters, and the columns with the reserved values. Counters are locked in the order of types, so that two
 * transactions cannot deadlock.
 * @param when condition for reserving numbers; ids are reserved in any case
 */
export function reservationSql(
  { branchId, month, types, ids }: ReservationSpec,
  when: RawBuilder<SqlBool>,
) {
  const idArrays = Object.entries(ids).map(([table, count]) => {
    const sequence = sql.lit(sequences[table as NumberedTable])
    return sql`${sql.lit(table)}, array(select nextval(${sequence}) from generate_series(1, ${count}))`
  })
  return {
    countersCte: sql`counted as (
      insert into document_counter as c (type, branch_id, month, last)
      select type, ${branchId}, ${month}, count
      from unnest(${Object.keys(types)}::text[], ${Object.values(types)}::int[]) as wanted (type, count)
      where ${when}
      order by type
      on conflict (type, branch_id, month) do update set last = c.last + excluded.last
      returning type, last)`,
    columns: sql`(select jsonb_object_agg(type, last) from counted) as last,
      jsonb_build_object(${sql.join(idArrays)}) as ids`,
  }
}

/** Reserves numbers and ids without another condition; see {@link reservationSql}. */
export const reservationQuery = tunedQuery({
  columns: reservedColumns,
  sql(spec: ReservationSpec) {
    const { countersCte, columns } = reservationSql(spec, sql`true`)
    return sql`with ${countersCte} select ${columns}`
  },
})
