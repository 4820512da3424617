/**
 * SQL of the worklist of exam rights and bookings. The items are computed from the stored bookings
 * and results, so an item disappears as soon as it is done.
 */
import type { ListQuery } from '@khapdee/contract/wire'
import type { ApplicationKind } from '@khapdee/domain/application/status'
import type { WorklistReason } from '@khapdee/domain/exam-worklist'
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { type SqlBool, sql } from 'kysely'
import { allOrNull, bigint, day, int, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'
import { inBranches, joinByAnd, pageOf } from '../../kernel/list.ts'
import { isOpenBooking, isOpenWait, namesCandidate, owedForRight } from '../booking/open-booking.ts'
import { holidayOfBooking, isOnClosedDay } from '../booking/closed-day.ts'
import { isTheoryOf, waitsForTheory } from '../booking/prior-exams.ts'

/** The CTE `coming`: the open bookings from today on in the caller's branches, with their rights. */
const coming = (ctx: UserContext, query: ListQuery) => sql`
  coming as materialized (
    select e.exam_id, e.exam_date, e.right_id, e.branch_id, e.exam_session_id, e.displaced_from, r.customer_id, r.kind,
      r.licence_type, r.permission_date
    from exam e join exam_right r using (right_id)
    where ${inBranches(ctx.scope, query, sql.ref('e.branch_id'))} and e.exam_date >= ${ctx.clock.today()}::date
      and ${isOpenBooking('e')})`

/**
 * Whether the booking `coming` is after the last day of its right, because days of an extension
 * were withdrawn.
 */
const isAfterRight = sql<SqlBool>`(coming.permission_date < coming.exam_date and exists (
  select from exam_right_event v where v.right_id = coming.right_id and v.event = 'shortened'))`

/**
 * Whether the booking `coming` is of today and has no session, which is a separate kind of item.
 */
const isWithoutSession = (today: Day) =>
  sql<SqlBool>`(coming.exam_session_id is null and coming.exam_date = ${today}::date)`

/** Whether the practice booking of `coming` has no theory booking of an earlier day in `coming`. */
const hasNoEarlierTheory = sql<SqlBool>`not exists (
  select from coming t where ${isTheoryOf({ customer_id: sql`coming.customer_id`, licence_type: sql`coming.licence_type` })}
    and t.exam_date < coming.exam_date)`

/** The items in the caller's branches: the right, its booking, the reason, and an explanation. */
const items = (ctx: UserContext, query: ListQuery) => sql`
  select e.right_id, e.exam_id, e.exam_date, e.branch_id, 'displaced' as reason, e.displaced_from as lost_id,
    coalesce((select v.detail ->> 'note' from exam_right_event v where v.right_id = e.right_id and v.event = 'displaced'
      order by v.event_id desc limit 1), '') as note
  from exam e where ${inBranches(ctx.scope, query, sql.ref('e.branch_id'))} and e.displaced_from is not null
    and ${isOpenBooking('e')}
    -- Candidates who joined a waiting list at the cancellation or later are listed there instead.
    and not exists (select from exam_waiting w where w.right_id = e.right_id and ${isOpenWait} and w."createdAt" >= coalesce(
      (select max(v.at) from exam_right_event v where v.right_id = e.right_id and v.event = 'displaced'), '-infinity'))
  union all
  select e.right_id, e.exam_id, e.exam_date, e.branch_id, 'no_session', null, ''
  from exam e where ${inBranches(ctx.scope, query, sql.ref('e.branch_id'))} and e.exam_session_id is null
    and e.displaced_from is null and e.exam_date <= ${ctx.clock.today()}::date and ${isOpenBooking('e')}
  union all
  select right_id, exam_id, exam_date, branch_id, 'after_right', exam_session_id, ''
  from coming where displaced_from is null and ${isAfterRight} and not ${isWithoutSession(ctx.clock.today())}
  union all
  select e.right_id, e.exam_id, e.exam_date, e.branch_id, 'closed_day', null, coalesce(${holidayOfBooking('e')}, '')
  from coming join exam e using (exam_id)
  where coming.exam_session_id is null and ${isOnClosedDay('e')} and not ${isWithoutSession(ctx.clock.today())}
    and not ${isAfterRight}
  union all
  select e.right_id, e.exam_id, e.exam_date, e.branch_id, 'theory', null, coalesce((select s.name from exam_session s
    where s.exam_session_id = e.exam_session_id), '')
  from coming join exam e using (exam_id) join exam_right r on r.right_id = e.right_id
    join branch b on b.branch_id = e.branch_id
  -- Most candidates have an earlier theory booking in these branches; the first condition excludes all of them at once.
  where coming.kind = 'practice' and ${hasNoEarlierTheory} and ${waitsForTheory}
    and not ${isWithoutSession(ctx.clock.today())} and not ${isAfterRight} and not ${isOnClosedDay('e')}
  union all
  select r.right_id, null, coalesce(l.exam_date, r.permission_date), r.branch_id, 'wish', null, r.wish_refusal
  from exam_right r left join application_line l using (line_id)
  where ${inBranches(ctx.scope, query, sql.ref('r.branch_id'))} and r.wish_refusal is not null
    and r.used_at is null and r.forfeited_at is null and r.disabled_at is null`

/** The items that a search text matches; all without one. */
function searched(ctx: UserContext, query: ListQuery) {
  const matches = namesCandidate(query)
  return matches.length === 0
    ? items(ctx, query)
    : sql`select i.* from (${items(ctx, query)}) i join exam_right r using (right_id)
        join customer c on c.customer_id = r.customer_id left join application a on a.application_id = r.application_id
      where ${joinByAnd(matches)}`
}

/** The items of the page, each with the count; for an empty page, one row of the count and nulls. */
export const worklistPage = tunedQuery({
  columns: {
    count: int(),
    ...allOrNull({
      right_id: int(),
      exam_id: int(),
      reason: text<WorklistReason>(),
      application_id: orNull(int()),
      application_code: text(),
      type: orNull(text<ApplicationKind>()),
      customer_id: int(),
      customer: text(),
      phone_1: text(),
      kind: text<ExamKind>(),
      licence_type: text<ExamLicence>(),
      exam_date: day<Day>(),
      permission_date: day<Day>(),
      balance: bigint<Satang>(),
      branch: text(),
      lost: text(),
      lost_id: orNull(int()),
      note: text(),
    }),
  },
  // Planned for the given branches and day.
  unnamed: true,
  sql: (ctx: UserContext, query: ListQuery) => sql`
    with ${coming(ctx, query)}, items as materialized (${searched(ctx, query)}),
    -- Chosen before it is joined with what is shown.
    chosen as (select * from items order by exam_date, right_id, exam_id ${pageOf(query)}), page as (
      select i.right_id, i.exam_id, i.reason, r.application_id, coalesce(a.application_code, '') as application_code,
        a.type, r.customer_id, c.name as customer, c.phone_1, r.kind, r.licence_type, i.exam_date, r.permission_date,
        ${owedForRight} as balance,
        b.name as branch, lost.name as lost, i.lost_id, i.note
      from chosen i join exam_right r using (right_id) left join application a using (application_id)
        join customer c on c.customer_id = r.customer_id join branch b on b.branch_id = i.branch_id
        left join exam_session lost on lost.exam_session_id = i.lost_id
    )
    select counted.count, page.* from (select count(*)::int as count from items) counted left join page on true
    order by page.exam_date, page.right_id, page.exam_id`,
})
