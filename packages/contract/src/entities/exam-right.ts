/** Exam rights: list, detail by application, extension, disabling. Source: product specification, section 6.2. */
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { examKinds } from '@khapdee/domain/evaluation'
import { examRightEvents, maxExtensionDays } from '@khapdee/domain/exam-right'
import { examLicences } from '@khapdee/domain/licence-types'
import { headings } from '@khapdee/domain/words'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled, titleOf } from '../field-meta.ts'
import { messages } from '../messages.ts'
import {
  branchName,
  dataOf,
  days,
  exportQuery,
  fileLink,
  id,
  idInPath,
  instant,
  listOf,
  listQuery,
  reason,
  requiredOneOf,
  requiredReference,
  shownText,
  statusOf,
  version,
} from '../wire.ts'
import {
  applicationCode,
  customerName,
  kind,
  owing,
  recordedBy,
  soldFee,
  sums,
} from './application-shapes.ts'
import { certificateOfRight } from './certificate.ts'
import { customer } from './customer.ts'
import {
  exam,
  enteredExamDate,
  enteredPermissionDate,
  examDate,
  examRight as grantedRight,
  permissionDate,
} from './exams.ts'
import { examSession, openBooking, soldApplication, theoryPassedOn } from './exam-booking.ts'
import { movement } from './payment.ts'

/** A row of the ledger of a right. */
const event = z.object({
  event: statusOf(examRightEvents),
  /** The last day of the right from then on; null if the event does not change it. */
  permission_date: permissionDate.nullable(),
  /** The day to which the event refers: of the exam, or of a theory exam passed elsewhere; null for other events. */
  exam_date: examDate.nullable(),
  /** The session to which the event refers, after the one that was left: `A → B`; empty without one. */
  session: shownText(entities.exam_session.label),
  note: shownText(fieldTitles.reason),
  /** The user who caused it; empty if the end of a line caused it. */
  user: recordedBy,
  at: labelled(instant, headings.time),
})

const row = grantedRight.extend({
  /** The line that granted the right; null without an application. */
  line_id: id.nullable(),
  /** The booking of the right; null while it is not booked. */
  exam_id: id.nullable(),
  booking: openBooking.nullable(),
  /** Null for a right without an application, whose `application_code` is empty. */
  application_id: id.nullable(),
  application_code: applicationCode,
  /** Kind of the application. */
  type: kind.nullable(),
  customer_id: id,
  customer: customerName,
  phone_1: customer.row.shape.phone_1,
  /** Name of the item that granted the right; without one, the reason for the right. */
  course_name: shownText(headings.item),
  /**
   * The day of the line's next exam, otherwise of its last one; while nothing is booked, the day
   * wished at registration.
   */
  exam_date: examDate.nullable(),
  /** Null without a theory exam that was passed elsewhere. */
  theory_passed_on: theoryPassedOn,
  /** Owed for the right; null for callers who may not see applications. */
  balance: sums.balance.nullable(),
  /** The applications that make up the balance; empty for callers who may not see applications. */
  owing,
  branch: branchName,
  /** Why an exam can or cannot be taken with the right, in one sentence. */
  reason: z.string(),
  /** The days by which the branch usually extends rights. */
  extend_days: z.number(),
  version,
  certificate: certificateOfRight,
  can: z.object({
    book: z.boolean(),
    /** Whether it can only join waiting lists, because its balance must be paid before it is booked. */
    wait: z.boolean(),
    move: z.boolean(),
    cancel: z.boolean(),
    /** Whether the appointment slip of its booking can be printed. */
    slip: z.boolean(),
    extend: z.boolean(),
    disable: z.boolean(),
    enable: z.boolean(),
    /** Whether the theory exam that was passed elsewhere can be corrected or withdrawn. */
    theory: z.boolean(),
    /** Whether a certificate can be issued for all exams of the line. */
    certify: z.boolean(),
  }),
  /** The ledger, oldest first; only in the detail of an application or of one right. */
  events: z.array(event).optional(),
})
export type ExamRightRow = z.output<typeof row>

const rightKey = {
  right_id: id.optional(),
  /** A booking of the right. */
  exam_id: id.optional(),
  version: version.optional(),
}
const hasOneKey = ({
  right_id,
  exam_id,
}: {
  right_id?: number | undefined
  exam_id?: number | undefined
}) => (right_id === undefined) !== (exam_id === undefined)
const keyProblem = { path: ['right_id'], error: messages.select(entities.exam_right.label) }

/** The data of a right that is granted without an application. */
const grantFields = {
  customer_id: requiredReference('customer', messages.select),
  branch_id: requiredReference('branch', messages.select),
  kind: requiredOneOf(titleOf(exam.shape, 'kind'), examKinds),
  licence_type: requiredOneOf(fieldTitles.licenceType, examLicences),
  permission_date: enteredPermissionDate,
  theory_passed_on: theoryPassedOn.optional(),
  /** The day on which the right is booked; null leaves it unbooked. */
  exam_date: enteredExamDate.nullable().optional(),
  exam_session_id: examSession.optional(),
  note: reason(500),
}

export const examRight = {
  row,
  event,
  gettable: endpoint({
    method: 'GET',
    path: 'exam/permission',
    access: 'exam.view',
    summary:
      'Exam rights, latest last day first; `category` is the kind of exam, `start` and `end` limit the last day. With `application_id` all rights of one application, with their ledgers and its payments; with `right_id` one right with its ledger',
    input: listQuery.extend({
      application_id: idInPath.optional(),
      right_id: idInPath.optional(),
    }),
    output: listOf(row).extend({
      /** Only with `application_id`. */
      payments: z
        .array(
          movement.pick({
            payment_id: true,
            payment_code: true,
            refund: true,
            pay_type: true,
            paid: true,
            status: true,
            user: true,
            createdAt: true,
          }),
        )
        .optional(),
    }),
  }),
  export: endpoint({
    method: 'POST',
    path: 'exam/permission/export',
    access: 'exam.export',
    summary: 'Link to an Excel file of the whole list',
    input: exportQuery,
    output: dataOf(fileLink),
  }),
  extend: endpoint({
    method: 'POST',
    path: 'exam/extend',
    access: ['exam.extend', 'exam.extend-free'],
    summary:
      'Extend a right by days, counted from the later of today and its last day, or until a day; expired rights become valid again. `fee` also registers the fee; if a balance must be paid first, its payment extends the right. Without a fee the permission `exam.extend-free` is required',
    idempotent: 'optional',
    movesMoneyWith: 'fee',
    input: z
      .strictObject({
        ...rightKey,
        days: days('จำนวนวันที่ต่ออายุ', 1, maxExtensionDays).optional(),
        permission_date: enteredPermissionDate.optional(),
        fee: soldFee.optional(),
        note: reason(500),
      })
      .refine(
        ({ days: added, permission_date }) =>
          (added === undefined) !== (permission_date === undefined),
        { path: ['days'], error: messages.daysOrLastDay },
      )
      .refine(hasOneKey, keyProblem),
    output: dataOf(
      z.object({
        right_id: id,
        /** The last day of the right, which is unchanged while the fee must be paid first. */
        permission_date: permissionDate,
        application: soldApplication,
      }),
    ),
  }),
  grant: endpoint({
    method: 'POST',
    path: 'exam/grant',
    access: 'exam.grant',
    summary:
      'Grant a customer a right without an application, for a reason; it owes nothing. `theory_passed_on` records a theory exam that was passed elsewhere, `exam_date` books the right',
    idempotent: 'required',
    input: z.strictObject(grantFields),
    output: dataOf(z.object({ right_id: id, exam_id: id.nullable() })),
  }),
  disable: endpoint({
    method: 'POST',
    path: 'exam/disable',
    access: 'exam.disable',
    summary: 'Disable a right, so that no exam can be taken with it',
    idempotent: 'optional',
    input: z.strictObject({ ...rightKey, note: reason(500) }).refine(hasOneKey, keyProblem),
    output: dataOf(z.null()),
  }),
  enable: endpoint({
    method: 'POST',
    path: 'exam/enable',
    access: 'exam.disable',
    summary: 'Enable a right that the staff disabled; not one whose line has ended',
    idempotent: 'optional',
    input: z.strictObject({ ...rightKey, note: reason(500) }).refine(hasOneKey, keyProblem),
    output: dataOf(z.null()),
  }),
  theory: endpoint({
    method: 'POST',
    path: 'exam/theory',
    access: 'exam.correct',
    summary:
      'Correct the day of a theory exam that was passed elsewhere, or withdraw it with null, while no booking and no result depends on it',
    idempotent: 'optional',
    input: z.strictObject({
      right_id: id,
      theory_passed_on: theoryPassedOn,
      note: reason(500),
      version: version.optional(),
    }),
    output: dataOf(z.null()),
  }),
}
