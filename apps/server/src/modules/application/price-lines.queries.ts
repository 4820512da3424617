/** SQL that reads the catalogue items of new lines. */
import type { Satang } from '@khapdee/domain/money'
import type { LineKind } from '@khapdee/domain/promotion'
import { sql } from 'kysely'
import { type RowOf, bigint, bool, int, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'

const catalogueItem = {
  kind: text<LineKind>(),
  item_id: int(),
  name: text(),
  price: bigint<Satang>(),
  has_theory_exam: bool(),
  has_practice_exam: bool(),
  min_age: orNull(int()),
  truck: bool(),
}
export type CatalogueItem = RowOf<typeof catalogueItem>

/** The active items of all kinds that a branch offers, among the given ids, in one round trip. */
export const offeredItems = tunedQuery({
  columns: catalogueItem,
  sql(ids: Readonly<Record<LineKind, number[]>>, branchId: number) {
    const offered = sql`is_activate and not is_delete and (branch_id is null or branch_id = ${branchId})`
    return sql`
      select 'course' as kind, course_id as item_id, name, price, has_theory_exam, has_practice_exam, min_age,
          type like 'รถบรรทุก%' or type like 'รถลากจูง%' as truck
        from course where course_id = any(${ids.course}::int[]) and ${offered}
      union all select 'other_fee', other_fee_id, name, price, false, false, null, false
        from other_fee where other_fee_id = any(${ids.other_fee}::int[]) and ${offered}
      union all select 'request_fee', request_fee_id, name, price, false, false, null, false
        from request_fee where request_fee_id = any(${ids.request_fee}::int[]) and ${offered}`
  },
})
