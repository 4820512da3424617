/** The exam day: check-in, and the queue of the sessions. Source: product specification, sections 6.2 and 6.2b. */
import { entities } from '@khapdee/domain/entities'
import { stateWords } from '@khapdee/domain/words'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { queueStages } from '@khapdee/domain/check-in'
import { examSessionStatuses } from '@khapdee/domain/exam-session'
import { bookingStatuses } from '@khapdee/domain/exam-booking'
import { parseSlipCode } from '@khapdee/domain/slip-code'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import { messages } from '../messages.ts'
import { branchName, dataOf, id, instant, reason, shownText, statusOf, version } from '../wire.ts'
import { customerName } from './application-shapes.ts'
import { examBooking, missingDocuments, overrideReason } from './exam-booking.ts'
import { examSession } from './exam-session.ts'

export const slipCodeTitle = 'รหัสใบนัดสอบ'

const slipCode = labelled(
  z
    .string({ error: messages.invalid })
    .max(50, { error: messages.tooLong(50) })
    .refine((code) => parseSlipCode(code) !== null, {
      error: messages.invalidField(slipCodeTitle),
    }),
  slipCodeTitle,
)
const numberText = (title: string) =>
  labelled(z.string({ error: messages.invalid }).max(50, { error: messages.tooLong(50) }), title)
const queueNumber = labelled(z.number(), 'คิว').nullable()
const at = (title: string) => labelled(instant, title).nullable()

/** A candidate of the exam day. */
const candidate = z.object({
  exam_id: id,
  queue_no: queueNumber,
  customer: customerName,
  licence_type: examBooking.row.shape.licence_type,
  stage: labelled(
    z.enum(Object.keys(queueStages) as [keyof typeof queueStages]),
    fieldTitles.status,
  ),
  status: statusOf(bookingStatuses),
  checked_in_at: examBooking.row.shape.checked_in_at,
  called_at: at(stateWords.called),
  /** Whether the application has a balance; null for callers who may not see applications. */
  unpaid: z.boolean().nullable(),
  missing_documents: missingDocuments,
  version,
})
export type DayCandidate = z.output<typeof candidate>

/** A session of the day with its queue. */
const station = z.object({
  exam_session_id: id,
  branch_id: id,
  branch: branchName,
  name: examSession.row.shape.name,
  kind: examSession.row.shape.kind,
  starts_at: instant,
  ends_at: instant,
  place: examSession.row.shape.place,
  status: statusOf(examSessionStatuses),
  capacity: examSession.row.shape.capacity,
  offers: examSession.row.shape.offers,
  /** Whether the caller may check in and call candidates of the session. */
  can_check_in: z.boolean(),
  candidates: z.array(candidate),
})
export type DayStation = z.output<typeof station>

const access = ['exam.checkin', 'exam.checkin-own'] as const
const candidateKey = z.strictObject({ exam_id: id })

export const examDay = {
  candidate,
  get: endpoint({
    method: 'GET',
    path: 'exam/day',
    access: 'exam.view',
    summary: 'The sessions of today with their candidates and queues; `branch` limits the branch',
    input: z.strictObject({
      branch: labelled(z.string().max(20), entities.branch.label).optional(),
    }),
    output: dataOf(
      z.object({
        stations: z.array(station),
        /** Bookings of today that have no session, and must join one before their check-in. */
        without_session: z.array(
          z.object({
            exam_id: id,
            right_id: id,
            /** Null for a right without an application. */
            application_id: id.nullable(),
            customer: customerName,
            kind: examBooking.row.shape.kind,
          }),
        ),
      }),
    ),
  }),
  checkIn: endpoint({
    method: 'POST',
    path: 'exam/checkin',
    access,
    summary:
      'Check in a candidate of today, identified by the code of the slip, an ID or passport number, or the booking; a repeated nonce gets the first answer again. The default session is that of the booking',
    input: z.strictObject({
      exam_session_id: id.nullable().optional(),
      nonce: z.uuid({ error: messages.invalid }),
      code: slipCode.optional(),
      idcard: numberText(fieldTitles.idcard).optional(),
      passport: numberText('เลขที่หนังสือเดินทาง').optional(),
      exam_id: id.optional(),
      override_reason: overrideReason,
    }),
    output: dataOf(
      z.object({
        exam_id: id,
        customer: customerName,
        checked_in_at: instant,
        /** Whether the same request had checked the candidate in before. */
        repeated: z.boolean(),
        queue_no: queueNumber,
        session: shownText(entities.exam_session.label),
        /** The problems that the desk should still resolve, in Thai. */
        warnings: z.array(shownText('คำเตือน')),
      }),
    ),
  }),
  undoCheckIn: endpoint({
    method: 'POST',
    path: 'exam/undo-checkin',
    access,
    idempotent: 'optional',
    summary: 'Undo the check-in of a candidate who has no result yet',
    input: candidateKey.extend({ note: reason(500) }),
    output: dataOf(z.null()),
  }),
  call: endpoint({
    method: 'POST',
    path: 'exam/call',
    access,
    summary: 'Call a candidate who is checked in; calling again changes nothing',
    input: candidateKey,
    output: dataOf(z.object({ exam_id: id, queue_no: queueNumber })),
  }),
  enter: endpoint({
    method: 'POST',
    path: 'exam/enter',
    access,
    summary: 'Record that a candidate who is checked in has begun the exam',
    input: candidateKey,
    output: dataOf(z.object({ exam_id: id, queue_no: queueNumber })),
  }),
}
