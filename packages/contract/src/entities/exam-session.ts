/**
 * Exam sessions: a kind of exam at a time, with seats, a panel and vehicles. Source: product specification, sections 6.2
 * and 6.2b.
 */
import { bookingStatuses } from '@khapdee/domain/exam-booking'
import { entities } from '@khapdee/domain/entities'
import { examKinds } from '@khapdee/domain/evaluation'
import {
  type StoredSessionStatus,
  examSessionStatuses,
  maxSeries,
  panelRoles,
  sessionLicences,
} from '@khapdee/domain/exam-session'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { examLicences } from '@khapdee/domain/licence-types'
import { type WorklistReason, worklistReasons } from '@khapdee/domain/exam-worklist'
import { actionWords, headings } from '@khapdee/domain/words'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import { messages } from '../messages.ts'
import {
  branchName,
  createdAt,
  dataOf,
  enteredDay,
  filters,
  flag,
  id,
  idInPath,
  instant,
  listOf,
  listQuery,
  note,
  reason,
  reference,
  requiredOneOf,
  requiredReference,
  shownText,
  statusOf,
  timeOfDay,
  version,
  wholeNumberBetween,
} from '../wire.ts'
import {
  applicationCode,
  customerName,
  kind as applicationKind,
  sums,
} from './application-shapes.ts'
import { customer } from './customer.ts'
import { overrideReason } from './exam-booking.ts'
import { exam, isOwnRight, permissionDate } from './exams.ts'

const licences = labelled(
  z
    .array(exam.shape.licence_type, { error: messages.invalid })
    .min(1, { error: messages.select(fieldTitles.licenceType) })
    .max(Object.keys(examLicences).length, { error: messages.invalid })
    .overwrite(sessionLicences),
  fieldTitles.licenceType,
)
const kind = requiredOneOf(fieldTitles.exam, examKinds)
const date = labelled(enteredDay, fieldTitles.examDay)
const startTime = timeOfDay(fieldTitles.startTime)
const endTime = timeOfDay('เวลาสิ้นสุด')
const capacity = wholeNumberBetween(fieldTitles.capacity, 1, 500, 'คน')
const panelRole = requiredOneOf(fieldTitles.panelRole, panelRoles)

const panel = labelled(
  z
    .array(
      z.strictObject({
        user_id: labelled(
          z
            .int({ error: messages.select(fieldTitles.panel) })
            .positive({ error: messages.invalid }),
          fieldTitles.panel,
          { entity: 'app_user' },
        ),
        role: panelRole,
      }),
      { error: messages.invalid },
    )
    .max(20, { error: messages.invalid })
    .superRefine((members, ctx) => {
      members.forEach(({ user_id, role }, i) => {
        const earlier = members.slice(0, i)
        if (earlier.some((member) => member.user_id === user_id)) {
          ctx.addIssue({ code: 'custom', path: [i, 'user_id'], message: 'เลือกคนนี้แล้ว' })
        }
        if (role === 'chair' && earlier.some((member) => member.role === 'chair')) {
          ctx.addIssue({ code: 'custom', path: [i, 'role'], message: 'มีประธานได้คนเดียว' })
        }
      })
    }),
  fieldTitles.panel,
)

const vehicles = labelled(
  z
    .array(reference('vehicle'), { error: messages.invalid })
    .max(50, { error: messages.invalid })
    .overwrite((ids) => [...new Set(ids)]),
  entities.vehicle.label,
)

/** The fields of a session without its branch; a change sends all of them. */
const sessionFields = {
  kind,
  licence_types: licences,
  date,
  start_time: startTime,
  end_time: endTime,
  capacity,
  place_id: reference('place', undefined, headings.none).nullable().default(null),
  vehicle_ids: vehicles.default([]),
  panel: panel.default([]),
  note,
  /**
   * The reason to hold the session despite opening hours, absences, licences or the state of a
   * vehicle, or to begin it in the past; stored in the audit trail.
   */
  override_reason: overrideReason,
}

const endsLater = ({ start_time, end_time }: { start_time: string; end_time: string }) =>
  end_time > start_time
const endProblem = { path: ['end_time'], error: 'เวลาสิ้นสุดต้องหลังเวลาเริ่ม' }

const days = z.array(enteredDay).max(2000, { error: messages.invalid })

const repeat = z.strictObject({
  /** 1 for Monday to 7 for Sunday. */
  weekdays: labelled(
    z
      .array(
        z
          .int({ error: messages.invalid })
          .min(1, { error: messages.invalid })
          .max(7, { error: messages.invalid }),
        { error: messages.invalid },
      )
      .min(1, { error: messages.select('วัน') })
      .max(7, { error: messages.invalid }),
    'ทุกวัน',
  ),
  until: labelled(enteredDay, fieldTitles.lastDay),
  /** Days that are excluded from the series. */
  except: days.default([]),
  skip_holidays: flag('ข้ามวันหยุด', ['ข้ามวันหยุดของสาขา', 'ไม่ข้าม']).default(false),
})

const createFields = {
  branch_id: requiredReference('branch', messages.select),
  ...sessionFields,
  /** A weekly series from the date on; every session of it is a separate record. */
  repeat: labelled(repeat, 'สร้างซ้ำทุกสัปดาห์').optional(),
}

const panelMember = z.object({ user_id: id, name: shownText(fieldTitles.panel), role: panelRole })

const row = z.object({
  exam_session_id: id,
  branch_id: id,
  branch: branchName,
  kind,
  licence_types: z.array(exam.shape.licence_type),
  name: shownText(entities.exam_session.label),
  date,
  start_time: startTime,
  end_time: endTime,
  starts_at: instant,
  ends_at: instant,
  capacity,
  /** Bookings that are not cancelled, also those with a result. */
  seats_taken: z.number(),
  /** Seats that are offered to customers of the waiting list. */
  offers: z.number(),
  /** Customers who wait for a seat. */
  waiting: z.number(),
  seats_left: labelled(z.number(), fieldTitles.seatsLeft),
  place_id: id.nullable(),
  place: shownText(entities.place.label).nullable(),
  vehicles: z.array(z.object({ vehicle_id: id, name: shownText(entities.vehicle.label) })),
  panel: labelled(z.array(panelMember), fieldTitles.panel),
  note,
  /** `full` and `done` are computed from seats and time. */
  status: statusOf(examSessionStatuses),
  cancel_note: shownText(fieldTitles.cancelReason),
  /** When the session was closed after its exam; null before that. */
  ended_at: labelled(instant, actionWords.closeSession).nullable(),
  /** Bookings without a result. */
  unmarked: labelled(z.number(), 'รอผลสอบ'),
  createdAt,
  version,
  can: z.object({
    update: z.boolean(),
    cancel: z.boolean(),
    /** Whether results can be recorded now. */
    mark: z.boolean(),
    close: z.boolean(),
    /** Whether the result sheet can be printed: from the start of the session. */
    print_results: z.boolean(),
  }),
})
export type ExamSessionRow = z.output<typeof row>

/** A booking as the staff of its session sees it. */
const booking = z.object({
  exam_id: id,
  right_id: id,
  /** Null for a right without an application, whose `application_code` is empty. */
  application_id: id.nullable(),
  application_code: applicationCode,
  /** Kind of the application. */
  type: applicationKind.nullable(),
  customer_id: id,
  customer: customerName,
  phone_1: customer.row.shape.phone_1,
  ...exam.shape,
  exam_date: date,
  permission_date: permissionDate,
  /** Owed for the right; null for callers who may not see applications, and for rights of other branches. */
  balance: sums.balance.nullable(),
  is_own: isOwnRight,
  checked_in_at: labelled(instant, actionWords.checkIn).nullable(),
  status: statusOf(bookingStatuses),
})
export type ExamCandidate = z.output<typeof booking>

/** A right or booking that requires an action. */
const worklistRow = booking.omit({ checked_in_at: true, status: true, is_own: true }).extend({
  /** Null for a right that is not booked. */
  exam_id: id.nullable(),
  reason: labelled(z.enum(Object.keys(worklistReasons) as [WorklistReason]), 'เรื่อง'),
  branch: branchName,
  /** The session that the booking has lost; null for other reasons. */
  lost: shownText(entities.exam_session.label).nullable(),
  lost_id: id.nullable(),
  note: shownText(headings.details),
  can: z.object({ dismiss: z.boolean() }),
})
export type WorklistRow = z.output<typeof worklistRow>

/** A session to which a booking can be moved. */
const target = z.object({
  exam_session_id: id,
  name: z.string(),
  date,
  seats_left: z.number(),
})

/** The move of an open booking to another session; null if its candidate gets a new day later. */
const move = z.strictObject({ exam_id: id, exam_session_id: id.nullable() })

const movesOf = <Move extends typeof move>(item: Move) =>
  labelled(
    z
      .array(item, { error: messages.invalid })
      .max(500, { error: messages.invalid })
      .refine((list) => new Set(list.map(({ exam_id }) => exam_id)).size === list.length, {
        error: messages.invalid,
      }),
    'ย้ายผู้เข้าสอบ',
  )
const moves = movesOf(move)

/**
 * The booking of a cancelled session may also wait for a seat of a full one; then it is moved to no
 * session.
 */
const cancelMoves = movesOf(move.extend({ waiting_session_id: id.nullable().optional() })).refine(
  (list) =>
    list.every(
      ({ exam_session_id, waiting_session_id = null }) =>
        exam_session_id === null || waiting_session_id === null,
    ),
  { error: messages.invalid },
)

/**
 * A customer to be informed by phone that the day, time or place of the exam has changed, or that
 * the offer of a seat was withdrawn.
 */
const told = z.object({
  /** Null for a customer whose offer was withdrawn, and who is on the waiting list again. */
  exam_id: id.nullable(),
  customer: customerName,
  phone_1: customer.row.shape.phone_1,
  /** The new session of the booking; null if it has none. */
  session: z.string().nullable(),
  /** The session of the waiting list that the customer is on; null if none. */
  waiting: z.string().nullable(),
})
export type ToldCandidate = z.output<typeof told>

const sessionKey = z.strictObject({ exam_session_id: idInPath })

export const examSession = {
  row,
  booking,
  target,
  create: endpoint({
    method: 'POST',
    path: 'exam-session/create',
    access: 'exam.session',
    idempotent: 'optional',
    summary: `Create an exam session, or a weekly series of at most ${maxSeries}: all of them or none`,
    input: z.strictObject(createFields).refine(endsLater, endProblem),
    output: dataOf(
      z.object({
        exam_session_ids: z.array(id),
        /** Bookings of the days without a session, which can join one of the new sessions. */
        unseated: z.array(z.object({ exam_session_id: id, exam_id: id, customer: customerName })),
      }),
    ),
  }),
  preview: endpoint({
    method: 'POST',
    path: 'exam-session/preview',
    access: 'exam.session',
    reads: true,
    summary: 'The days of a series, each with its collisions',
    input: z.strictObject(createFields).refine(endsLater, endProblem),
    output: dataOf(
      z.array(
        z.object({
          date,
          /** Whether a session cannot be created on the day. */
          blocked: z.boolean(),
          /** The collisions and conflicts, in Thai. */
          problems: z.array(z.string()),
        }),
      ),
    ).extend({
      /** The missing data that prevents checks, in Thai. */
      warnings: z.array(z.string()),
    }),
  }),
  update: endpoint({
    method: 'PUT',
    path: 'exam-session/update',
    access: 'exam.session',
    idempotent: 'optional',
    summary:
      'Change an exam session; the change is refused while a candidate who no longer fits the session is not in `moves`',
    input: z
      .strictObject({
        exam_session_id: id,
        version,
        ...sessionFields,
        /** Unchanged if omitted. */
        status: statusOf({
          open: examSessionStatuses.open,
          closed: examSessionStatuses.closed,
        } satisfies Partial<Record<StoredSessionStatus, object>>).optional(),
        moves: moves.default([]),
      })
      .refine(endsLater, endProblem),
    output: dataOf(z.object({ exam_session_id: id, version, told: z.array(told) })),
  }),
  cancel: endpoint({
    method: 'POST',
    path: 'exam-session/cancel',
    access: 'exam.session',
    idempotent: 'optional',
    summary:
      'Cancel an exam session. `moves` contains every open booking with the session to which it moves; null if the candidate is told a new day later or joins the waiting list of the full session `waiting_session_id`',
    input: z.strictObject({
      exam_session_id: id,
      version,
      note: reason(500),
      moves: cancelMoves.default([]),
    }),
    output: dataOf(z.object({ exam_session_id: id, told: z.array(told) })),
  }),
  close: endpoint({
    method: 'POST',
    path: 'exam-session/close',
    access: ['exam.mark', 'exam.mark-own'],
    summary:
      'Close a session after its end: candidates who are not checked in are marked absent; refused while a checked-in one has no result',
    idempotent: 'optional',
    input: z.strictObject({ exam_session_id: id, version }),
    output: dataOf(z.object({ exam_session_id: id, absent: z.number() })),
  }),
  mine: endpoint({
    method: 'GET',
    path: 'exam-session/mine',
    access: 'exam.mark-own',
    summary:
      'The sessions of today with the caller on the panel, and earlier ones that were not closed after their exam',
    input: z.strictObject({}),
    output: dataOf(z.array(row)),
  }),
  unclosed: endpoint({
    method: 'GET',
    path: 'exam-session/unclosed',
    access: 'exam.view',
    summary:
      'Sessions of past days that had candidates and were not closed after their exam, oldest first',
    input: listQuery.pick({ page: true, perPage: true, branch: true }),
    output: listOf(row),
  }),
  gettable: endpoint({
    method: 'GET',
    path: 'exam-session/gettable',
    access: 'exam.view',
    summary:
      'Exam sessions from today on by default, earliest first; `category` is the kind of exam, `type` a licence type that the session accepts, `start` and `end` limit the day; with `scope=all` those of all days',
    input: listQuery.extend({
      /** The days when `start` and `end` are omitted. */
      scope: labelled(z.enum(['coming', 'all']), fieldTitles.dateRange).optional(),
    }),
    output: listOf(row),
  }),
  get: endpoint({
    method: 'GET',
    path: 'exam-session/get/:exam_session_id',
    access: 'exam.view',
    summary: 'One exam session with its candidates',
    input: sessionKey,
    output: dataOf(
      row.extend({
        /**
         * `right_branch` is the branch of the right if another branch holds the session, otherwise
         * empty. Callers of the branch of a right only see the candidates of their own rights.
         */
        candidates: z.array(booking.extend({ right_branch: shownText(entities.branch.label) })),
        /**
         * Matching bookings of the day without a session; empty once the session can no longer be
         * booked.
         */
        unseated: z.array(booking),
      }),
    ),
  }),
  targets: endpoint({
    method: 'GET',
    path: 'exam-session/targets/:exam_session_id',
    access: 'exam.session',
    summary:
      'The open bookings of a session, each with the session proposed for it and those to which it can be moved',
    input: sessionKey,
    output: dataOf(
      z.object({
        sessions: z.array(target),
        bookings: z.array(
          booking.extend({
            proposed: id.nullable(),
            /** The ids of the sessions that suit the booking. */
            fits: z.array(id),
            /** The ids of the full sessions that suit the booking, and whose waiting list it can join. */
            may_wait_for: z.array(id),
          }),
        ),
      }),
    ),
  }),
  worklist: endpoint({
    method: 'GET',
    path: 'exam-session/worklist',
    access: 'exam.view',
    summary:
      'Exam rights and bookings that need action by the staff, each with the reason: without a session, a wished day that could not be booked, practice without theory; the earliest exam day first. `text` is part of a name or of the number of the application',
    input: listQuery.pick({ page: true, perPage: true, branch: true, text: true }),
    output: listOf(worklistRow),
  }),
  admit: endpoint({
    method: 'POST',
    path: 'exam-session/admit',
    access: 'exam.book',
    idempotent: 'optional',
    summary: 'Put bookings of the day that have no session into a session: all of them or none',
    input: z.strictObject({
      exam_session_id: id,
      exam_ids: labelled(
        z
          .array(id, { error: messages.invalid })
          .min(1, { error: messages.invalid })
          .max(500, { error: messages.invalid })
          .refine((ids) => new Set(ids).size === ids.length, { error: messages.invalid }),
        entities.customer.label,
      ),
    }),
    output: dataOf(z.object({ exam_session_id: id, told: z.array(told) })),
  }),
  choices: endpoint({
    method: 'GET',
    path: 'exam-session/list/:branch_id',
    access: 'exam.session',
    summary:
      'Dropdowns of the session form of a branch: active people, ready vehicles, places; with `date`, `kind` and `licence_types` (joined by commas) only those that may be planned then, and for callers who may override refusals also the others, with the reason',
    input: z.strictObject({
      branch_id: idInPath,
      date: date.optional(),
      kind: kind.optional(),
      licence_types: labelled(
        z
          .string()
          .refine((types) => types.split(',').every((type) => Object.hasOwn(examLicences, type)), {
            error: messages.invalid,
          }),
        fieldTitles.licenceType,
      ).optional(),
    }),
    output: dataOf(filters),
  }),
}
