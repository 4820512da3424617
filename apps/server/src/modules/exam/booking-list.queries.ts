/** SQL of the list of bookings, which is limited to some days, so that its time does not grow with the school. */
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import type { OwingApplication } from '@khapdee/contract/entities/application-shapes'
import type { ApplicationKind } from '@khapdee/domain/application/status'
import { examKinds } from '@khapdee/domain/evaluation'
import type { CertifiedState } from '@khapdee/domain/certificate'
import { type BookingStatus, type ExamResult, examResults } from '@khapdee/domain/exam-booking'
import type { ExamKind } from '@khapdee/domain/exams'
import { type ExamLicence, examLicences } from '@khapdee/domain/licence-types'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type RowOf,
  allOrNull,
  bigint,
  bool,
  day,
  instant,
  int,
  ints,
  jsonb,
  orNull,
  text,
} from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
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
import { isMissing } from '../application/missing-documents.ts'
import {
  bookedIn,
  bookedSessionName,
  hasRefundOfRight,
  isOneOf,
  isOpenBooking,
  laterBooking,
  laterBookingColumn,
  owedForRight,
  owingForRight,
} from '../booking/open-booking.ts'
import { grantingItem } from '../booking/right-origin.ts'
import {
  type StoredCertificate,
  certifiableBalance,
  certificateOf,
  isLinePassed,
  needsFullPayment,
} from './certified.ts'
import { sampleSize } from '../../kernel/text-search.ts'
import {
  matchingRights,
  maxFoundExams,
  maxListRead,
  maxReadExams,
  rightMatchesByScan,
  sampleOf,
} from './right-search.ts'

/** The query of a list with its days; `exam_session_id` limits it to one session. */
export type BookingQuery = ListQuery & { exam_session_id?: number | undefined }

/** The conditions of the states of a booking. */
const statusConditions: Record<BookingStatus | CertifiedState, RawBuilder<SqlBool>> = {
  certified: sql`e.result = 'pass' and r.certificate_id is not null`,
  certifiable: sql`e.result = 'pass' and r.certificate_id is null and ${isLinePassed('r')}`,
  waiting: isOpenBooking('e'),
  cancelled: sql`e.cancelled_at is not null`,
  ...(Object.fromEntries(
    Object.keys(examResults).map((result) => [result, sql`e.result = ${sql.lit(result)}`]),
  ) as Record<ExamResult, RawBuilder<SqlBool>>),
}

const tables = sql`exam e join exam_right r using (right_id)`

/** Whether a text matches the booking `e` of the right `r`, for queries that read bookings in their order. */
const matchesByRow = (ctx: UserContext, text: string): RawBuilder<SqlBool> =>
  sql`exists (select from customer c left join application a on a.application_id = r.application_id
    where c.customer_id = r.customer_id and ${rightMatchesByScan(ctx, text)})`

/** The conditions of the branches, the days and the session of a query, which need only the booking `e`. */
function spanCondition(ctx: UserContext, query: BookingQuery): RawBuilder<SqlBool> {
  const { start, end, exam_session_id } = query
  return joinByAnd([
    bookedIn((branchId) => inBranches(ctx.scope, query, branchId)),
    ...(isSet(start) ? [sql<SqlBool>`e.exam_date >= ${start}::date`] : []),
    ...(isSet(end) ? [sql<SqlBool>`e.exam_date <= ${end}::date`] : []),
    ...(exam_session_id === undefined
      ? []
      : [sql<SqlBool>`e.exam_session_id = ${exam_session_id}`]),
  ])
}

/** The condition of a query, without its text search. */
function condition(ctx: UserContext, query: BookingQuery): RawBuilder<SqlBool> {
  const { status, category, type } = query
  return joinByAnd([
    spanCondition(ctx, query),
    // Cancelled bookings are listed only on request.
    isSet(status) ? choiceOf(statusConditions, 'status', status) : sql`e.cancelled_at is null`,
    ...(isSet(category)
      ? [sql<SqlBool>`r.kind = ${choiceOf(examKinds, 'category', category) && category}`]
      : []),
    ...(isSet(type)
      ? [sql<SqlBool>`r.licence_type = ${choiceOf(examLicences, 'type', type) && type}`]
      : []),
  ])
}

const order = ({ sort }: ListQuery) =>
  orderBy(sort ?? 'exam_date', { exam_date: 'byValue' }, 'e', 'exam_id')

const maxInList = sql.lit(maxListRead)

/**
 * Whether a query has so few bookings, regardless of its text, that they can be searched by reading
 * them.
 */
const isFew = (ctx: UserContext, query: BookingQuery) => sql<boolean>`(
  select count(*) <= ${maxInList} from (
    select from exam e where ${spanCondition(ctx, query)} limit ${maxInList} + 1) bounded)`

/**
 * The bookings of a query that the text indexes find, by the columns of `exam e`. @param isAsked
 * whether they are read at all
 */
const foundByIndex = (
  ctx: UserContext,
  query: BookingQuery,
  searched: string,
  isAsked: RawBuilder<SqlBool>,
) => sql`
  select e.* from (${matchingRights(ctx, searched)}) found,
      -- OFFSET keeps the lookup of each right apart; joined otherwise, all bookings of the days are read.
      lateral (select booked.* from exam booked where booked.right_id = found.right_id offset 0) e
      join exam_right r using (right_id)
    where ${isAsked} and ${condition(ctx, query)}`

/** A statement that reads the ids of all matching bookings, in the order of the list. */
export function bookingIds(ctx: UserContext, query: BookingQuery): RawBuilder<unknown> {
  const { text: searched } = query
  const listed = condition(ctx, query)
  if (!isSet(searched))
    return sql`select e.exam_id as id from ${tables} where ${listed} order by ${order(query)}`
  return sql`select e.exam_id as id from (${foundBookings(ctx, query, searched)}) e order by ${order(query)}`
}

/** A statement that finds the bookings of a query that a text matches, in any order. */
export const foundBookings = (ctx: UserContext, query: BookingQuery, searched: string) => sql`
  with size as materialized (select ${isFew(ctx, query)} as is_few)
  select e.* from ${tables}
  where (select is_few from size) and ${condition(ctx, query)} and ${matchesByRow(ctx, searched)}
  union all
  ${foundByIndex(ctx, query, searched, sql`not (select is_few from size)`)}`

/** The CTEs `counted` and `page` of a list without text search. */
const listCtes = (ctx: UserContext, query: BookingQuery) => sql`
    counted as (
      select count(*)::int as count from (
        select from ${tables} where ${condition(ctx, query)} limit ${maxCounted + 1}) bounded
    ), page as (
      select e.* from ${tables} where ${condition(ctx, query)} order by ${order(query)} ${pageOf(query)}
    )`

/**
 * The CTEs of a text search. Bookings are found by reading in the order of the list if the text is
 * frequent, or if there are few bookings and the text is not rare; otherwise by the text indexes. A
 * text that is frequent only among the first bookings, such as the beginning of the latest numbers,
 * is also looked up in the indexes, once reading has reached its bound.
 */
function searchCtes(ctx: UserContext, query: BookingQuery, searched: string) {
  const listed = condition(ctx, query)
  const contains = matchesByRow(ctx, searched)
  const firstRows = sql`select ${contains} as found from exam e join exam_right r using (right_id) where e.exam_id in (
    select e.exam_id from ${tables} where ${listed} order by ${order(query)} limit ${sampleSize})`
  return sql`
    ${sampleOf(firstRows, isFew(ctx, query))}, first_found as materialized (
      select e.* from (
          select e.* from ${tables} where (select is_read from sample) and ${listed}
          order by ${order(query)}
          limit (select case when is_few then ${maxInList} else ${sql.lit(maxReadExams)} end from sample)) e
        join exam_right r using (right_id)
      where ${contains} order by ${order(query)} limit ${maxFoundExams + 1}
    ), chosen as materialized (
      select most, not is_read or not is_few and (select count(*) from first_found) <= ${maxFoundExams} as by_index from sample
    ), matched as materialized (
      (select * from first_found where not (select by_index from chosen))
      union all
      (${foundByIndex(ctx, query, searched, sql`(select by_index from chosen)`)} limit (select most + 1 from chosen))
    ), counted as (select count(*)::int as count from matched), page as (
      (select * from matched e where (select count <= most or not by_index from counted, chosen) order by ${order(query)} ${pageOf(query)})
      union all
      (select e.* from ${tables} where (select count > most and by_index from counted, chosen) and ${listed} and ${contains}
        order by ${order(query)} ${pageOf(query, maxReachableBySearch)})
    )`
}

const bookingColumns = (
  today: Day,
) => sql`e.right_id, e.exam_date, e.exam_session_id, ${bookedSessionName} as session,
  e.branch_id as right_branch_id, e.host_branch_id, s.starts_at, s.ends_at,
  r.application_id, coalesce(a.application_code, '') as application_code, a.type, r.customer_id, c.name as customer,
  c.phone_1, ${grantingItem} as course_name,
  r.kind, r.licence_type, e.result, e.cancelled_at, e.score, case when e.cancelled_at is null then e.result_note
  else e.cancel_note end as note, e.checked_in_at, ${owedForRight} as balance, ${owingForRight} as owing, r.permission_date, b.name as branch, e.version,
  (select count(*)::int from application_document d where d.application_id = r.application_id
    and ${isMissing('d', today)}) as missing_documents,
  ${laterBooking} as later,
  e.displaced_from is not null as displaced, r.disabled_at is not null as disabled, coalesce(l.status = 'open', true) as line_is_open,
  r.forfeited_at is not null as forfeited,
  ${hasRefundOfRight('r')} as refund_pending,
  ${certificateOf('r')} as certificate, ${certifiableBalance} as certifiable_balance,
  ${needsFullPayment('rb')} as needs_full_payment,
  array(select p.user_id from exam_session_panel p where p.exam_session_id = e.exam_session_id) as panel`

/** Outer joins, because `e` is null when the page is empty. */
const bookingTables = sql`left join exam_right r on r.right_id = e.right_id
  left join application a on a.application_id = r.application_id
  left join customer c on c.customer_id = r.customer_id left join application_line l on l.line_id = r.line_id
  left join exam_session s on s.exam_session_id = e.exam_session_id left join branch b on b.branch_id = e.branch_id
  left join branch rb on rb.branch_id = r.branch_id`

/** The types of {@link bookingColumns}. */
const booking = {
  right_id: int(),
  exam_date: day<Day>(),
  exam_session_id: orNull(int()),
  session: text(),
  right_branch_id: int(),
  /** The branch that holds the session if it is not that of the right. */
  host_branch_id: orNull(int()),
  starts_at: orNull(instant()),
  ends_at: orNull(instant()),
  application_id: orNull(int()),
  application_code: text(),
  type: orNull(text<ApplicationKind>()),
  customer_id: int(),
  customer: text(),
  phone_1: text(),
  course_name: text(),
  kind: text<ExamKind>(),
  licence_type: text<ExamLicence>(),
  result: orNull(text<ExamResult>()),
  cancelled_at: orNull(instant()),
  score: orNull(int()),
  note: text(),
  checked_in_at: orNull(instant()),
  balance: bigint<Satang>(),
  owing: jsonb<OwingApplication[]>(),
  permission_date: day<Day>(),
  branch: text(),
  version: int(),
  missing_documents: int(),
  later: laterBookingColumn,
  displaced: bool(),
  disabled: bool(),
  /** Whether the line that granted the right is open; true for a right without an application. */
  line_is_open: bool(),
  forfeited: bool(),
  refund_pending: bool(),
  certificate: orNull(jsonb<StoredCertificate>()),
  certifiable_balance: orNull(bigint<Satang>()),
  /** Whether the branch of the right requires payment before it books or certifies. */
  needs_full_payment: bool(),
  /** Ids of the users on the panel of the session. */
  panel: ints(),
}

/** The bookings of the page, each with the count; for an empty page, one row of the count and nulls. */
export const bookingPage = tunedQuery({
  columns: { count: int(), ...allOrNull({ exam_id: int(), ...booking }) },
  unnamed: true,
  sql: (ctx: UserContext, query: BookingQuery) => sql`
    with ${isSet(query.text) ? searchCtes(ctx, query, query.text) : listCtes(ctx, query)}
    select counted.count, e.exam_id, ${bookingColumns(ctx.clock.today())}
    from counted left join page e on true ${bookingTables}
    order by ${order(query)}`,
})

const exported = { exam_id: int(), ...booking }
export type StoredBooking = RowOf<typeof exported>

/** The last bookings of a customer in the caller's branches, also cancelled ones, latest first. */
export const bookingsOfCustomer = tunedQuery({
  columns: exported,
  sql: (ctx: UserContext, customerId: number) => sql`
    select e.exam_id, ${bookingColumns(ctx.clock.today())} from exam e ${bookingTables}
    where r.customer_id = ${customerId} and ${bookedIn(isOneOf(ctx.scope.branchIds))}
    order by e.exam_date desc, e.exam_id desc limit 100`,
})

/**
 * A booking of the caller's branches with the settings of its branch, and those of the branch that holds the session if it is
 * another one.
 */
export const oneBooking = tunedQuery({
  columns: {
    ...exported,
    branch_id: int(),
    settings: jsonb(),
    host_settings: orNull(jsonb()),
  },
  sql: (ctx: UserContext, examId: number) => sql`
    select e.exam_id, ${bookingColumns(ctx.clock.today())}, e.branch_id, b.settings,
      (select host.settings from branch host where host.branch_id = e.host_branch_id) as host_settings
    from exam e ${bookingTables}
    where e.exam_id = ${examId} and ${bookedIn(isOneOf(ctx.scope.branchIds))}`,
})

/** The bookings of a session that are not cancelled, by the name of the candidate. */
export const bookingsOfSession = tunedQuery({
  columns: exported,
  sql: (ctx: UserContext, sessionId: number) => sql`
    select e.exam_id, ${bookingColumns(ctx.clock.today())} from exam e ${bookingTables}
    where e.exam_session_id = ${sessionId} and e.cancelled_at is null
    order by c.name collate thai, e.exam_id`,
})

/** The bookings with these ids, in any order. */
export const exportedBookings = tunedQuery({
  columns: { id: int(), ...exported },
  sql: (ctx: UserContext, ids: readonly number[]) => sql`
    select e.exam_id as id, e.exam_id, ${bookingColumns(ctx.clock.today())} from exam e ${bookingTables}
    where e.exam_id = any(${ids}::int[])`,
})
