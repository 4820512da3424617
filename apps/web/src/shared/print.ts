/** Opens PDF documents in a new tab, including the documents of applications. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { request } from '@khapdee/contract/entities/request'
import type { ApplicationKind } from '@khapdee/domain/application/status'
import { actionWords, headings } from '@khapdee/domain/words'
import { call } from '../api/client.ts'
import { alerts, showError } from './alerts.ts'

/**
 * Opens a PDF in a new tab. Call it synchronously in the press handler, or the browser blocks the
 * tab. A failure raises an alert.
 * @param fetchLink requests the link of the document from the server
 */
export async function printPdf(fetchLink: () => Promise<{ data: { pdf: string } }>): Promise<void> {
  const tab = openPdfTab()
  try {
    const { data } = await fetchLink()
    if (tab.show(data.pdf)) return
    const action = { label: actionWords.openPdf, href: data.pdf }
    alerts.warning('เบราว์เซอร์ปิดกั้นหน้าต่างใหม่ กรุณาอนุญาต', action)
  } catch (error) {
    tab.close()
    showError(error)
  }
}

/** A new tab for a document whose link is not known yet. */
interface PdfTab {
  /** @returns false when the browser blocked the tab or the user closed it */
  show: (link: string) => boolean
  /** Closes the tab; for a document that could not be created. */
  close: () => void
}

/** Opens the tab. Call it synchronously in a press handler: browsers block a tab opened later. */
export function openPdfTab(): PdfTab {
  const tab = window.open('', '_blank')
  if (tab !== null) {
    tab.opener = null
    tab.document.title = 'ไฟล์ PDF'
    tab.document.body.textContent = headings.loading
  }
  return {
    show(link) {
      if (tab === null || tab.closed) return false
      tab.location.replace(new URL(link, window.location.href).href)
      return true
    },
    close: () => tab?.close(),
  }
}

/** Identifies the application whose documents are printed. */
interface ApplicationRef {
  type: ApplicationKind
  application_id: number
}

/** Prints the application form. */
export const printApplicationForm = ({ type, application_id }: ApplicationRef): Promise<void> =>
  printPdf(() => call(applicationEndpoints[type].pdf, { application_id }))

/** Prints all receipts of an application; a second print is marked as a copy. */
export const printReceipts = ({ type, application_id }: ApplicationRef): Promise<void> =>
  printPdf(() => call(applicationEndpoints[type].pdfpayment, { application_id }))

/** Prints one receipt. */
export const printReceipt = (type: ApplicationKind, payment_id: number): Promise<void> =>
  printPdf(() => call(applicationEndpoints[type].pdfpayment, { payment_id }))

/** Prints the document of one refund; one endpoint serves all kinds of application. */
export const printRefund = (refund: InputOf<typeof request.refundpdf>): Promise<void> =>
  printPdf(() => call(request.refundpdf, refund))

/** The endpoints of each kind of application. */
export const applicationEndpoints = {
  course: application,
  exam: application,
  vehicle_check: application,
  other_fee: applicationFee,
  request_fee: request,
} as const satisfies Record<ApplicationKind, object>
