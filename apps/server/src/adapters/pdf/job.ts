/** A document to render; plain data, so that it can be sent to a worker. */

import type { ReportView, VoucherView } from './account-view.ts'
import { applicationFormDocument } from './application-form.ts'
import { certificateDocument, certificateScales } from './certificate.ts'
import { dayCloseDocument } from './day-close.ts'
import { examResultsDocument } from './exam-results.ts'
import { examRosterDocument } from './exam-roster.ts'
import { examSlipDocument } from './exam-slip.ts'
import type { CertificateView, ExamResultsView, ExamRosterView, ExamSlipView } from './exam-view.ts'
import { receiptDocument, type ReceiptSize, type ReceiptViews } from './receipt.ts'
import { type RefundViews, refundDocument } from './refund.ts'
import { renderDocument, renderOnOnePage } from './render.ts'
import { reportDocument } from './report.ts'
import type { ApplicationFormView, ClosingView, Print } from './view.ts'
import type { PayslipView, TaxCertificateView } from './payroll-view.ts'
import { payslipDocument } from './payslip.ts'
import { taxCertificateDocument } from './tax-certificate.ts'
import { voucherDocument } from './voucher.ts'

export type PdfJob =
  | { kind: 'receipt'; views: ReceiptViews; print: Print; size: ReceiptSize }
  | { kind: 'application-form'; view: ApplicationFormView; print: Print }
  | { kind: 'refund'; views: RefundViews; print: Print }
  | { kind: 'closing'; view: ClosingView; print: Print }
  | { kind: 'exam-slip'; view: ExamSlipView; print: Print }
  | { kind: 'exam-roster'; view: ExamRosterView; print: Print }
  | { kind: 'exam-results'; view: ExamResultsView; print: Print }
  | { kind: 'voucher'; view: VoucherView; print: Print }
  | { kind: 'report'; view: ReportView; print: Print }
  | { kind: 'tax-certificate'; view: TaxCertificateView; print: Print }
  | { kind: 'payslip'; view: PayslipView; print: Print; password?: string }
  | { kind: 'certificate'; view: CertificateView; verifyUrl: string; print: Print }

/** Renders the PDF of a job; the bytes of equal jobs are equal. */
export function renderJob(job: PdfJob): Promise<Uint8Array> {
  switch (job.kind) {
    case 'receipt':
      return renderDocument(receiptDocument(job.views, job.print, job.size))
    case 'application-form':
      return renderDocument(applicationFormDocument(job.view, job.print))
    case 'refund':
      return renderDocument(refundDocument(job.views, job.print))
    case 'closing':
      return renderDocument(dayCloseDocument(job.view, job.print))
    case 'exam-slip':
      return renderDocument(examSlipDocument(job.view, job.print))
    case 'exam-roster':
      return renderDocument(examRosterDocument(job.view, job.print))
    case 'exam-results':
      return renderDocument(examResultsDocument(job.view, job.print))
    case 'voucher':
      return renderDocument(voucherDocument(job.view, job.print))
    case 'report':
      return renderDocument(reportDocument(job.view, job.print))
    case 'tax-certificate':
      return renderDocument(taxCertificateDocument(job.view, job.print))
    case 'payslip':
      return renderDocument(payslipDocument(job.view, job.print, job.password))
    case 'certificate':
      return renderOnOnePage(certificateScales, (scale) =>
        certificateDocument(job.view, job.verifyUrl, job.print, scale),
      )
  }
}
