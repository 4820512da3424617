/** Waiting lists of exam sessions. Source: product specification, sections 6.2 and 6.2b. */
import { entities } from '@khapdee/domain/entities'
import { waitingStates } from '@khapdee/domain/exam-waiting'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import {
  branchName,
  dataOf,
  id,
  idInPath,
  instant,
  listOf,
  listQuery,
  noteOf,
  shownText,
  statusOf,
  version,
} from '../wire.ts'
import { applicationCode, customerName, kind } from './application-shapes.ts'
import { customer } from './customer.ts'
import { openBooking } from './exam-booking.ts'
import { exam, examDate, isOwnRight, permissionDate } from './exams.ts'

/** An entry of a customer in the waiting list of a session. */
const row = z.object({
  exam_waiting_id: id,
  exam_session_id: id,
  /** Name of the session. */
  session: shownText(entities.exam_session.label),
  exam_date: examDate,
  starts_at: instant,
  ends_at: instant,
  /** The position among the waiting entries of the session; null for other states. */
  position: labelled(z.number(), 'ลำดับที่').nullable(),
  right_id: id,
  /** Null for a right without an application, whose `application_code` is empty. */
  application_id: id.nullable(),
  application_code: applicationCode,
  /** Kind of the application. */
  type: kind.nullable(),
  customer_id: id,
  customer: customerName,
  phone_1: customer.row.shape.phone_1,
  ...exam.shape,
  permission_date: permissionDate,
  is_own: isOwnRight,
  /** The present booking of the right, which an accepted seat moves; null without one. */
  booking: openBooking.nullable(),
  status: statusOf(waitingStates),
  /** The instant until which the offered seat is held; null without an offer. */
  offer_until: labelled(instant, 'ถือที่นั่งถึง').nullable(),
  /**
   * Why no seat is offered, or why the entry ended, in one Thai sentence; empty without a reason.
   */
  reason: shownText(fieldTitles.reason),
  createdAt: labelled(instant, 'รอตั้งแต่'),
  branch: branchName,
  version,
  can: z.object({
    /** Whether a free seat can be offered manually. */
    offer: z.boolean(),
    /** Whether an offered seat can be accepted and declined; only by the branch of the right. */
    answer: z.boolean(),
    leave: z.boolean(),
  }),
})
export type ExamWaitingRow = z.output<typeof row>

const entryKey = { exam_waiting_id: id, version: version.optional() }

const waitingQuery = listQuery.pick({
  page: true,
  perPage: true,
  branch: true,
  status: true,
  text: true,
})

export const examWaiting = {
  row,
  gettable: endpoint({
    method: 'GET',
    path: 'exam-waiting/gettable',
    access: 'exam.view',
    summary:
      'Entries of waiting lists in the order in which they joined; without `status` those who wait or are offered a seat, and those to be told that their session was cancelled. Limited to a session, a customer or an application; `text` is part of a name or of the number of the application',
    input: waitingQuery.extend({
      exam_session_id: idInPath.optional(),
      customer_id: idInPath.optional(),
      application_id: idInPath.optional(),
      right_id: idInPath.optional(),
    }),
    output: listOf(row),
  }),
  join: endpoint({
    method: 'POST',
    path: 'exam-waiting/join',
    access: 'exam.book',
    idempotent: 'optional',
    summary:
      'Add an exam right to the waiting list of a full session, once per customer and session; a booked right may wait for another session',
    input: z.strictObject({ exam_session_id: id, right_id: id }),
    output: dataOf(z.object({ exam_waiting_id: id })),
  }),
  offer: endpoint({
    method: 'POST',
    path: 'exam-waiting/offer',
    access: 'exam.session',
    idempotent: 'optional',
    summary: 'Offer a free seat to a customer who waits, out of turn',
    input: z.strictObject(entryKey),
    output: dataOf(z.object({ exam_waiting_id: id, offer_until: instant })),
  }),
  accept: endpoint({
    method: 'POST',
    path: 'exam-waiting/accept',
    access: 'exam.book',
    idempotent: 'optional',
    summary:
      'Accept an offered seat: books the right, or moves its booking, which keeps its id and is not counted as a move',
    input: z.strictObject(entryKey),
    output: dataOf(z.object({ exam_id: id, exam_date: examDate, exam_session_id: id })),
  }),
  decline: endpoint({
    method: 'POST',
    path: 'exam-waiting/decline',
    access: 'exam.book',
    idempotent: 'optional',
    summary: 'Decline an offered seat, which is offered to the next',
    input: z.strictObject(entryKey),
    output: dataOf(z.null()),
  }),
  leave: endpoint({
    method: 'POST',
    path: 'exam-waiting/leave',
    access: 'exam.book',
    idempotent: 'optional',
    summary: 'Leave a waiting list; an offered seat is offered to the next',
    input: z.strictObject({ ...entryKey, note: noteOf(500) }),
    output: dataOf(z.null()),
  }),
}
