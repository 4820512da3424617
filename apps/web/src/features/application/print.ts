/** Printing what was issued for an application. */
import { application } from '@khapdee/contract/entities/application'
import type { InputOf } from '@khapdee/contract/endpoint'
import { call } from '../../api/client.ts'
import { printPdf } from '../../app/print-pdf.ts'

export const printForm = (application_id: number): Promise<void> =>
  printPdf(() => call(application.pdf, { application_id }))

/** One receipt, or all receipts of an application; a second print is marked as a copy. */
export const printReceipts = (of: InputOf<typeof application.pdfpayment>): Promise<void> =>
  printPdf(() => call(application.pdfpayment, of))
