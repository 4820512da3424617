/** SQL of the entries of the calendar. */
import type { CalendarCategory } from '@khapdee/domain/calendar'
import { maxCalendarDays } from '@khapdee/domain/calendar'
import type { LeaveKind, Weekday } from '@khapdee/domain/employee'
import type { StoredSessionStatus } from '@khapdee/domain/exam-session'
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import type { Day } from '@khapdee/domain/thai-date'
import { type DueKind, dueKinds } from '@khapdee/domain/vehicle'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { bool, day, instant, int, jsonb, orNull, text, texts } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { userName } from '../../db/user-name.ts'
import { seatsHeld, seatsTaken } from '../booking/open-booking.ts'

/** The requested span of days, both inclusive, and branches. */
export interface CalendarQuery {
  start: Day
  end: Day
  branchIds: readonly number[]
}

/** Maximum number of sessions in one answer. */
export const maxSessions = 3000

const inBranches = (column: string, { branchIds }: CalendarQuery) =>
  branchIds.length === 1
    ? sql<SqlBool>`${sql.ref(column)} = ${branchIds[0]}`
    : sql<SqlBool>`${sql.ref(column)} = any(${[...branchIds]}::int[])`

const between = (column: string, { start, end }: CalendarQuery) =>
  sql<SqlBool>`${sql.ref(column)} between ${start}::date and ${end}::date`

const bangkokMidnight = (value: RawBuilder<unknown>) => sql`(${value} at time zone 'Asia/Bangkok')`

/** Sessions that are not cancelled, earliest first; one more than {@link maxSessions} at most. */
export const calendarSessions = tunedQuery({
  columns: {
    exam_session_id: int(),
    branch_id: int(),
    branch: text(),
    kind: text<ExamKind>(),
    licence_types: texts<ExamLicence[]>(),
    starts_at: instant(),
    ends_at: instant(),
    capacity: int(),
    seats_taken: int(),
    status: text<StoredSessionStatus>(),
    place: text(),
    note: text(),
    version: int(),
  },
  unnamed: true,
  sql: (query: CalendarQuery) => sql`
    select s.exam_session_id, s.branch_id, b.name as branch, s.kind, s.licence_types, s.starts_at, s.ends_at, s.capacity,
      ${seatsTaken('s')} + ${seatsHeld('s')} as seats_taken, s.status, coalesce(p.name, '') as place, s.note, s.version
    from exam_session s join branch b using (branch_id) left join place p using (place_id)
    where (${inBranches('s.branch_id', query)} or s.exam_session_id in (select e.exam_session_id from exam e
        where ${inBranches('e.branch_id', query)} and e.host_branch_id is not null and e.cancelled_at is null
          and ${between('e.exam_date', query)}))
      and ${between('s.day', query)} and s.status <> 'cancelled'
    order by s.day, s.starts_at, s.exam_session_id limit ${maxSessions + 1}`,
})

/** The number of bookings without a session, by branch and day. */
export const calendarBookings = tunedQuery({
  columns: { branch_id: int(), branch: text(), exam_date: day<Day>(), bookings: int() },
  unnamed: true,
  sql: (query: CalendarQuery) => sql`
    select e.branch_id, b.name as branch, e.exam_date, e.bookings from (
      select e.branch_id, e.exam_date, count(*)::int as bookings from exam e
      where ${inBranches('e.branch_id', query)} and ${between('e.exam_date', query)}
        and e.exam_session_id is null and e.cancelled_at is null
      group by e.branch_id, e.exam_date
    ) e join branch b using (branch_id) order by e.exam_date, e.branch_id`,
})

/** The holidays on which at least one of the branches is closed. */
export const calendarHolidays = tunedQuery({
  columns: {
    holiday_id: int(),
    day: day<Day>(),
    name: text(),
    branch_id: orNull(int()),
    branch: text(),
    open_branches: texts(),
  },
  sql: (query: CalendarQuery) => sql`
    select h.holiday_id, h.day, h.name, h.branch_id, coalesce(b.name, '') as branch, array(
        select o.name from holiday_open_branch x join branch o using (branch_id)
        where h.branch_id is null and x.holiday_id = h.holiday_id and ${inBranches('x.branch_id', query)} order by o.name
      ) as open_branches
    from holiday h left join branch b using (branch_id)
    where ${between('h.day', query)} and h.is_activate and not h.is_delete
      and (${inBranches('h.branch_id', query)} or h.branch_id is null and ${query.branchIds.length} > (
        select count(*) from holiday_open_branch x where x.holiday_id = h.holiday_id and ${inBranches('x.branch_id', query)}))
    order by h.day, h.branch_id nulls first`,
})

/** Employees with a weekly day off or leave in the span: all of the branches, or only the caller. */
export const calendarPeople = tunedQuery({
  columns: {
    user_id: int(),
    name: text(),
    branch_id: int(),
    branch: text(),
    day_off: jsonb<Weekday[]>(),
    leaves: jsonb<{ leave_id: number; start: Day; end: Day; kind: LeaveKind }[]>(),
  },
  sql: (query: CalendarQuery, ownId: number, seesAll: boolean) => sql`
    select u.user_id, ${userName('u')} as name, u.branch_id, b.name as branch, to_jsonb(u.day_off) as day_off, (
        select coalesce(jsonb_agg(jsonb_build_object('leave_id', l.leave_id, 'start', l.start, 'end', l."end",
          'kind', l.kind) order by l.start), '[]')
        from user_leave l where l.user_id = u.user_id and l.start <= ${query.end}::date and l."end" >= ${query.start}::date
      ) as leaves
    from app_user u join branch b using (branch_id)
    where not u.is_delete and u.status <> 'resigned' and (u.user_id = ${ownId} or ${seesAll}::boolean
      and ${inBranches('u.branch_id', query)})
    order by u.fname collate thai, u.user_id`,
})

const dueColumns = Object.keys(dueKinds) as DueKind[]

/** The due days of vehicles that are not retired, the kinds of one day together. */
export const calendarDueDays = tunedQuery({
  columns: {
    vehicle_id: int(),
    vehicle: text(),
    branch_id: int(),
    branch: text(),
    day: day<Day>(),
    kinds: texts<DueKind[]>(),
  },
  sql: (query: CalendarQuery) => sql`
    select v.vehicle_id, v.no || ' ' || v.province as vehicle, v.branch_id, b.name as branch, due.day,
      array_agg(due.kind order by due.kind) as kinds
    from vehicle v join branch b using (branch_id), lateral (values ${sql.join(
      dueColumns.map((kind) => sql`(${sql.lit(kind)}, ${sql.ref(`v.${kind}`)})`),
    )}) as due (kind, day)
    where not v.is_delete and v.status <> 'retired' and ${inBranches('v.branch_id', query)} and ${between('due.day', query)}
    group by v.vehicle_id, b.branch_id, due.day order by due.day, v.no`,
})

/** The caller's own events, and those that are visible to the branches. */
export const calendarEvents = tunedQuery({
  columns: {
    calendar_event_id: int(),
    user_id: int(),
    owner: text(),
    branch_id: orNull(int()),
    branch: text(),
    category: text<CalendarCategory>(),
    title: text(),
    note: text(),
    is_all_day: bool(),
    starts_at: instant(),
    ends_at: instant(),
    is_busy: bool(),
    version: int(),
    owner_left: bool(),
  },
  sql: (query: CalendarQuery, ownId: number) => {
    const first = bangkokMidnight(sql`${query.start}::date::timestamp`)
    const past = bangkokMidnight(sql`(${query.end}::date + 1)::timestamp`)
    const columns = sql`e.calendar_event_id, e.user_id, ${userName('u')} as owner, e.branch_id,
      coalesce(b.name, '') as branch, e.category, e.title, e.note, e.is_all_day, e.starts_at, e.ends_at, e.is_busy,
      e.version, ${hasLeft('u')} as owner_left`
    const tables = sql`calendar_event e join app_user u using (user_id) left join branch b on b.branch_id = e.branch_id`
    const inSpan = sql`not e.is_delete and e.starts_at < ${past} and e.ends_at > ${first}
      and e.starts_at > ${first} - make_interval(days => ${maxCalendarDays})`
    // Two parts, each by its index.
    return sql`
      select ${columns} from ${tables} where ${inSpan} and e.user_id = ${ownId}
      union all
      select ${columns} from ${tables} where ${inSpan} and e.user_id <> ${ownId} and ${inBranches('e.branch_id', query)}
      order by starts_at, calendar_event_id limit ${maxSessions}`
  },
})

/** Whether the user of a row, by its alias, can no longer sign in. */
export const hasLeft = (alias: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${alias}.is_delete`)} or not ${sql.ref(`${alias}.is_active`)})`

/** The entries of one employee in the days between two, both inclusive, as their link shows them. */
export const feedSessions = tunedQuery({
  columns: {
    exam_session_id: int(),
    kind: text<ExamKind>(),
    licence_types: texts<ExamLicence[]>(),
    starts_at: instant(),
    ends_at: instant(),
    branch: text(),
    place: text(),
    capacity: int(),
    seats_taken: int(),
    changed_at: instant(),
  },
  sql: (userId: number, first: Day, last: Day) => sql`
    select s.exam_session_id, s.kind, s.licence_types, s.starts_at, s.ends_at, b.name as branch,
      coalesce(p.name, '') as place, s.capacity, ${seatsTaken('s')} + ${seatsHeld('s')} as seats_taken, s."updatedAt" as changed_at
    from exam_session_panel m join exam_session s using (exam_session_id) join branch b using (branch_id)
      left join place p using (place_id)
    where m.user_id = ${userId} and s.status <> 'cancelled' and s.day between ${first}::date and ${last}::date
    order by s.starts_at, s.exam_session_id`,
})
