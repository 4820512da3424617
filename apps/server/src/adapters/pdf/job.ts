/** A document to make, as it is handed to a worker: plain data. */

import { applicationFormDocument } from './application-form.ts'
import { receiptDocument, type ReceiptSize, type ReceiptViews } from './receipt.ts'
import { renderDocument } from './render.ts'
import type { ApplicationFormView, Print } from './view.ts'

export type PdfJob =
  | { kind: 'receipt'; views: ReceiptViews; print: Print; size: ReceiptSize }
  | { kind: 'application-form'; view: ApplicationFormView; print: Print }

/** The PDF of a job; equal jobs give equal bytes. */
export function renderJob(job: PdfJob): Promise<Uint8Array> {
  switch (job.kind) {
    case 'receipt':
      return renderDocument(receiptDocument(job.views, job.print, job.size))
    case 'application-form':
      return renderDocument(applicationFormDocument(job.view, job.print))
  }
}
