/** Printing what was issued for an application. */
import { request } from '@khapdee/contract/entities/request'
import type { ApplicationKind } from '@khapdee/domain/application/status'
import { call } from '../api/client.ts'
import { applicationCalls } from './application-calls.ts'
import { printPdf } from './print-pdf.ts'

interface Printed {
  type: ApplicationKind
  application_id: number
}

export const printForm = ({ type, application_id }: Printed): Promise<void> =>
  printPdf(() => call(applicationCalls[type].pdf, { application_id }))

/** All receipts of an application; a second print is marked as a copy. */
export const printReceipts = ({ type, application_id }: Printed): Promise<void> =>
  printPdf(() => call(applicationCalls[type].pdfpayment, { application_id }))

/** One receipt. */
export const printReceipt = (type: ApplicationKind, payment_id: number): Promise<void> =>
  printPdf(() => call(applicationCalls[type].pdfpayment, { payment_id }))

/** The document of a refund, which those of every kind share. */
export const printRefund = (application_id: number): Promise<void> =>
  printPdf(() => call(request.refundpdf, { application_id }))
