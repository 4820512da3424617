/** The documents of bookings and exam sessions. Source: product specification, sections 6.2 and 6.2b. */
import { examResults } from '@khapdee/domain/exam-booking'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { headings, stateWords } from '@khapdee/domain/words'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import { dataOf, exportQuery, fileLink, id, pdfLink, shownText } from '../wire.ts'
import { applicationCode, customerName } from './application-shapes.ts'
import { customer, customerFields } from './customer.ts'
import { exam } from './exams.ts'

const sessionKey = { exam_session_id: id }

/** A candidate on rosters and result sheets. */
const candidate = z.object({
  position: labelled(z.number(), headings.position),
  customer: customerName,
  application_code: applicationCode,
  /** Null for callers who may not see what is owed for the right. */
  idcard: customerFields.idcard,
  phone_1: customer.row.shape.phone_1,
  ...exam.shape,
  /** Null for who may not see what is owed for the right. */
  paid: labelled(z.boolean(), 'การชำระเงิน', {
    flag: ['ครบ', stateWords.outstanding],
  }).nullable(),
  documents: labelled(z.boolean(), headings.documents, { flag: ['ครบ', 'ขาด'] }),
  result: labelled(z.string(), fieldTitles.examResult, { words: examResults }).nullable(),
  score: labelled(z.number(), fieldTitles.score).nullable(),
  signature: shownText('ลายมือชื่อ'),
})

export const examDocument = {
  candidate,
  slip: endpoint({
    method: 'POST',
    path: 'exam/slip',
    access: 'exam.book',
    summary: 'Link to the appointment slip of an open booking, with the code for check-in',
    input: z.strictObject({ exam_id: id }),
    output: dataOf(pdfLink),
  }),
  roster: endpoint({
    method: 'POST',
    path: 'exam-session/roster',
    access: 'exam.view',
    summary:
      'Link to the roster of an exam session; ID numbers are complete only for callers who may reveal them',
    input: z.strictObject(sessionKey),
    output: dataOf(pdfLink),
  }),
  rosterExport: endpoint({
    method: 'POST',
    path: 'exam-session/roster/export',
    access: 'exam.export',
    summary: 'Link to an Excel file of the roster of an exam session',
    input: exportQuery.extend(sessionKey),
    output: dataOf(fileLink),
  }),
  results: endpoint({
    method: 'POST',
    path: 'exam-session/results',
    access: 'exam.view',
    summary: 'Link to the result sheet of an exam session that has begun',
    input: z.strictObject(sessionKey),
    output: dataOf(pdfLink),
  }),
}
