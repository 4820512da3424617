/** SQL of exam sessions, their candidates, and collisions of sessions. */
import type { ApplicationKind } from '@khapdee/domain/application/status'
import { examKinds } from '@khapdee/domain/evaluation'
import type { BookedTheory, ExamResult } from '@khapdee/domain/exam-booking'
import type {
  ExamSessionStatus,
  PanelRole,
  Span,
  StoredSessionStatus,
} from '@khapdee/domain/exam-session'
import type { ExamKind } from '@khapdee/domain/exams'
import { type ExamLicence, examLicences } from '@khapdee/domain/licence-types'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type RowOf,
  allOrNull,
  bigint,
  bool,
  day,
  instant,
  int,
  jsonb,
  orNull,
  text,
  texts,
} from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import {
  choiceOf,
  containing,
  inBranches,
  joinByAnd,
  maxCounted,
  orderBy,
  pageOf,
} from '../../kernel/list.ts'
import {
  isOneOf,
  isOpenBooking,
  owedForRight,
  seatsHeld,
  seatsTaken,
} from '../booking/open-booking.ts'
import { bookedTheory, failedOn, ofRight, theoryPassed } from '../booking/prior-exams.ts'
import { type Subject, occupationName } from '../timetable/occupancy.ts'

/** Seats of the session `s` that are booked or held by an offer. */
const seatsGone = sql`(${seatsTaken('s')} + ${seatsHeld('s')})`

/** The conditions of the states of the session `s` at an instant; see `examSessionStatus`. */
const statusConditions: Record<ExamSessionStatus, (now: string) => RawBuilder<SqlBool>> = {
  cancelled: () => sql`s.status = 'cancelled'`,
  done: (now) => sql`s.status <> 'cancelled' and s.ends_at <= ${now}`,
  closed: (now) => sql`s.status = 'closed' and s.ends_at > ${now}`,
  full: (now) => sql`s.status = 'open' and s.ends_at > ${now} and s.capacity <= ${seatsGone}`,
  open: (now) => sql`s.status = 'open' and s.ends_at > ${now} and s.capacity > ${seatsGone}`,
}

const panelNames = (query: ListQuery) =>
  containing('s', ['name', 'note'], query).map((inSession) => {
    const [inPanel] = containing('named', ['name'], query)
    return sql<SqlBool>`(${inSession} or exists (select from exam_session_panel p
      join app_user u using (user_id), lateral (select ${userName('u')} as name) named
      where p.exam_session_id = s.exam_session_id and ${inPanel}))`
  })

export type SessionQuery = ListQuery & { scope?: 'coming' | 'all' | undefined }

/**
 * The condition of a query on `exam_session s`: from today on, unless the query gives days or
 * requests all.
 */
function sessionCondition(ctx: UserContext, query: SessionQuery): RawBuilder<SqlBool> {
  const { status, category, type, end, scope } = query
  const start = query.start ?? (isSet(end) || scope === 'all' ? undefined : ctx.clock.today())
  const condition = isSet(status) ? choiceOf(statusConditions, 'status', status) : undefined
  if (isSet(category)) choiceOf(examKinds, 'category', category)
  if (isSet(type)) choiceOf(examLicences, 'type', type)
  return joinByAnd([
    inBranches(ctx.scope, query, sql.ref('s.branch_id')),
    ...(condition === undefined ? [] : [condition(ctx.clock.now().toISOString())]),
    ...(isSet(category) ? [sql<SqlBool>`s.kind = ${category}`] : []),
    ...(isSet(type) ? [sql<SqlBool>`s.licence_types && array['any', ${type}]`] : []),
    ...(isSet(start) ? [sql<SqlBool>`s.day >= ${start}::date`] : []),
    ...(isSet(end) ? [sql<SqlBool>`s.day <= ${end}::date`] : []),
    ...panelNames(query),
  ])
}

/** Earliest first by default, of all days latest first. */
const sessionOrder = ({ sort, scope }: SessionQuery) =>
  orderBy(
    sort ?? (scope === 'all' ? '-starts_at' : 'starts_at'),
    { starts_at: 'byValue' },
    's',
    'exam_session_id',
  )

export const clockTime = (column: string) =>
  sql`to_char(${sql.ref(`s.${column}`)} at time zone 'Asia/Bangkok', 'HH24:MI')`

/** The vehicles of the session `s`, and its panel in the order of the roles. */
export const vehiclesOf = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('vehicle_id', v.vehicle_id, 'name', v.no || ' ' || v.province)
    order by v.no), '[]')
  from exam_session_vehicle sv join vehicle v using (vehicle_id) where sv.exam_session_id = s.exam_session_id)`
export const panelOf = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('user_id', u.user_id, 'name', ${userName('u')}, 'role', p.role)
    order by array_position(array['chair', 'committee', 'examiner'], p.role), u.fname collate thai, u.user_id), '[]')
  from exam_session_panel p join app_user u using (user_id) where p.exam_session_id = s.exam_session_id)`

/** The columns of the session `s` of the branch `b`, as lists show them. */
const sessionColumns = sql`s.branch_id, b.name as branch, s.kind, s.licence_types, s.name, s.day as date,
  ${clockTime('starts_at')} as start_time, ${clockTime('ends_at')} as end_time, s.starts_at, s.ends_at, s.capacity,
  ${seatsTaken('s')} as seats_taken, ${seatsHeld('s')} as offers,
  (select count(*)::int from exam_waiting w where w.exam_session_id = s.exam_session_id and w.state = 'waiting') as waiting,
  s.place_id, (select p.name from place p where p.place_id = s.place_id) as place,
  ${vehiclesOf} as vehicles, ${panelOf} as panel, s.accepted_problems,
  s.note, s.status, s.cancel_note, s.ended_at, s."createdAt", s.version,
  (select count(*)::int from exam e where e.exam_session_id = s.exam_session_id and ${isOpenBooking('e')}) as unmarked,
  exists (select from exam e where e.exam_session_id = s.exam_session_id and e.cancelled_at is null
    and (e.result is not null or e.checked_in_at is not null)) as sat`

/** The types of {@link sessionColumns}. */
const session = {
  branch_id: int(),
  branch: text(),
  kind: text<ExamKind>(),
  licence_types: texts(),
  name: text(),
  date: day<Day>(),
  start_time: text(),
  end_time: text(),
  starts_at: instant(),
  ends_at: instant(),
  capacity: int(),
  seats_taken: int(),
  offers: int(),
  waiting: int(),
  place_id: orNull(int()),
  place: orNull(text()),
  vehicles: jsonb<{ vehicle_id: number; name: string }[]>(),
  panel: jsonb<{ user_id: number; name: string; role: PanelRole }[]>(),
  /** The accepted problems of the session, in Thai. */
  accepted_problems: texts(),
  note: text(),
  status: text<StoredSessionStatus>(),
  cancel_note: text(),
  ended_at: orNull(instant()),
  unmarked: int(),
  createdAt: instant(),
  version: int(),
  /** Whether a candidate is checked in or has a result. */
  sat: bool(),
}
const stored = { exam_session_id: int(), ...session }
export type StoredSession = RowOf<typeof stored>

/** Whether the booking `e` of a right of some branches is in a session of another branch. */
const guestOf = (branchIds: readonly number[]) =>
  sql<SqlBool>`(e.host_branch_id is not null and ${isOneOf(branchIds)(sql.ref('e.branch_id'))})`

/** The sessions of the page, each with the count; for an empty page, one row of the count and nulls. */
export const sessionPage = tunedQuery({
  columns: { count: int(), ...allOrNull(stored) },
  unnamed: true,
  sql: (ctx: UserContext, query: SessionQuery) => sql`
    with counted as (
      select count(*)::int as count from (
        select from exam_session s where ${sessionCondition(ctx, query)} limit ${maxCounted + 1}) bounded
    ), page as (
      select * from exam_session s where ${sessionCondition(ctx, query)} order by ${sessionOrder(query)} ${pageOf(query)}
    )
    select counted.count, s.exam_session_id, ${sessionColumns}
    from counted left join page s on true left join branch b using (branch_id) order by ${sessionOrder(query)}`,
})

/** One session of the caller's branches. @param asGuest also one in which rights of these branches are booked */
export const oneSession = tunedQuery({
  columns: stored,
  sql: (ctx: UserContext, id: number, asGuest = false) => sql`
    select s.exam_session_id, ${sessionColumns} from exam_session s join branch b using (branch_id)
    where s.exam_session_id = ${id} and (s.branch_id = any(${[...ctx.scope.branchIds]}::int[])
      or ${asGuest} and exists (select from exam e where e.exam_session_id = s.exam_session_id
        and ${guestOf(ctx.scope.branchIds)} and e.cancelled_at is null))`,
})

/**
 * Whether the session `s` is of a day before `today`, had a candidate, and was not closed after its
 * exam. Sessions without candidates have nothing to record or to pay.
 */
const isUnclosed = (today: Day) => sql<SqlBool>`(
  s.ended_at is null and s.status <> 'cancelled' and s.day < ${today}::date
  and exists (select from exam e where e.exam_session_id = s.exam_session_id and e.cancelled_at is null))`

/**
 * The sessions of past days that were not closed after their exam, oldest first: those of the page, each with the count; for an
 * empty page, one row of the count and nulls.
 */
export const unclosedSessions = tunedQuery({
  columns: { count: int(), ...allOrNull(stored) },
  unnamed: true,
  sql: (ctx: UserContext, query: ListQuery) => sql`
    with found as materialized (
      select s.* from exam_session s
      where ${inBranches(ctx.scope, query, sql.ref('s.branch_id'))} and ${isUnclosed(ctx.clock.today())}
    ), page as (select * from found s order by s.starts_at, s.exam_session_id ${pageOf(query)})
    select counted.count, s.exam_session_id, ${sessionColumns}
    from (select count(*)::int as count from found) counted left join page s on true left join branch b using (branch_id)
    order by s.starts_at, s.exam_session_id`,
})

/** The sessions of today with the caller on the panel, and earlier ones that were not closed after their exam; earliest first. */
export const ownSessions = tunedQuery({
  columns: stored,
  sql: (ctx: UserContext) => sql`
    select s.exam_session_id, ${sessionColumns}
    from exam_session_panel own join exam_session s using (exam_session_id) join branch b using (branch_id)
    where own.user_id = ${ctx.actor.user_id} and s.branch_id = any(${[...ctx.scope.branchIds]}::int[])
      and (s.day = ${ctx.clock.today()} and s.status <> 'cancelled' or ${isUnclosed(ctx.clock.today())})
    order by s.starts_at, s.exam_session_id limit 100`,
})

/** The requirements of bookings for another session. */
export interface WantedTarget {
  /** The branch of the rights. */
  branch_id: number
  licence_type: ExamLicence
  /** The first and the last day on which the exam may be taken. */
  first: Day
  last: Day
}

/**
 * Maximum number of sessions proposed for bookings with equal requirements, for the own branch and
 * for others.
 */
const maxTargets = sql.lit(200)

/**
 * The open sessions that begin after an instant and accept one of some bookings of a session,
 * earliest first. Free and full ones, and those of the own branch and of others, are limited
 * separately, so that no group displaces another.
 * @param across whether rights are booked in sessions of other branches, too
 */
export const nextSessions = tunedQuery({
  columns: stored,
  unnamed: true,
  sql: (
    {
      exam_session_id,
      kind,
      branch_id,
    }: Pick<StoredSession, 'exam_session_id' | 'kind' | 'branch_id'>,
    now: string,
    wanted: readonly WantedTarget[],
    across: boolean,
  ) => sql`
    with wanted as (
      select distinct * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as given (branch_id int, licence_type text, first date, last date)
    ), fitting as (
      select distinct found.exam_session_id
      from wanted w cross join (values (false), (true)) as kept (is_full)
        cross join (values (false), (true)) as place (is_elsewhere)
        cross join lateral (
          select s.exam_session_id from exam_session s
          where s.day between greatest(w.first, (${now}::timestamptz at time zone 'Asia/Bangkok')::date) and w.last
            and s.starts_at > ${now} and s.status = 'open' and s.kind = ${kind} and s.exam_session_id <> ${exam_session_id}
            and (w.licence_type = 'any' or s.licence_types && array['any', w.licence_type])
            and (${across} or s.branch_id = w.branch_id)
            and (s.branch_id not in (${branch_id}, w.branch_id)) = place.is_elsewhere
            and (s.capacity <= ${seatsGone}) = kept.is_full
          order by s.starts_at, s.exam_session_id limit ${maxTargets}) found
    )
    select s.exam_session_id, ${sessionColumns} from fitting join exam_session s using (exam_session_id)
      join branch b using (branch_id)
    order by s.starts_at, s.exam_session_id`,
})

/**
 * Whether the booking `e` of the session `s` is visible to branches: to the branch of the session,
 * and to the branch of the right.
 */
export const candidateOf = (branchIds: readonly number[]) => sql<SqlBool>`(
  ${isOneOf(branchIds)(sql.ref('s.branch_id'))} or ${isOneOf(branchIds)(sql.ref('e.branch_id'))})`

/** The columns of the booking `e` and its right `r`. */
const bookingColumns = sql`e.exam_id, e.right_id, r.application_id, coalesce(a.application_code, '') as application_code, a.type,
  r.customer_id, c.name as customer, c.phone_1, r.kind, r.licence_type, e.exam_date, e.exam_session_id, e.branch_id,
  r.permission_date, ${owedForRight} as balance, e.checked_in_at, e.result, e.cancelled_at`

const bookingTables = sql`exam e join exam_right r using (right_id) left join application a using (application_id)
  join customer c on c.customer_id = r.customer_id`

const booking = {
  exam_id: int(),
  right_id: int(),
  application_id: orNull(int()),
  application_code: text(),
  type: orNull(text<ApplicationKind>()),
  customer_id: int(),
  customer: text(),
  phone_1: text(),
  kind: text<ExamKind>(),
  licence_type: text<ExamLicence>(),
  exam_date: day<Day>(),
  exam_session_id: orNull(int()),
  branch_id: int(),
  permission_date: day<Day>(),
  balance: bigint<Satang>(),
  checked_in_at: orNull(instant()),
  result: orNull(text<ExamResult>()),
  cancelled_at: orNull(instant()),
}
export type StoredBooking = RowOf<typeof booking>

/** The bookings of a session that are not cancelled and that are visible to branches, by name. */
export const candidatesOf = tunedQuery({
  columns: { ...booking, right_branch: text() },
  sql: (sessionId: number, branchIds: readonly number[]) => sql`
    select ${bookingColumns}, case when e.host_branch_id is null then ''
        else (select own.name from branch own where own.branch_id = e.branch_id) end as right_branch
    from ${bookingTables} join exam_session s using (exam_session_id)
    where e.exam_session_id = ${sessionId} and e.cancelled_at is null and ${candidateOf(branchIds)}
    order by c.name collate thai, e.exam_id`,
})

/**
 * Open bookings, with the other sessions of their customers at the time, the day on which the right
 * was last failed, and the theory exam that must precede a practice exam.
 */
export const openBookingsOf = tunedQuery({
  columns: {
    ...booking,
    occupied: jsonb<Span[]>(),
    failed_on: orNull(day<Day>()),
    theory: orNull(jsonb<BookedTheory>()),
  },
  sql: (which: RawBuilder<SqlBool>) => sql`
    select ${bookingColumns}, (
        select coalesce(jsonb_agg(jsonb_build_object('starts_at', lower(o.during), 'ends_at', upper(o.during))), '[]')
        from occupancy o where o.kind = 'customer' and o.subject_id = r.customer_id and o.exam_id <> e.exam_id
      ) as occupied, ${failedOn} as failed_on,
      case when r.kind = 'practice' and r.theory_passed_on is null and not ${theoryPassed(ofRight)}
        then ${bookedTheory(ofRight)} end as theory
    from ${bookingTables} where ${which} and ${isOpenBooking('e')}
    order by c.name collate thai, e.exam_id`,
})

/** The open bookings of the day of a session that have no session and fit, by name. */
export const unseatedOf = tunedQuery({
  columns: booking,
  sql: (sessionId: number) => sql`
    select ${bookingColumns}
    from exam_session s join exam e on e.branch_id = s.branch_id and e.exam_date = s.day and e.exam_session_id is null
        and ${isOpenBooking('e')}
      join exam_right r on r.right_id = e.right_id and r.kind = s.kind
        and (r.licence_type = 'any' or s.licence_types && array['any', r.licence_type])
      left join application a using (application_id) join customer c on c.customer_id = r.customer_id
    where s.exam_session_id = ${sessionId} order by c.name collate thai, e.exam_id`,
})

/** Locks applications in the order of their ids. */
export const lockApplicationIds = tunedQuery({
  columns: { application_id: int() },
  sql: (ids: readonly number[]) => sql`
    select application_id from application where application_id = any(${ids}::int[])
    order by application_id for no key update`,
})

/** Locks exam rights in the order of their ids. */
export const lockRightIds = tunedQuery({
  columns: { right_id: int() },
  sql: (ids: readonly number[]) => sql`
    select right_id from exam_right where right_id = any(${ids}::int[]) order by right_id for no key update`,
})

/** Locked rights with their states and the balances of the applications that granted them. */
export const rightsForAdmission = tunedQuery({
  columns: {
    right_id: int(),
    branch_id: int(),
    kind: text<ExamKind>(),
    permission_date: day<Day>(),
    disabled: bool(),
    used: bool(),
    forfeited: bool(),
    balance: bigint<Satang>(),
  },
  sql: (ids: readonly number[]) => sql`
    select r.right_id, r.branch_id, r.kind, r.permission_date, r.disabled_at is not null as disabled,
      r.used_at is not null as used, r.forfeited_at is not null as forfeited, coalesce(a.balance, 0) as balance
    from exam_right r left join application a using (application_id) where r.right_id = any(${ids}::int[])`,
})

export interface WrittenSeat {
  exam_id: number
  right_id: number
  exam_session_id: number | null
  exam_date: Day
  /** The session that the booking has lost; null if it has one. */
  displaced_from: number | null
}

/** The statement that stores the sessions and days of bookings. */
export const updateSeats = (seats: readonly WrittenSeat[]): RawBuilder<unknown> => sql`
  update exam e set exam_session_id = seat.exam_session_id, exam_date = seat.exam_date,
    displaced_from = seat.displaced_from, version = e.version + 1
  from jsonb_to_recordset(${JSON.stringify(seats)}::jsonb) as seat
    (exam_id int, exam_session_id int, exam_date date, displaced_from int)
  where e.exam_id = seat.exam_id`

/** The sessions and events that occupy subjects at the times of planned sessions. */
export const collisions = tunedQuery({
  columns: { day: day<Day>(), subject: text(), session: text() },
  sql: (
    ctx: UserContext,
    subjects: readonly Subject[],
    spans: readonly (Span & { day: Day })[],
  ) => sql`
    select distinct planned.day, case o.kind
        when 'user' then (select ${userName('u')} from app_user u where u.user_id = o.subject_id)
        when 'vehicle' then (select v.no || ' ' || v.province from vehicle v where v.vehicle_id = o.subject_id)
        else (select p.name from place p where p.place_id = o.subject_id) end as subject,
      ${occupationName(ctx)} as session
    from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb)
        as planned (day date, starts_at timestamptz, ends_at timestamptz)
      join occupancy o on o.during && tstzrange(planned.starts_at, planned.ends_at)
      join jsonb_to_recordset(${JSON.stringify(subjects)}::jsonb) as wanted (kind text, subject_id int)
        using (kind, subject_id)
      left join exam_session s using (exam_session_id) left join calendar_event v using (calendar_event_id)
    order by 1, 2, 3`,
})

/** The employees who work in a branch, by name; those whose access is disabled are not active. */
export const staffOf = tunedQuery({
  columns: { value: int(), name: text(), is_active: bool() },
  sql: (branchId: number) => sql`
    select u.user_id as value, ${userName('u')} as name, u.is_active from app_user u
    where not u.is_delete and u.status <> 'resigned' and (u.branch_id = ${branchId}
      or exists (select from user_branch ub where ub.user_id = u.user_id and ub.branch_id = ${branchId}))
    order by u.fname collate thai, u.sname collate thai, u.user_id`,
})

/**
 * A place at the time of a session. The session itself does not count; its id is 0 if it is new.
 */
export interface PlaceUse extends Span {
  place_id: number
  exam_session_id: number
}

/** The maximum number of other sessions that use places at the same time during sessions. */
export const sharedUse = tunedQuery({
  columns: { place_id: int(), exam_session_id: int(), sessions: int() },
  sql: (uses: readonly PlaceUse[]) => sql`
    select used.place_id, used.exam_session_id, coalesce(max(counted.at_once), 0)::int as sessions
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb)
        as used (place_id int, exam_session_id int, starts_at timestamptz, ends_at timestamptz)
      cross join lateral (
        select used.starts_at
        union select s.starts_at from exam_session s where s.place_id = used.place_id and s.status <> 'cancelled'
          and s.starts_at >= used.starts_at and s.starts_at < used.ends_at) instants
      cross join lateral (
        select count(*) as at_once from exam_session o where o.place_id = used.place_id and o.status <> 'cancelled'
          and o.exam_session_id <> used.exam_session_id
          and o.starts_at <= instants.starts_at and o.ends_at > instants.starts_at) counted
    group by 1, 2`,
})
