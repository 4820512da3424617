/** The secret link under which calendar programs read the calendar of an employee, and the calendar that it shows. */
import { createHash, randomBytes } from 'node:crypto'
import type { calendarFeed } from '@khapdee/contract/entities/calendar'
import { calendarKinds } from '@khapdee/domain/calendar'
import { type Weekday, weekdayNames } from '@khapdee/domain/employee'
import { type ICalendarEvent, iCalendar } from '@khapdee/domain/icalendar'
import { type Day, addDays, todayInBangkok } from '@khapdee/domain/thai-date'
import { weekdayNameOf } from '@khapdee/domain/timetable'
import { productName } from '@khapdee/domain/words'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/types.ts'
import { userName } from '../../db/user-name.ts'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { feedSessions } from './calendar.queries.ts'
import { sessionTitle } from './read-calendar.ts'

export const calendarPath = '/files/calendar/'

/** Only the hash is stored, so that a copy of the database opens no calendar. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The state of the caller's link. */
export async function readFeed(ctx: UserContext): Promise<Answer<typeof calendarFeed.get>> {
  const feed = await ctx.tx
    .selectFrom('calendar_feed')
    .select(['createdAt', 'last_read_at'])
    .where('user_id', '=', ctx.actor.user_id)
    .executeTakeFirst()
  return { data: feed ?? null }
}

/** Creates the caller's link; the former one ends. */
export async function renewFeed(ctx: UserContext): Promise<Answer<typeof calendarFeed.renew>> {
  const token = randomBytes(32).toString('base64url')
  const { user_id } = ctx.actor
  const values = {
    token_hash: hashOf(token),
    createdAt: ctx.clock.now().toISOString(),
    last_read_at: null,
  }
  await ctx.tx
    .insertInto('calendar_feed')
    .values({ user_id, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
  ctx.audit({ entity: 'calendar_feed', id: user_id, after: { state: 'renewed' } })
  return { message: 'สร้างลิงก์ปฏิทินแล้ว', data: { path: `${calendarPath}${token}.ics` } }
}

/** Ends the caller's link. */
export async function revokeFeed(ctx: UserContext): Promise<Answer<typeof calendarFeed.revoke>> {
  const { user_id } = ctx.actor
  await ctx.tx.deleteFrom('calendar_feed').where('user_id', '=', user_id).execute()
  ctx.audit({ entity: 'calendar_feed', id: user_id, after: { state: 'revoked' } })
  return { message: 'ยกเลิกลิงก์ปฏิทินแล้ว', data: null }
}

/** Days before and after today that the link shows. */
const daysBack = 31
const daysAhead = 366

interface FeedUser {
  user_id: number
  name: string
  day_off: Weekday[]
  /** When the employee record was changed, ISO 8601. */
  changed_at: string
}

/** The employee of a link; undefined for an unknown link, or one whose owner may not sign in. */
async function findUser(db: Kysely<DB>, token: string): Promise<FeedUser | undefined> {
  return db
    .selectFrom('calendar_feed as f')
    .innerJoin('app_user as u', 'u.user_id', 'f.user_id')
    .select(['u.user_id', userName('u').as('name'), 'u.day_off', 'u.updatedAt as changed_at'])
    .where('f.token_hash', '=', hashOf(token))
    .where('u.is_active', '=', true)
    .where('u.is_delete', '=', false)
    .$narrowType<{ day_off: Weekday[] }>()
    .executeTakeFirst()
}

const uidOf = (kind: string, id: number | string) => `${kind}-${id}@khapdee`

/** The sessions that an employee holds, without the names of candidates. */
async function readSessions(db: Kysely<DB>, userId: number, first: Day, last: Day) {
  const rows = await feedSessions.rows(db, userId, first, last)
  return rows.map((session): ICalendarEvent => ({
    uid: uidOf('session', session.exam_session_id),
    summary: `สอบ${sessionTitle(session)} (${session.seats_taken}/${session.capacity})`,
    location: [session.place, session.branch].filter(Boolean).join(', '),
    start: session.starts_at,
    end: session.ends_at,
    changedAt: session.changed_at,
    isBusy: true,
  }))
}

async function readEvents(db: Kysely<DB>, userId: number, first: Day, last: Day) {
  const rows = await db
    .selectFrom('calendar_event')
    .selectAll()
    .where('user_id', '=', userId)
    .where('is_delete', '=', false)
    .where('ends_at', '>', first)
    .where('starts_at', '<', addDays(last, 1))
    .orderBy('starts_at')
    .execute()
  const dayOf = (instant: string) => todayInBangkok(new Date(instant))
  return rows.map((event): ICalendarEvent => ({
    uid: uidOf('event', event.calendar_event_id),
    summary: event.title,
    description: event.note,
    start: event.is_all_day ? dayOf(event.starts_at) : event.starts_at,
    end: event.is_all_day ? dayOf(event.ends_at) : event.ends_at,
    changedAt: event.updatedAt,
    isBusy: event.is_busy,
  }))
}

async function readLeaves(db: Kysely<DB>, userId: number, first: Day, last: Day) {
  const rows = await db
    .selectFrom('user_leave')
    .select(['leave_id', 'start', 'end', 'createdAt'])
    .where('user_id', '=', userId)
    .where('end', '>=', first)
    .where('start', '<=', last)
    .orderBy('start')
    .$narrowType<{ start: Day; end: Day }>()
    .execute()
  return rows.map((leave): ICalendarEvent => ({
    uid: uidOf('leave', leave.leave_id),
    summary: calendarKinds.leave.label,
    start: leave.start,
    end: addDays(leave.end, 1),
    changedAt: leave.createdAt,
    isBusy: false,
  }))
}

/** The weekly days off as one event that repeats, from its first day on or after `first`. */
function daysOff({ user_id, day_off, changed_at }: FeedUser, first: Day): ICalendarEvent[] {
  if (day_off.length === 0) return []
  const start = weekdayNames
    .map((_, i) => addDays(first, i))
    .find((day) => day_off.includes(weekdayNameOf(day)))
  if (start === undefined) return []
  return [
    {
      uid: uidOf('day-off', user_id),
      summary: calendarKinds.day_off.label,
      start,
      end: addDays(start, 1),
      changedAt: changed_at,
      isBusy: false,
      weekdays: weekdayNames
        .filter((weekday) => day_off.includes(weekday))
        .map((weekday) => weekday.slice(0, 2).toUpperCase()),
    },
  ]
}

/**
 * The calendar of a link as iCalendar text: the sessions that the employee holds, own events, leave and days off. Names of
 * candidates are never in it, because calendar programs store it elsewhere.
 * @returns null for an unknown link
 */
export async function readICalendar(
  db: Kysely<DB>,
  token: string,
  now: Date,
): Promise<string | null> {
  const user = await findUser(db, token)
  if (user === undefined) return null
  await db
    .updateTable('calendar_feed')
    .set({ last_read_at: now.toISOString() })
    .where('user_id', '=', user.user_id)
    .execute()
  const today = todayInBangkok(now)
  const [first, last] = [addDays(today, -daysBack), addDays(today, daysAhead)]
  const entries = await Promise.all([
    readSessions(db, user.user_id, first, last),
    readEvents(db, user.user_id, first, last),
    readLeaves(db, user.user_id, first, last),
  ])
  return iCalendar(`${productName} ${user.name}`, [...entries.flat(), ...daysOff(user, first)])
}
