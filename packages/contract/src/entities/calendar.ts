/** The calendar, and the events that employees enter in it. Source: product specification, section 6.2. */
import {
  type EventTimeProblem,
  calendarCategories,
  calendarKinds,
  eventTimeProblem,
  firstCalendarDay,
  lastCalendarDay,
  maxCalendarDays,
} from '@khapdee/domain/calendar'
import { entities } from '@khapdee/domain/entities'
import { examSessionStatuses } from '@khapdee/domain/exam-session'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { headings, actionWords } from '@khapdee/domain/words'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled, shownAs, titleOf } from '../field-meta.ts'
import { messages } from '../messages.ts'
import {
  branchName,
  dataOf,
  day,
  flag,
  id,
  instant,
  listQuery,
  noteOf,
  reference,
  requiredOneOf,
  requiredText,
  shownText,
  statusOf,
  storedTexts,
  timeOfDay,
  version,
} from '../wire.ts'

const calendarDay = shownAs(
  day.refine((value) => value >= firstCalendarDay && value <= lastCalendarDay, {
    error: messages.date,
  }),
  { as: 'day' },
)

const category = requiredOneOf(fieldTitles.group, calendarCategories)

/** Shown for an event that is visible to its owner only. */
const onlyOwner = 'เฉพาะฉัน'

const fields = {
  title: requiredText('เรื่อง', 120),
  category,
  /** The branch to which the event is visible, too; null: only to its owner. */
  branch_id: reference('branch', 'ผู้ที่เห็น', onlyOwner).nullable().default(null),
  is_all_day: flag('ตลอดวัน').default(false),
  start: labelled(calendarDay, 'วันที่เริ่ม'),
  /** Null for an event of whole days. */
  start_time: timeOfDay(fieldTitles.startTime).nullable().default(null),
  /** The last day, inclusive. */
  end: labelled(calendarDay, 'วันที่สิ้นสุด'),
  end_time: timeOfDay('เวลาสิ้นสุด').nullable().default(null),
  /** Whether the owner is occupied, so that no exam session names them at the time. */
  is_busy: flag('ไม่ว่าง', ['ไม่ว่าง', 'ว่าง']).default(false),
  note: noteOf(1000),
}

const problemTexts: Record<EventTimeProblem['problem'], (title: string) => string> = {
  required: messages.required,
  order: (title) => `${title}ต้องหลัง${title.replace('สิ้นสุด', 'เริ่ม')}`,
  length: () => `กำหนดการยาวได้ไม่เกิน ${maxCalendarDays} วัน`,
}

function checkTime(value: z.output<z.ZodObject<typeof fields>>, ctx: z.RefinementCtx): void {
  const found = eventTimeProblem(value)
  if (found === null) return
  const isDayOrder = found.field === 'end' && found.problem === 'order'
  const title = titleOf(fields, found.field)
  const message = isDayOrder ? messages.dateRange : problemTexts[found.problem](title)
  ctx.addIssue({ code: 'custom', path: [found.field], message })
}

/** An entry of the calendar. The fields of sessions and of own events are null for the other kinds. */
const entry = z.object({
  /** Unique in the calendar: the kind and the key of the record. */
  id: z.string(),
  kind: z.enum(Object.keys(calendarKinds) as [keyof typeof calendarKinds]),
  category,
  // The title of some kinds is longer than users may type.
  ...storedTexts(fields, 'title'),
  /** An instant; for whole days the first day. */
  start: z.string(),
  /** The first instant or day that is not part of the entry. */
  end: z.string(),
  allDay: fields.is_all_day,
  /** The session, event or vehicle; null if the entry has no such record. */
  record_id: id.nullable(),
  branch_id: id.nullable(),
  /** The name of the branch; empty without one. */
  branch: branchName,
  /** The place of a session, the people with a day off, the owner of an event; empty without. */
  detail: shownText(headings.details),
  note: shownText(fieldTitles.note),
  capacity: z.number().nullable(),
  /** Bookings, and for a session also the seats held by offers. */
  seats_taken: z.number().nullable(),
  status: statusOf(examSessionStatuses).nullable(),
  is_busy: z.boolean(),
  version: version.nullable(),
  /** Whether the caller may move and change the record. */
  can_update: z.boolean(),
  /** Whether the caller may delete the event. */
  can_delete: z.boolean(),
})
export type CalendarEntry = z.output<typeof entry>

const key = { calendar_event_id: id, version }

export const calendar = {
  entry,
  read: endpoint({
    method: 'GET',
    path: 'exam/calendar',
    access: 'signed-in',
    summary: `The entries of a span of at most ${maxCalendarDays} days, both inclusive, that the caller may see: exam sessions and bookings without one, days off, holidays, due days of vehicles, and own events`,
    input: z.strictObject({
      start: labelled(calendarDay, fieldTitles.firstDay),
      end: labelled(calendarDay, fieldTitles.lastDay),
      branch: listQuery.shape.branch,
    }),
    output: dataOf(z.array(entry)).extend({
      /** Whether there are more sessions than the answer has. */
      capped: z.boolean(),
    }),
  }),
}

export const calendarEvent = {
  fields: z.object(fields),
  create: endpoint({
    method: 'POST',
    path: 'calendar-event/create',
    access: 'signed-in',
    idempotent: 'optional',
    summary: `Enter an event in the caller's own calendar (${entities.calendar_event.label})`,
    input: z.strictObject(fields).superRefine(checkTime),
    output: dataOf(z.object({ calendar_event_id: id })),
  }),
  update: endpoint({
    method: 'PUT',
    path: 'calendar-event/update',
    access: 'signed-in',
    summary: 'Change an event in the caller’s calendar',
    input: z.strictObject({ ...key, ...fields }).superRefine(checkTime),
    output: dataOf(z.object(key)),
  }),
  delete: endpoint({
    method: 'DELETE',
    path: 'calendar-event/delete',
    access: 'signed-in',
    summary:
      'Delete an event of the caller; managers of employees may also delete events of employees who left',
    input: z.strictObject(key),
    output: dataOf(z.object({ calendar_event_id: id })),
  }),
}

/** The audited changes of the link of a calendar. */
export const calendarFeedStates = {
  renewed: actionWords.renewLink,
  revoked: actionWords.revokeLink,
} as const

export const calendarFeed = {
  get: endpoint({
    method: 'GET',
    path: 'calendar-feed/get',
    access: 'signed-in',
    summary: "Whether the caller's calendar has a link for calendar programs",
    input: z.strictObject({}),
    output: dataOf(
      z
        .object({
          createdAt: labelled(instant, 'สร้างเมื่อ'),
          last_read_at: labelled(instant, 'อ่านล่าสุด').nullable(),
        })
        .nullable(),
    ),
  }),
  renew: endpoint({
    method: 'POST',
    path: 'calendar-feed/renew',
    access: 'signed-in',
    summary:
      "Create the secret iCalendar link of the caller's calendar, which replaces the former one and is shown only once",
    input: z.strictObject({}),
    /** The path of the link, below the address of the server. */
    output: dataOf(z.object({ path: z.string() })),
  }),
  revoke: endpoint({
    method: 'POST',
    path: 'calendar-feed/revoke',
    access: 'signed-in',
    summary: "Revoke the iCalendar link of the caller's calendar",
    input: z.strictObject({}),
    output: dataOf(z.null()),
  }),
}
