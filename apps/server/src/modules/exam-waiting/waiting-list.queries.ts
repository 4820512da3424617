/** SQL of the waiting lists as screens show them. */
import type { OpenBookingShape } from '@khapdee/contract/entities/exam-booking'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import type { ApplicationKind } from '@khapdee/domain/application/status'
import { type WaitingState, waitingStates } from '@khapdee/domain/exam-waiting'
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type RowOf, allOrNull, day, instant, int, jsonb, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'
import { choiceOf, inBranches, joinByAnd, pageOf } from '../../kernel/list.ts'
import { namesCandidate, openBookingOf } from '../booking/open-booking.ts'

/** The query of a list, which may be limited to a session, a customer, a right or an application. */
export type WaitingQuery = ListQuery & {
  exam_session_id?: number | undefined
  customer_id?: number | undefined
  application_id?: number | undefined
  right_id?: number | undefined
}

const stateConditions = Object.fromEntries(
  Object.keys(waitingStates).map((state) => [state, sql`w.state = ${sql.lit(state)}`]),
) as Record<WaitingState, RawBuilder<SqlBool>>

const equals = (column: string, value: number | undefined) =>
  value === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} = ${value}`]

const condition = (ctx: UserContext, query: WaitingQuery): RawBuilder<SqlBool> =>
  joinByAnd([
    sql`(${inBranches(ctx.scope, query, sql.ref('w.branch_id'))} or exists (select from exam_right own
      where own.right_id = w.right_id and ${inBranches(ctx.scope, query, sql.ref('own.branch_id'))}))`,
    isSet(query.status)
      ? choiceOf(stateConditions, 'status', query.status)
      : sql`w.state in ('waiting', 'offered', 'displaced')`,
    ...namesCandidate(query).map(
      (
        matches,
      ) => sql<SqlBool>`exists (select from exam_right r join customer c on c.customer_id = r.customer_id
        left join application a on a.application_id = r.application_id where r.right_id = w.right_id and ${matches})`,
    ),
    ...equals('w.exam_session_id', query.exam_session_id),
    ...equals('w.customer_id', query.customer_id),
    ...equals('w.right_id', query.right_id),
    ...(query.application_id === undefined
      ? []
      : [
          sql<SqlBool>`w.right_id in (select right_id from exam_right where application_id = ${query.application_id})`,
        ]),
  ])

const entry = {
  exam_waiting_id: int(),
  exam_session_id: int(),
  session: text(),
  exam_date: day<Day>(),
  starts_at: instant(),
  ends_at: instant(),
  position: orNull(int()),
  right_id: int(),
  application_id: orNull(int()),
  application_code: text(),
  type: orNull(text<ApplicationKind>()),
  customer_id: int(),
  customer: text(),
  phone_1: text(),
  kind: text<ExamKind>(),
  licence_type: text<ExamLicence>(),
  permission_date: day<Day>(),
  booking: orNull(jsonb<OpenBookingShape>()),
  status: text<WaitingState>(),
  offer_until: orNull(instant()),
  note: text(),
  createdAt: instant(),
  branch: text(),
  /** The branch of the session. */
  branch_id: int(),
  right_branch_id: int(),
  version: int(),
}
export type StoredEntry = RowOf<typeof entry>

/** The entries of the page, each with the count; for an empty page, one row of the count and nulls. */
export const waitingPage = tunedQuery({
  columns: { count: int(), ...allOrNull(entry) },
  sql: (ctx: UserContext, query: WaitingQuery) => sql`
    with counted as (
      select count(*)::int as count from exam_waiting w where ${condition(ctx, query)}
    ), page as (
      select w.exam_waiting_id, w.exam_session_id, s.name as session, s.day as exam_date, s.starts_at, s.ends_at,
        case when w.state = 'waiting' then (select count(*)::int from exam_waiting before
          where before.exam_session_id = w.exam_session_id and before.state = 'waiting'
            and before.exam_waiting_id <= w.exam_waiting_id) end as position,
        w.right_id, r.application_id, coalesce(a.application_code, '') as application_code, a.type, w.customer_id,
        c.name as customer, c.phone_1,
        r.kind, r.licence_type, r.permission_date, ${openBookingOf('w')} as booking, w.state as status, w.offer_until, w.note,
        w."createdAt", b.name as branch, w.branch_id, r.branch_id as right_branch_id, w.version
      from exam_waiting w join exam_session s using (exam_session_id) join exam_right r using (right_id)
        left join application a on a.application_id = r.application_id join customer c on c.customer_id = w.customer_id
        join branch b on b.branch_id = w.branch_id
      where ${condition(ctx, query)} order by w.exam_waiting_id ${pageOf(query)}
    )
    select counted.count, page.* from counted left join page on true order by page.exam_waiting_id`,
})
