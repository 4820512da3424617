/** The exams for which courses and fees grant rights, and the granted rights. */
import { fieldTitles } from '@khapdee/domain/field-titles'
import { examKinds } from '@khapdee/domain/evaluation'
import { bookingStatuses } from '@khapdee/domain/exam-booking'
import { examRightStatuses } from '@khapdee/domain/exam-right'
import { allExams, sortedExams } from '@khapdee/domain/exams'
import { examLicenceOrder, examLicences } from '@khapdee/domain/licence-types'
import { z } from 'zod'
import { labelled, fieldMeta } from '../field-meta.ts'
import { messages } from '../messages.ts'
import { day, enteredDay, id, instant, oneOf, statusOf } from '../wire.ts'

const licenceType = oneOf(fieldTitles.licenceType, examLicences)

/** One exam: theory or practice, for one licence type. */
export const exam = z.strictObject({
  kind: oneOf(fieldTitles.exam, examKinds),
  licence_type: licenceType,
})

/** Licence types of a vehicle or an employee; decoded in one order, each once. */
export const licenceTypes = z
  .array(licenceType, { error: messages.invalid })
  .max(examLicenceOrder.length, { error: messages.invalid })
  .overwrite((types) => examLicenceOrder.filter((type) => types.includes(type)))

/** The exams for which an item grants rights; decoded in one order, each once. */
export const exams = labelled(
  z
    .array(exam, { error: messages.invalid })
    .max(allExams.length, { error: messages.invalid })
    .overwrite(sortedExams),
  'สิทธิ์สอบที่ให้',
).default([])

/** The last day of an exam right. */
export const permissionDate = labelled(day, 'สิทธิ์สอบถึงวันที่')
export const enteredPermissionDate = labelled(enteredDay, fieldMeta(permissionDate).title)

/**
 * Whether an exam right belongs to the caller's branches, so that they may open it; sessions also
 * have rights of other branches.
 */
export const isOwnRight = z.boolean()

/** The title of lists of exam rights. */

/** The day of an exam. */
export const examDate = labelled(day, fieldTitles.examDay)
export const enteredExamDate = labelled(enteredDay, fieldMeta(examDate).title)

/** A booking of a right. The times are ISO 8601, null without a session. */
const shownExam = z.object({
  exam_id: id,
  exam_date: examDate,
  starts_at: instant.nullable(),
  ends_at: instant.nullable(),
  status: statusOf(bookingStatuses),
})
export type ShownExam = z.output<typeof shownExam>

/** A right to an exam that a line has granted. */
export const examRight = z.object({
  right_id: id,
  line_id: id,
  ...exam.shape,
  valid_from: labelled(day, 'ให้สิทธิ์วันที่'),
  permission_date: permissionDate,
  status: statusOf(examRightStatuses),
  /** The open booking, otherwise the latest with a result; null without one. */
  last_exam: shownExam.nullable(),
})
