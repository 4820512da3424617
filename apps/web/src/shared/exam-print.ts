/** Opens the documents of exams. */
import { examDocument } from '@khapdee/contract/entities/exam-document'
import { call } from '../api/client.ts'
import { printPdf } from './print.ts'

/** Prints the appointment slip of an open booking. */
export const printSlip = (exam_id: number): Promise<void> =>
  printPdf(() => call(examDocument.slip, { exam_id }))
