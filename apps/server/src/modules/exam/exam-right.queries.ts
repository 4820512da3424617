/**
 * SQL of the list of exam rights. The page is read from an index in the order of the last day, and counting stops at a
 * bound, so that the time does not grow with the list.
 */
import type { OwingApplication } from '@khapdee/contract/entities/application-shapes'
import { type BranchSettings, branchSettings } from '@khapdee/contract/entities/branch'
import type { ShownExam } from '@khapdee/contract/entities/exams'
import type { examRight } from '@khapdee/contract/entities/exam-right'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import type { ApplicationKind, LineStatus } from '@khapdee/domain/application/status'
import { examKinds } from '@khapdee/domain/evaluation'
import { type ExamRightEvent, type ExamRightStatus, expiringDays } from '@khapdee/domain/exam-right'
import type { ExamKind } from '@khapdee/domain/exams'
import { type ExamLicence, examLicences } from '@khapdee/domain/licence-types'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import {
  type RowOf,
  allOrNull,
  bigint,
  bool,
  day,
  int,
  jsonb,
  orNull,
  text,
} from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import {
  choiceOf,
  inBranches,
  joinByAnd,
  maxCounted,
  maxReachableBySearch,
  orderBy,
  pageOf,
} from '../../kernel/list.ts'
import {
  type ShownBooking,
  hasRefundOfRight,
  lastExamOf,
  openBookingOf,
  owedForRight,
  owingForRight,
} from '../booking/open-booking.ts'
import { grantingItem } from '../booking/right-origin.ts'
import {
  type StoredCertificate,
  certifiableBalance,
  certificateOf,
  needsFullPayment,
} from './certified.ts'
import { sampleSize } from '../../kernel/text-search.ts'
import {
  matchingRights,
  maxFoundExams,
  maxReadExams,
  rightMatchesByScan,
  sampleOf,
} from './right-search.ts'

const isUsable = sql<SqlBool>`r.used_at is null and r.forfeited_at is null and r.disabled_at is null`

/** The conditions of the states of a right on a day. */
const statusConditions: Record<ExamRightStatus, (today: Day) => RawBuilder<SqlBool>> = {
  active: (today) =>
    sql`${isUsable} and r.permission_date > ${today}::date + ${sql.lit(expiringDays)}`,
  expiring: (today) =>
    sql`${isUsable} and r.permission_date between ${today}::date and ${today}::date + ${sql.lit(expiringDays)}`,
  expired: (today) => sql`${isUsable} and r.permission_date < ${today}::date`,
  disabled: () => sql`r.used_at is null and r.forfeited_at is null and r.disabled_at is not null`,
  used: () => sql`r.used_at is not null`,
  forfeited: () => sql`r.forfeited_at is not null`,
}

/** Equality of a column with the chosen key of a list of labels; no condition if none is chosen. */
function equals(
  column: string,
  filter: 'category' | 'type',
  query: ListQuery,
  labels: Readonly<Record<string, unknown>>,
): RawBuilder<SqlBool>[] {
  const value = query[filter]
  if (!isSet(value)) return []
  choiceOf(labels, filter, value)
  return [sql<SqlBool>`${sql.ref(column)} = ${value}`]
}

/** The condition of a query on `exam_right r`, without its text search. */
function rightCondition(ctx: UserContext, query: ListQuery): RawBuilder<SqlBool> {
  const { status, start, end } = query
  return joinByAnd([
    inBranches(ctx.scope, query, sql.ref('r.branch_id')),
    ...(isSet(status) ? [choiceOf(statusConditions, 'status', status)(ctx.clock.today())] : []),
    ...equals('r.kind', 'category', query, examKinds),
    ...equals('r.licence_type', 'type', query, examLicences),
    ...(isSet(start) ? [sql<SqlBool>`r.permission_date >= ${start}::date`] : []),
    ...(isSet(end) ? [sql<SqlBool>`r.permission_date <= ${end}::date`] : []),
  ])
}

/** A statement that reads the ids of all matching rights, in the order of the list. */
export function rightIds(ctx: UserContext, query: ListQuery): RawBuilder<unknown> {
  const condition = rightCondition(ctx, query)
  const order = rightOrder(query, 'r')
  return isSet(query.text)
    ? sql`select r.right_id as id from exam_right r
        where ${condition} and r.right_id in (${matchingRights(ctx, query.text)}) order by ${order}`
    : sql`select r.right_id as id from exam_right r where ${condition} order by ${order}`
}

/** The order of the rights `alias`; latest last day first by default. */
const rightOrder = ({ sort }: ListQuery, alias: string) =>
  orderBy(sort ?? '-permission_date', { permission_date: 'byValue' }, alias, 'right_id')

/** The CTEs `counted` and `page` of a list without text search. */
const listCtes = (ctx: UserContext, query: ListQuery) => sql`
  counted as (
    select count(*)::int as count from (
      select from exam_right r where ${rightCondition(ctx, query)} limit ${maxCounted + 1}) bounded
  ), page as (
    select * from exam_right r where ${rightCondition(ctx, query)} order by ${rightOrder(query, 'r')} ${pageOf(query)}
  )`

/** The rights with the applications and customers in whom a text is searched. */
const searchedRights = sql`exam_right r left join application a using (application_id)
      join customer c on c.customer_id = r.customer_id`

const maxRead = sql.lit(maxReadExams)

/** A statement that finds the rights of a query that a text matches, in any order. */
export const foundRights = (ctx: UserContext, query: ListQuery, searched: string) => sql`
  select from (${matchingRights(ctx, searched, sql`r.*`)}) r where ${rightCondition(ctx, query)}`

/**
 * The CTEs of a text search. A text that is frequent is found by reading the rights in the order of
 * the list, others by the index of the applications. A text that is frequent only among the first
 * rights, such as the beginning of the latest numbers, is also looked up in the index, once reading
 * has reached its bound. If the index has more matches than are sorted, reading in the order of the
 * list fills the page soon.
 */
function searchCtes(ctx: UserContext, query: ListQuery, searched: string) {
  const order = rightOrder(query, 'r')
  const condition = rightCondition(ctx, query)
  const contains = rightMatchesByScan(ctx, searched)
  const sampled = sql`select ${contains} as found from ${searchedRights} where r.right_id in (
    select r.right_id from exam_right r where ${condition} order by ${order} limit ${sampleSize})`
  return sql`
  ${sampleOf(sampled)},
  first_rights as materialized (
    select r.* from exam_right r where (select is_read from sample) and ${condition} order by ${order} limit ${maxRead}),
  first_found as materialized (
    select r.* from first_rights r left join application a using (application_id)
      join customer c on c.customer_id = r.customer_id
    where ${contains} order by ${order} limit ${maxFoundExams + 1}),
  chosen as materialized (
    select most, not is_read or (select count(*) from first_rights) = ${maxRead}
      and (select count(*) from first_found) <= ${maxFoundExams} as by_index from sample),
  matched as materialized (
    (select * from first_found where not (select by_index from chosen))
    union all
    (select * from (${matchingRights(ctx, searched, sql`r.*`)}) r
      where (select by_index from chosen) and ${condition} limit (select most + 1 from chosen))
  ), counted as (select count(*)::int as count from matched), page as (
    (select * from matched r where (select count <= most or not by_index from counted, chosen) order by ${order} ${pageOf(query)})
    union all
    (select r.* from ${searchedRights}
      where (select count > most and by_index from counted, chosen) and ${condition} and ${contains}
      order by ${order} ${pageOf(query, maxReachableBySearch)})
  )`
}

const extendSetting: keyof BranchSettings = 'exam_extend_days'

/** The days by which the branch `b` usually extends rights. */
const extendDays = sql`coalesce((b.settings ->> ${sql.lit(extendSetting)})::int,
  ${sql.lit(branchSettings.parse({})[extendSetting])})`

/** The columns of a right in lists, from `r` and {@link rightTables}. */
const rightColumns = sql`r.line_id, r.kind, r.licence_type, r.valid_from, r.permission_date, r.application_id,
  coalesce(a.application_code, '') as application_code, a.type, r.customer_id, c.name as customer, c.phone_1,
  ${grantingItem} as course_name, l.exam_date, r.theory_passed_on,
  exists (select from exam sat where sat.right_id = r.right_id and sat.cancelled_at is null) as is_taken,
  ${openBookingOf('r')} as booking, ${lastExamOf('r')} as last_exam, ${hasRefundOfRight('r')} as refund_pending, ${needsFullPayment('b')} as needs_full_payment,
  ${owedForRight} as balance, ${owingForRight} as owing, b.name as branch, ${extendDays} as extend_days, r.version, r.disabled_at is not null as disabled, r.used_at is not null as used,
  r.forfeited_at is not null as forfeited, coalesce(l.status, 'open') as line_status, ${certificateOf('r')} as certificate,
  ${certifiableBalance} as certifiable_balance`

/** Outer joins, because `r` is null when the page is empty. */
const rightTables = sql`left join application a on a.application_id = r.application_id
  left join customer c on c.customer_id = r.customer_id left join application_line l on l.line_id = r.line_id
  left join branch b on b.branch_id = r.branch_id`

/** The types of {@link rightColumns}. */
const right = {
  line_id: orNull(int()),
  booking: orNull(jsonb<ShownBooking>()),
  last_exam: orNull(jsonb<ShownExam>()),
  refund_pending: bool(),
  needs_full_payment: bool(),
  kind: text<ExamKind>(),
  licence_type: text<ExamLicence>(),
  valid_from: day<Day>(),
  permission_date: day<Day>(),
  application_id: orNull(int()),
  application_code: text(),
  type: orNull(text<ApplicationKind>()),
  customer_id: int(),
  customer: text(),
  phone_1: text(),
  course_name: text(),
  exam_date: orNull(day<Day>()),
  theory_passed_on: orNull(day<Day>()),
  /** Whether it is booked or has a result. */
  is_taken: bool(),
  balance: bigint<Satang>(),
  owing: jsonb<OwingApplication[]>(),
  branch: text(),
  extend_days: int(),
  version: int(),
  disabled: bool(),
  used: bool(),
  forfeited: bool(),
  line_status: text<LineStatus>(),
  certificate: orNull(jsonb<StoredCertificate>()),
  certifiable_balance: orNull(bigint<Satang>()),
}

/** The rights of the page, each with the count; for an empty page, one row of the count and nulls. */
export const rightPage = tunedQuery({
  columns: { count: int(), ...allOrNull({ right_id: int(), ...right }) },
  unnamed: true,
  sql: (ctx: UserContext, query: ListQuery) => sql`
    with ${isSet(query.text) ? searchCtes(ctx, query, query.text) : listCtes(ctx, query)}
    select counted.count, r.right_id, ${rightColumns}
    from counted left join page r on true ${rightTables}
    order by ${rightOrder(query, 'r')}`,
})

const exported = { right_id: int(), ...right }
export type StoredRight = RowOf<typeof exported>

/** The rights with these ids, in any order. */
export const exportedRights = tunedQuery({
  columns: { id: int(), ...exported },
  sql: (ids: readonly number[]) => sql`
    select r.right_id as id, r.right_id, ${rightColumns} from exam_right r ${rightTables}
    where r.right_id = any(${ids}::int[])`,
})

/** The rights of a customer in the caller's branches, newest first. */
export const rightsOfCustomer = tunedQuery({
  columns: exported,
  sql: (ctx: UserContext, customerId: number) => sql`
    select r.right_id, ${rightColumns} from exam_right r ${rightTables}
    where r.customer_id = ${customerId} and r.branch_id = any(${ctx.scope.branchIds}::int[])
    order by r.right_id desc`,
})

interface StoredEvent {
  event: ExamRightEvent
  permission_date: Day | null
  exam_date: Day | null
  session: string
  note: string
  user: string
  at: string
}

type ListedPayment = NonNullable<z.output<typeof examRight.gettable.output>['payments']>[number]

/**
 * The session of the event `e` of a right, after the one that its booking left: `A → B`. If an
 * event of a booking has no session, it is the session of the booking, now or when it ended. Events
 * of waiting lists have the session in their note.
 */
const sessionOfEvent = sql`concat_ws(' → ',
  (select s.name from exam_session s where s.exam_session_id = (e.detail ->> 'from_session_id')::int
    and e.detail -> 'from_session_id' is distinct from e.detail -> 'exam_session_id'),
  (select s.name from exam_session s where not e.detail ? 'exam_waiting_id' and s.exam_session_id = case when e.detail ? 'exam_session_id'
    then (e.detail ->> 'exam_session_id')::int
    else (select x.exam_session_id from exam x where x.exam_id = (e.detail ->> 'exam_id')::int) end))`

/** The ledger of the right `r` as JSON, oldest first. */
const ledger = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('event', e.event, 'permission_date', e.detail -> 'permission_date',
      'exam_date', coalesce(e.detail -> 'exam_date', e.detail -> 'theory_passed_on'), 'session', ${sessionOfEvent},
      'note', coalesce(e.detail ->> 'note', case when e.detail ->> 'reason' = 'line ended' then 'รายการสิ้นสุด' else '' end),
      'user', coalesce(${userName('u')}, ''), 'at', e.at) order by e.event_id), '[]')
  from exam_right_event e left join app_user u using (user_id) where e.right_id = r.right_id)`

/** One right of the caller's branches with its ledger. */
export const oneRight = tunedQuery({
  columns: { ...exported, events: jsonb<StoredEvent[]>() },
  sql: (ctx: UserContext, rightId: number) => sql`
    select r.right_id, ${rightColumns}, ${ledger} as events from exam_right r ${rightTables}
    where r.right_id = ${rightId} and r.branch_id = any(${[...ctx.scope.branchIds]}::int[])`,
})

/** The rights of one application in the order in which they were granted, with their ledgers, and its payments. */
export const rightsOfApplication = tunedQuery({
  columns: {
    rights: jsonb<(StoredRight & { events: StoredEvent[] })[]>(),
    payments: jsonb<ListedPayment[]>(),
  },
  sql: (ctx: UserContext, applicationId: number) => sql`
    select
      (select coalesce(jsonb_agg(to_jsonb(listed) order by right_id), '[]') from (
        select r.right_id, ${rightColumns}, ${ledger} as events
        from exam_right r ${rightTables} where r.application_id = own.application_id) listed) as rights,
      (select coalesce(jsonb_agg(jsonb_build_object('payment_id', p.payment_id, 'payment_code', p.payment_code,
          'refund', p.kind = 'refund', 'pay_type', p.pay_type, 'paid', p.paid, 'status', p.status,
          'user', ${userName('u')}, 'createdAt', p."createdAt") order by p.payment_id), '[]')
        from payment p join app_user u on u.user_id = p.created_by
        where p.application_id = own.application_id and p.kind <> 'moved') as payments
    from application own
    where own.application_id = ${applicationId} and ${ctx.scope.visible('application', 'own')}`,
})
