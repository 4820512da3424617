/** SQL that reads the catalogue items of new lines. */
import type { Satang } from '@khapdee/domain/money'
import type { Exam } from '@khapdee/domain/exams'
import type { ExamUse, FeeKind } from '@khapdee/domain/fee-kinds'
import type { LineKind } from '@khapdee/domain/promotion'
import type { FeeVatMode } from '@khapdee/domain/vat'
import { sql } from 'kysely'
import { jsonb } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { type HeaderRow, headerOfBranch } from '../branch-header.queries.ts'

export interface CatalogueItem {
  kind: LineKind
  item_id: number
  name: string
  price: Satang
  /** The kind of an other fee; null for other items. */
  fee_kind: FeeKind | null
  exam_use: ExamUse | null
  /** The exams for which the item grants rights. */
  exams: Exam[]
  min_age: number | null
  /** Whether the money is only passed on, for example to the state. */
  is_pass_through: boolean
  vat_mode: FeeVatMode
}

/**
 * The document header of a branch and, among the given ids, the active items of all kinds that it offers.
 */
export const headerAndItems = tunedQuery({
  columns: { header: jsonb<HeaderRow>(), items: jsonb<CatalogueItem[]>() },
  sql(ids: Readonly<Record<LineKind, number[]>>, branchId: number) {
    const offered = sql`is_activate and not is_delete and (branch_id is null or branch_id = ${branchId})`
    return sql`
      select ${headerOfBranch} as header, (select coalesce(jsonb_agg(to_jsonb(item)), '[]') from (
        select 'course' as kind, course_id as item_id, name, price, null as fee_kind, null as exam_use, exams, min_age,
          false as is_pass_through, 'branch' as vat_mode
          from course where course_id = any(${ids.course}::int[]) and ${offered}
        union all select 'other_fee', other_fee_id, name, price, kind, exam_use, exams, null, is_pass_through, vat_mode
          from other_fee where other_fee_id = any(${ids.other_fee}::int[]) and ${offered}
        union all select 'request_fee', request_fee_id, name, price, null, null, '[]', null, is_state_fee, vat_mode
          from request_fee where request_fee_id = any(${ids.request_fee}::int[]) and ${offered}
      ) item) as items
      from branch b where b.branch_id = ${branchId}`
  },
})
