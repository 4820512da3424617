/** SQL of the candidates of a session, as its documents show them. */
import type { ExamResult } from '@khapdee/domain/exam-booking'
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, sql } from 'kysely'
import { type RowOf, bool, int, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { isMissing } from '../application/missing-documents.ts'
import { owedForRight } from '../booking/open-booking.ts'
import { candidateOf } from './session.queries.ts'

/**
 * The maximum points when the score of the booking `e` was recorded, which its event contains as
 * `(47/50)`.
 */
const markedOf = sql`(select substring(v.detail ->> 'note' from '\\(\\d+/(\\d+)\\)')::int from exam_right_event v
  where v.right_id = e.right_id and v.event = 'result' and (v.detail ->> 'exam_id')::int = e.exam_id
  order by v.event_id desc limit 1)`

const columns = {
  id: int(),
  position: int(),
  customer: text(),
  application_code: text(),
  idcard: text(),
  phone_1: text(),
  kind: text<ExamKind>(),
  licence_type: text<ExamLicence>(),
  paid: bool(),
  /** The branch of the right, which is the only one that may see what is owed for it. */
  right_branch_id: int(),
  missing_documents: int(),
  result: orNull(text<ExamResult>()),
  score: orNull(int()),
  /**
   * The maximum points of the theory exam when the score was recorded; null without a score and for
   * a practice exam.
   */
  full_mark: orNull(int()),
  note: text(),
}
export type RosterRow = RowOf<typeof columns>

/**
 * The bookings of a session that are not cancelled and that are visible to branches, by name. Their
 * positions are among all bookings of the session, so that the rosters of both branches have the
 * same numbers.
 * @param today the day on which documents may have expired
 */
export const rosterOf = tunedQuery({
  columns,
  sql: (sessionId: number | RawBuilder<number>, today: Day, branchIds: readonly number[]) => sql`
    select id, position, customer, application_code, idcard, phone_1, kind, licence_type, paid, right_branch_id,
      missing_documents, result, score, full_mark, note from (
      select e.exam_id as id, row_number() over (order by c.name collate thai, e.exam_id)::int as position,
      ${candidateOf(branchIds)} as is_seen,
      c.prefix || case when c.prefix ~ '[A-Za-z]' then ' ' else '' end || c.name as customer,
      coalesce(a.application_code, '') as application_code,
      coalesce(nullif(c.idcard, ''), c.passport) as idcard, c.phone_1, r.kind, r.licence_type,
      ${owedForRight} <= 0 as paid, e.branch_id as right_branch_id,
      (select count(*)::int from application_document d where d.application_id = r.application_id
        and ${isMissing('d', today)}) as missing_documents,
      e.result, e.score, case when r.kind = 'theory' and e.score is not null then ${markedOf} end as full_mark,
      e.result_note as note
    from exam e join exam_right r using (right_id) join customer c on c.customer_id = r.customer_id
      left join application a on a.application_id = r.application_id join exam_session s using (exam_session_id)
    where e.exam_session_id = ${sessionId} and e.cancelled_at is null
    ) listed where is_seen order by position`,
})

/** A statement that reads the ids of these bookings, in the same order. */
export const rosterIds = (
  sessionId: number,
  branchIds: readonly number[],
): RawBuilder<unknown> => sql`
  select e.exam_id as id from exam e join exam_right r using (right_id) join customer c on c.customer_id = r.customer_id
    join exam_session s using (exam_session_id)
  where e.exam_session_id = ${sessionId} and e.cancelled_at is null and ${candidateOf(branchIds)} order by c.name collate thai, e.exam_id`
