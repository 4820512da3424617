/** SQL of the answers of candidates about their satisfaction. */
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import { type RawBuilder, sql } from 'kysely'
import { int, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'

/** The exam of a code that can be used at an instant (ISO 8601). */
export const examOfCode = tunedQuery({
  columns: {
    satisfaction_id: int(),
    right_id: int(),
    branch_id: int(),
    branch: text(),
    first_name: text(),
    kind: text<ExamKind>(),
    licence_type: text<ExamLicence>(),
    course_id: orNull(int()),
    other_fee_id: orNull(int()),
  },
  sql: (code: string, now: string) => sql`
    select s.satisfaction_id, r.right_id, s.branch_id, b.name as branch, c.fname as first_name, r.kind, r.licence_type,
      l.course_id, l.other_fee_id
    from satisfaction s join exam e using (exam_id) join exam_right r using (right_id)
      join customer c on c.customer_id = r.customer_id left join application_line l using (line_id)
      join branch b on b.branch_id = s.branch_id
    where s.code = ${code} and s.answered_at is null and s.expires_at > ${now}`,
})

/** Uses up a code; no row if it is used already. */
export const useCode = tunedQuery({
  columns: { satisfaction_id: int() },
  sql: (satisfactionId: number, comment: string, at: string) => sql`
    update satisfaction set answered_at = ${at}, comment = ${comment}
    where satisfaction_id = ${satisfactionId} and answered_at is null returning satisfaction_id`,
})

/** The statement that stores the answers of a code. */
export const insertAnswers = (
  satisfactionId: number,
  answers: readonly { evaluate_id: number; value: number }[],
): RawBuilder<unknown> => sql`
  insert into satisfaction_answer (satisfaction_id, evaluate_id, value)
  select ${satisfactionId}, evaluate_id, value
  from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as given (evaluate_id int, value smallint)`
