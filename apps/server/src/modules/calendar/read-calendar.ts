/** Reads the entries of the calendar that a user may see. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { CalendarEntry, calendar } from '@khapdee/contract/entities/calendar'
import { messages } from '@khapdee/contract/messages'
import {
  type CalendarKind,
  calendarKinds,
  maxCalendarDays,
  weeklyDaysOff,
} from '@khapdee/domain/calendar'
import { leaveKinds } from '@khapdee/domain/employee'
import { examKinds } from '@khapdee/domain/evaluation'
import { examSessionStatus } from '@khapdee/domain/exam-session'
import { examLicences } from '@khapdee/domain/licence-types'
import { addDays, day, daysBetween, todayInBangkok } from '@khapdee/domain/thai-date'
import { dueKinds } from '@khapdee/domain/vehicle'
import type { RowOf } from '../../db/columns.ts'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { invalid } from '../../kernel/errors.ts'
import {
  type CalendarQuery,
  calendarBookings,
  calendarDueDays,
  calendarEvents,
  calendarHolidays,
  calendarPeople,
  calendarSessions,
  maxSessions,
} from './calendar.queries.ts'

type FixedKind = Exclude<CalendarKind, 'event'>

/** An entry of a kind whose category is fixed, without the fields that most kinds lack. */
const entryOf = (
  kind: FixedKind,
  values: Pick<CalendarEntry, 'title' | 'start' | 'end'> & Partial<CalendarEntry> & { key: string },
): CalendarEntry => {
  const { key, ...given } = values
  return {
    id: `${kind}-${key}`,
    kind,
    category: calendarKinds[kind].category,
    allDay: true,
    record_id: null,
    branch_id: null,
    branch: '',
    detail: '',
    note: '',
    capacity: null,
    seats_taken: null,
    status: null,
    is_busy: false,
    version: null,
    can_update: false,
    can_delete: false,
    ...given,
  }
}

/** The examination and the licence types of a session, in Thai. */
export const sessionTitle = ({
  kind,
  licence_types,
}: Pick<RowOf<typeof calendarSessions.columns>, 'kind' | 'licence_types'>): string =>
  [examKinds[kind].label, ...licence_types.map((type) => examLicences[type].label)].join(' ')

async function sessionEntries(ctx: UserContext, query: CalendarQuery) {
  const rows = await calendarSessions.rows(ctx.tx, query)
  const now = ctx.clock.now().toISOString()
  const entries = rows.slice(0, maxSessions).map((session) => {
    const { exam_session_id, starts_at, ends_at, capacity, seats_taken, place } = session
    const status = examSessionStatus({ ...session, seatsLeft: capacity - seats_taken }, now)
    return entryOf('session', {
      key: String(exam_session_id),
      title: sessionTitle(session),
      start: starts_at,
      end: ends_at,
      allDay: false,
      record_id: exam_session_id,
      branch_id: session.branch_id,
      branch: session.branch,
      detail: place,
      note: session.note,
      capacity,
      seats_taken,
      status,
      version: session.version,
      can_update:
        ctx.may('exam.session') &&
        status !== 'done' &&
        ctx.scope.branchIds.includes(session.branch_id),
    })
  })
  return { entries, capped: rows.length > maxSessions }
}

async function bookingEntries(ctx: UserContext, query: CalendarQuery) {
  const rows = await calendarBookings.rows(ctx.tx, query)
  return rows.map(({ branch_id, branch, exam_date, bookings }) =>
    entryOf('booking', {
      key: `${branch_id}-${exam_date}`,
      title: `${calendarKinds.booking.label} ${bookings} คน`,
      start: exam_date,
      end: addDays(exam_date, 1),
      branch_id,
      branch,
      seats_taken: bookings,
    }),
  )
}

async function holidayEntries(ctx: UserContext, query: CalendarQuery) {
  const rows = await calendarHolidays.rows(ctx.tx, query)
  return rows.map(({ holiday_id, day: on, name, branch_id, branch, open_branches }) =>
    entryOf('holiday', {
      key: String(holiday_id),
      title: name,
      start: on,
      end: addDays(on, 1),
      branch_id,
      branch,
      detail: open_branches.length === 0 ? '' : `เปิดทำการ: ${open_branches.join(', ')}`,
    }),
  )
}

/** Weekly days off, one entry for each branch and day, and leave. */
async function peopleEntries(ctx: UserContext, query: CalendarQuery) {
  const seesAll = ctx.may('user.view') || ctx.may('exam.session')
  const people = await calendarPeople.rows(ctx.tx, query, ctx.actor.user_id, seesAll)
  const leave = people.flatMap(({ user_id, name, branch_id, branch, leaves }) =>
    leaves.map(({ leave_id, start, end, kind }) => {
      // Only callers who manage employees see why another employee is absent.
      const seesKind = user_id === ctx.actor.user_id || ctx.may('user.view')
      const word = seesKind && kind !== 'other' ? leaveKinds[kind].label : 'ลา'
      return entryOf('leave', {
        key: String(leave_id),
        title: `${name} ${word}`,
        start,
        end: addDays(end, 1),
        branch_id,
        branch,
      })
    }),
  )
  const branchIds = [...new Set(people.map(({ branch_id }) => branch_id))]
  const daysOff = branchIds.flatMap((branch_id) => {
    const staff = people.filter((person) => person.branch_id === branch_id)
    return weeklyDaysOff(staff, query.start, query.end).map((off) => {
      const names = off.people.map(({ name }) => name)
      return entryOf('day_off', {
        key: `${branch_id}-${off.day}`,
        title: names.length === 1 ? `หยุด ${names[0]}` : `หยุด ${names.length} คน`,
        start: off.day,
        end: addDays(off.day, 1),
        branch_id,
        branch: staff[0]?.branch ?? '',
        detail: names.join(', '),
      })
    })
  })
  return [...leave, ...daysOff]
}

async function dueEntries(ctx: UserContext, query: CalendarQuery) {
  const rows = await calendarDueDays.rows(ctx.tx, query)
  return rows.map(({ vehicle_id, vehicle, branch_id, branch, day: on, kinds }) =>
    entryOf('due', {
      key: `${vehicle_id}-${on}`,
      title: `${vehicle} ${kinds.map((kind) => dueKinds[kind]).join(', ')}`,
      start: on,
      end: addDays(on, 1),
      record_id: vehicle_id,
      branch_id,
      branch,
    }),
  )
}

/** An event with the properties that determine who may change it. */
export interface OwnedEvent {
  user_id: number
  /** Whether the owner cannot sign in any more. */
  owner_left: boolean
}

/** Whether the event is the caller's, who may change it. */
export const isOwnEvent = (ctx: UserContext, { user_id }: OwnedEvent): boolean =>
  user_id === ctx.actor.user_id

/** Whether the caller may delete an event: the owner, and for owners who left those who manage employees. */
export const mayDeleteEvent = (ctx: UserContext, event: OwnedEvent): boolean =>
  isOwnEvent(ctx, event) || (event.owner_left && ctx.may('user.update'))

async function eventEntries(ctx: UserContext, query: CalendarQuery): Promise<CalendarEntry[]> {
  const rows = await calendarEvents.rows(ctx.tx, query, ctx.actor.user_id)
  const dayOf = (instant: string) => todayInBangkok(new Date(instant))
  return rows.map((event) => ({
    id: `event-${event.calendar_event_id}`,
    kind: 'event',
    category: event.category,
    title: event.title,
    start: event.is_all_day ? dayOf(event.starts_at) : event.starts_at,
    end: event.is_all_day ? dayOf(event.ends_at) : event.ends_at,
    allDay: event.is_all_day,
    record_id: event.calendar_event_id,
    branch_id: event.branch_id,
    branch: event.branch,
    detail: event.owner,
    note: event.note,
    capacity: null,
    seats_taken: null,
    status: null,
    is_busy: event.is_busy,
    version: event.version,
    can_update: isOwnEvent(ctx, event),
    can_delete: mayDeleteEvent(ctx, event),
  }))
}

/** The calendar of a span. @throws VALIDATION for a span that ends before it begins or is too long */
export async function readCalendar(
  ctx: UserContext,
  { start, end, branch }: InputOf<typeof calendar.read>,
): Promise<Answer<typeof calendar.read>> {
  if (end < start) throw invalid([{ path: 'end', message: messages.dateRange }])
  if (daysBetween(start, end) >= maxCalendarDays) {
    const message = `ดูปฏิทินได้ครั้งละไม่เกิน ${maxCalendarDays} วัน`
    throw invalid([{ path: 'end', message }])
  }
  const query = { start: day(start), end: day(end), branchIds: ctx.scope.narrow(branch) }
  const seesExams = ctx.may('exam.view')
  const [sessions, ...others] = await Promise.all([
    seesExams ? sessionEntries(ctx, query) : { entries: [], capped: false },
    seesExams ? bookingEntries(ctx, query) : [],
    peopleEntries(ctx, query),
    holidayEntries(ctx, query),
    ctx.may('vehicle.view') ? dueEntries(ctx, query) : [],
    eventEntries(ctx, query),
  ])
  return { data: [...sessions.entries, ...others.flat()], capped: sessions.capped }
}
