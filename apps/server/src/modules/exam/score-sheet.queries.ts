/**
 * SQL of score sheets and of the codes with which candidates answer questions about their
 * satisfaction.
 */
import { type RawBuilder, sql } from 'kysely'
import { int, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { evaluationItem, itemColumns } from '../evaluation-items.queries.ts'

/** The items on the score sheets of exams with their values, also items that are no longer active. */
export const storedItems = tunedQuery({
  columns: { exam_id: int(), value: int(), ...evaluationItem },
  sql: (examIds: readonly number[]) => sql`
    select v.exam_id, v.value::int as value, ${itemColumns} from exam_item v join evaluate t using (evaluate_id)
    where v.exam_id = any(${examIds}::int[]) order by t.sort, t.evaluate_id`,
})

/** The course or fee that granted the right of each exam. */
export const grantedBy = tunedQuery({
  columns: { exam_id: int(), course_id: orNull(int()), other_fee_id: orNull(int()) },
  sql: (examIds: readonly number[]) => sql`
    select e.exam_id, l.course_id, l.other_fee_id
    from exam e join exam_right r using (right_id) left join application_line l using (line_id)
    where e.exam_id = any(${examIds}::int[])`,
})

/** The codes of exams that can still be used at an instant (ISO 8601). */
export const openCodes = tunedQuery({
  columns: { exam_id: int(), code: text() },
  sql: (examIds: readonly number[], now: string) => sql`
    select exam_id, code from satisfaction
    where exam_id = any(${examIds}::int[]) and answered_at is null and expires_at > ${now}`,
})

export interface SheetValue {
  evaluate_id: number
  value: number
}

/** The statements that replace the values on the score sheet of an exam; they write different rows. */
export const replaceItems = (
  examId: number,
  items: readonly SheetValue[],
): readonly RawBuilder<unknown>[] => [
  sql`
    delete from exam_item where exam_id = ${examId}
      and evaluate_id <> all(${items.map(({ evaluate_id }) => evaluate_id)}::int[])`,
  sql`
    insert into exam_item (exam_id, evaluate_id, value) select ${examId}, evaluate_id, value
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as given (evaluate_id int, value smallint)
    on conflict (exam_id, evaluate_id) do update set value = excluded.value`,
]

/**
 * The statement that gives the candidate of an exam a code, unless the exam has one or the branch
 * has no questions about satisfaction. In the rare case that another exam has the same code, the
 * candidate gets none.
 */
export const issueCode = (code: {
  exam_id: number
  branch_id: number
  code: string
  at: string
  expires_at: string
}): RawBuilder<unknown> => sql`
  insert into satisfaction (exam_id, branch_id, code, "createdAt", expires_at)
  select ${code.exam_id}, ${code.branch_id}, ${code.code}, ${code.at}, ${code.expires_at}
  where exists (select from evaluate t where t.type = 'satisfaction' and not t.is_delete and t.is_activate
    and (t.branch_id is null or t.branch_id = ${code.branch_id}))
  on conflict do nothing`

/** The statement that withdraws the unused code of an exam. */
export const withdrawCode = (examId: number): RawBuilder<unknown> =>
  sql`delete from satisfaction where exam_id = ${examId} and answered_at is null`
