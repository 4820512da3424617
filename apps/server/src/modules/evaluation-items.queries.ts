/** SQL of the items of evaluations, which score sheets and the questions about satisfaction share. */
import type { EvaluationScale, EvaluationType } from '@khapdee/domain/evaluation'
import { sql } from 'kysely'
import { type RowOf, int, orNull, text } from '../db/columns.ts'
import { tunedQuery } from '../db/tuned-query.ts'

export const evaluationItem = {
  evaluate_id: int(),
  title: text(),
  category: text(),
  type: text<EvaluationType>(),
  scale: text<EvaluationScale>(),
  course_id: orNull(int()),
  other_fee_id: orNull(int()),
}
export type EvaluationItem = RowOf<typeof evaluationItem>

/** The columns of {@link evaluationItem} of `evaluate t`. */
export const itemColumns = sql`t.evaluate_id, t.title, t.category, t.type, t.scale, t.course_id, t.other_fee_id`

/** The active items of a branch, in their order. */
export const activeItems = tunedQuery({
  columns: evaluationItem,
  sql: (branchId: number) => sql`
    select ${itemColumns} from evaluate t
    where not t.is_delete and t.is_activate and (t.branch_id is null or t.branch_id = ${branchId})
    order by t.sort, t.evaluate_id`,
})
