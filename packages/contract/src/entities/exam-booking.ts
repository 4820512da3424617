/** Bookings of exam rights. Source: product specification, sections 6.2 and 6.2b. */
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { headings, actionWords } from '@khapdee/domain/words'
import { bookingStatuses } from '@khapdee/domain/exam-booking'
import { maxPracticePoints, recordedResults } from '@khapdee/domain/exam-result'
import { examFeePurposes } from '@khapdee/domain/exam-fees'
import { waitingStates } from '@khapdee/domain/exam-waiting'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import { messages } from '../messages.ts'
import {
  branchName,
  dataOf,
  exportQuery,
  fileLink,
  id,
  idInPath,
  instant,
  listOf,
  listQuery,
  noteOf,
  oneOf,
  optionalDay,
  price,
  reason,
  reference,
  requiredOneOf,
  shownText,
  statusOf,
  text,
  version,
  wholeNumber,
} from '../wire.ts'
import { applicationCode, customerName, kind, owing, soldFee, sums } from './application-shapes.ts'
import { registered } from './application-endpoints.ts'
import { certificateOfRight } from './certificate.ts'
import { customer } from './customer.ts'
import { evaluation } from './evaluation.ts'
import { itemValue, maxItems } from './satisfaction.ts'
import {
  enteredExamDate,
  exam as examShape,
  examDate,
  isOwnRight,
  permissionDate,
} from './exams.ts'

export const examSession = reference('exam_session', undefined, headings.noSession).nullable()

/** An open booking of a right. */
export const openBooking = z.object({
  exam_id: id,
  exam_date: examDate,
  exam_session_id: examSession,
  /** Name of the session; empty without one. */
  session: shownText(entities.exam_session.label),
  /** Start and end of the session, ISO 8601; null without one. */
  starts_at: instant.nullable(),
  ends_at: instant.nullable(),
  version,
})
export type OpenBookingShape = z.output<typeof openBooking>

const missingTitle = 'เอกสารที่ขาด'
/** The names of the required documents of an application that are missing. */
export const missingDocuments = labelled(z.array(z.string()), missingTitle)

/** Why an action is refused, and whether the caller may do it with a reason. */
const refusal = z.object({ code: z.string(), message: z.string(), can_override: z.boolean() })
export type Refusal = z.output<typeof refusal>

/** A session that accepts the exam of a right. */
const slot = z.object({
  exam_session_id: id,
  name: z.string(),
  starts_at: instant,
  ends_at: instant,
  seats_left: z.number(),
  /** The branch that holds the session if it is not that of the right; empty otherwise. */
  branch: branchName,
  /** The session or event of the customer at that time; empty without one. Such a seat cannot be taken. */
  busy: z.string(),
  /** Whether the branch is closed that day. Such a seat is not proposed. */
  closed: z.boolean(),
  /** The state of the right in the waiting list of the session; null if it does not wait. */
  waiting: statusOf(waitingStates).nullable(),
})
export type ExamSlot = z.output<typeof slot>

/** The day on which the theory exam was passed elsewhere. */
export const theoryPassedOn = optionalDay('สอบทฤษฎีผ่านจากที่อื่นเมื่อ')

/** Why a rule is not applied; only with the permission `exam.override`. */
export const overrideReason = text('เหตุผลที่อนุโลม', 500).default('')

const newBooking = {
  right_id: id,
  /** Records a theory exam that was passed elsewhere. */
  theory_passed_on: theoryPassedOn.optional(),
  exam_date: enteredExamDate,
  exam_session_id: examSession.optional(),
  override_reason: overrideReason,
  version: version.optional(),
}

/** A fee that is proposed for an exam right. */
const fee = z.object({
  purpose: oneOf('ใช้เมื่อ', examFeePurposes),
  other_fee_id: id,
  name: z.string(),
  price,
})
export type ProposedFee = z.output<typeof fee>

/** The application with the fee that the call has sold; null without a fee. */
export const soldApplication = registered.nullable()

const row = z.object({
  exam_id: id,
  right_id: id,
  exam_date: examDate,
  exam_session_id: examSession,
  /** Name of the session; empty without one. */
  session: shownText(entities.exam_session.label),
  /** Start and end of the session, ISO 8601; null without one. */
  starts_at: instant.nullable(),
  ends_at: instant.nullable(),
  /** Null for a right without an application, whose `application_code` is empty. */
  application_id: id.nullable(),
  application_code: applicationCode,
  /** Kind of the application. */
  type: kind.nullable(),
  customer_id: id,
  customer: customerName,
  phone_1: customer.row.shape.phone_1,
  /** Name of the item that granted the right. */
  course_name: shownText(headings.item),
  ...examShape.shape,
  status: statusOf(bookingStatuses),
  score: labelled(z.number(), fieldTitles.score).nullable(),
  /** Reason of the cancellation, or remark of the result. */
  note: shownText(fieldTitles.reason),
  checked_in_at: labelled(instant, actionWords.checkIn).nullable(),
  /** Owed for the right; null for callers who may not see applications, and for rights of other branches. */
  balance: sums.balance.nullable(),
  /** The applications that make up the balance; empty if it is null. */
  owing,
  is_own: isOwnRight,
  permission_date: permissionDate,
  /** The number of required documents of the application that are missing. */
  missing_documents: labelled(z.number(), missingTitle),
  branch: branchName,
  version,
  /** The certificate of the right. */
  certificate: certificateOfRight,
  can: z.object({
    move: z.boolean(),
    cancel: z.boolean(),
    /** Whether its appointment slip can be printed. */
    slip: z.boolean(),
    mark: z.boolean(),
    /** Whether the right can be booked again after this exam, which was failed or missed. */
    retake: z.boolean(),
    /** Whether a certificate can be issued for all exams of the line. */
    certify: z.boolean(),
  }),
})
export type ExamBookingRow = z.output<typeof row>

/**
 * The days when `start` and `end` are omitted. `today`: those of today; `history`: of the past 30
 * days, latest first; `all`: of all days, latest first.
 */
const scope = labelled(z.enum(['today', 'history', 'all']), fieldTitles.dateRange).optional()

/** The title of the items that an examiner scores. */
export const scoreSheetTitle = 'ใบให้คะแนน'

/** The recorded result of one candidate. */
const resultFields = {
  exam_id: id,
  result: requiredOneOf(fieldTitles.examResult, recordedResults),
  score: wholeNumber(fieldTitles.score, maxPracticePoints).nullable().optional(),
  /** A remark; the reason of a correction, which needs one. */
  note: noteOf(500),
  /** Why a candidate who is not checked in may sit the exam, as `override_reason` of `exam/checkin`. */
  override_reason: overrideReason.optional(),
  version: version.optional(),
  /**
   * Values of the score sheet, which replace those recorded before; undefined leaves them
   * unchanged.
   */
  items: labelled(
    z.array(itemValue, { error: messages.invalid }).max(maxItems, { error: messages.invalid }),
    scoreSheetTitle,
  ).optional(),
}

const { title, category, type, scale } = evaluation.fields.shape

/** A booking as shown to users who record its result. */
const sheetOf = {
  /** The items of its score sheet; the value is null until it is recorded. */
  items: z.array(
    z.object({ evaluate_id: id, title, category, type, scale, value: z.number().nullable() }),
  ),
  /**
   * The code with which the candidate can answer the questions about satisfaction; null if there is
   * none to use.
   */
  satisfaction_code: labelled(z.string(), 'รหัสแบบประเมินความพึงพอใจ').nullable(),
}
export type SheetItem = z.output<typeof sheetOf.items>[number]

/** A candidate of a session whose result is recorded. */
const sheetRow = row
  .pick({
    exam_id: true,
    customer: true,
    kind: true,
    licence_type: true,
    course_name: true,
    status: true,
    score: true,
    note: true,
    checked_in_at: true,
    version: true,
  })
  .extend({
    /** Why the caller cannot record a result now, in Thai; null if it can be recorded. */
    problem: z.string().nullable(),
    ...sheetOf,
  })
export type ResultSheetRow = z.output<typeof sheetRow>

/** The points of the theory exam by the settings of the branch. */
const points = z.object({ pass: z.number(), full: z.number() })

/** A booking with the data that recording its result needs. */
const detail = row.extend({ points, ...sheetOf })
export type ExamBookingDetail = z.output<typeof detail>

export const examBooking = {
  row,
  gettable: endpoint({
    method: 'GET',
    path: 'exam/gettable',
    access: 'exam.view',
    summary:
      'Bookings, next first; by default those of today, with `scope=history` those of the past 30 days and with `scope=all` those of all days, latest first. `category` is the kind of exam, `type` the licence type, `start` and `end` limit the day',
    input: listQuery.extend({ scope, exam_session_id: idInPath.optional() }),
    output: listOf(row),
  }),
  get: endpoint({
    method: 'GET',
    path: 'exam/get/:exam_id',
    access: 'exam.view',
    summary: 'One booking with its result',
    input: z.strictObject({ exam_id: idInPath }),
    output: dataOf(detail),
  }),
  export: endpoint({
    method: 'POST',
    path: 'exam/export',
    access: 'exam.export',
    summary: 'Link to an Excel file of the whole list',
    input: exportQuery.extend({ scope }),
    output: dataOf(fileLink),
  }),
  slots: endpoint({
    method: 'GET',
    path: 'exam/slots',
    access: 'exam.book',
    summary:
      'Days of a span, by default the next 30, with the sessions in which a right can be booked and the reason why a day cannot be chosen; for a booked right, those to which its booking can be moved',
    input: z.strictObject({
      right_id: idInPath,
      start: enteredExamDate.optional(),
      end: enteredExamDate.optional(),
    }),
    output: dataOf(
      z.object({
        booking: openBooking.nullable(),
        /** Why no day can be chosen; null if days can be chosen. */
        problem: refusal.nullable(),
        /** Why the booking cannot be moved; null without one, or if it can. */
        move_problem: refusal.nullable(),
        permission_date: permissionDate,
        /** The names of the required documents of the application that are missing. */
        missing_documents: missingDocuments,
        /**
         * Whether a theory exam that was passed elsewhere can be recorded, and would remove a
         * refusal.
         */
        needs_theory: z.boolean(),
        /** Whether only days with a session can be booked. */
        requires_session: z.boolean(),
        /**
         * The first session until the end of the right that can be booked without a reason, also
         * after the span. Null if there is none, for a booked right, and for a span that begins
         * after today.
         */
        next_free: z.object({ day: examDate, exam_session_id: id }).nullable(),
        days: z.array(
          z.object({ day: examDate, problem: refusal.nullable(), sessions: z.array(slot) }),
        ),
      }),
    ),
  }),
  fees: endpoint({
    method: 'GET',
    path: 'exam/fees',
    access: ['exam.book', 'exam.extend', 'exam.extend-free'],
    summary:
      'The fees that the branch proposes now for a right: for booking it again after an exam that was failed or missed, for moving its booking late, and for its extension; null is free. Also the reason why its booking cannot be cancelled',
    input: z.strictObject({ right_id: idInPath }),
    output: dataOf(
      z.object({
        booking: fee.nullable(),
        move: fee.nullable(),
        extend: fee.nullable(),
        /**
         * Why the booking cannot be cancelled, or only with a reason; null if it can, and without a
         * booking.
         */
        cancel_problem: refusal.nullable(),
      }),
    ),
  }),
  book: endpoint({
    method: 'POST',
    path: 'exam/book',
    access: 'exam.book',
    summary:
      'Book an exam right on a day, in a session if the day has one; `theory_passed_on` records a theory exam that was passed elsewhere',
    idempotent: 'optional',
    input: z.strictObject(newBooking),
    output: dataOf(z.object({ exam_id: id })),
  }),
  retake: endpoint({
    method: 'POST',
    path: 'exam/retake',
    access: 'exam.book',
    summary:
      'Register the fee of a retake with the amount paid now, and book the exam; if a balance must be paid first, its payment books the exam. `theory_passed_on` as in `exam/book`',
    idempotent: 'required',
    input: z.strictObject({ ...newBooking, fee: soldFee }),
    output: dataOf(
      z.object({
        /** Null while the fee must be paid first. */
        exam_id: id.nullable(),
        application: registered,
      }),
    ),
  }),
  changeDate: endpoint({
    method: 'POST',
    path: 'exam/changedate',
    access: 'exam.book',
    summary:
      'Move a booking to another day or session; counted as a move of the candidate. `fee` also registers the fee of a late move',
    idempotent: 'optional',
    movesMoneyWith: 'fee',
    input: z.strictObject({
      exam_id: id,
      exam_date: enteredExamDate,
      exam_session_id: examSession.optional(),
      note: noteOf(500),
      fee: soldFee.optional(),
      override_reason: overrideReason,
      version: version.optional(),
    }),
    output: dataOf(
      z.object({
        exam_id: id,
        exam_date: examDate,
        exam_session_id: examSession,
        application: soldApplication,
      }),
    ),
  }),
  result: endpoint({
    method: 'POST',
    path: 'exam/result',
    access: ['exam.mark', 'exam.mark-own'],
    summary:
      'Record the result of a booking, not before its session begins; a pass ends the right. A candidate who is not checked in is checked in, with the same refusals and override. A correction needs a reason and the permission `exam.correct`',
    idempotent: 'optional',
    input: z.strictObject(resultFields),
    output: dataOf(z.object({ exam_id: id, status: statusOf(bookingStatuses) })),
  }),
  sheet: endpoint({
    method: 'GET',
    path: 'exam/sheet/:exam_session_id',
    access: ['exam.mark', 'exam.mark-own'],
    summary:
      'The candidates of a session with their results, for the panel and for users who may mark all sessions',
    input: z.strictObject({ exam_session_id: idInPath }),
    output: dataOf(
      z.object({
        exam_session_id: id,
        name: z.string(),
        kind: row.shape.kind,
        points,
        candidates: z.array(sheetRow),
      }),
    ),
  }),
  results: endpoint({
    method: 'POST',
    path: 'exam/results',
    access: ['exam.mark', 'exam.mark-own'],
    summary:
      'Record or correct results of candidates of one session, all or none; the error lists each refused result',
    idempotent: 'optional',
    input: z.strictObject({
      exam_session_id: id,
      results: z
        .array(z.strictObject(resultFields), { error: messages.invalid })
        .min(1, { error: messages.invalid })
        .max(500, { error: messages.invalid }),
    }),
    output: dataOf(
      z.object({
        recorded: z.number(),
        /** The new versions of the bookings, with which they can be corrected. */
        versions: z.array(z.object({ exam_id: id, version })),
      }),
    ),
  }),
  dismiss: endpoint({
    method: 'POST',
    path: 'exam/dismiss',
    access: 'exam.book',
    idempotent: 'optional',
    summary:
      'Remove a right from the worklist with a reason: a wished day that could not be booked, or, with the permission to override, a practice booking without theory or a booking on a closed day',
    input: z.strictObject({ right_id: id, note: reason(500) }),
    output: dataOf(z.object({ right_id: id })),
  }),
  cancel: endpoint({
    method: 'POST',
    path: 'exam/cancel',
    access: 'exam.book',
    summary: 'Cancel a booking; its right stays',
    idempotent: 'optional',
    input: z.strictObject({ exam_id: id, note: reason(500), version: version.optional() }),
    output: dataOf(z.null()),
  }),
}
