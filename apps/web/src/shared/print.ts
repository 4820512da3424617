/** Opens PDF documents in a new tab, among them the documents of applications. */
import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { request } from '@khapdee/contract/entities/request'
import type { ApplicationKind } from '@khapdee/domain/application/status'
import { call } from '../api/client.ts'
import { alerts, showError } from './alerts.ts'

/**
 * Opens a PDF in a new tab. Call it synchronously in the press handler, or the browser blocks the
 * tab. A failure raises an alert.
 * @param fetchLink asks the server for the link
 */
export async function printPdf(fetchLink: () => Promise<{ data: { pdf: string } }>): Promise<void> {
  const tab = openPdfTab()
  try {
    const { data } = await fetchLink()
    if (tab.show(data.pdf)) return
    const action = { label: 'เปิดไฟล์ PDF', href: data.pdf }
    alerts.warning('เบราว์เซอร์ปิดกั้นหน้าต่างใหม่ กรุณาอนุญาต', action)
  } catch (error) {
    tab.close()
    showError(error)
  }
}

/** A new tab for a document whose link is not known yet. */
interface PdfTab {
  /** @returns false where the browser blocked the tab or it was closed meanwhile */
  show: (link: string) => boolean
  /** Closes the tab when no document could be made. */
  close: () => void
}

/** Opens the tab synchronously in a press handler: browsers block one that is opened later. */
export function openPdfTab(): PdfTab {
  const tab = window.open('', '_blank')
  if (tab !== null) {
    tab.opener = null
    tab.document.title = 'ไฟล์ PDF'
    tab.document.body.textContent = 'กำลังโหลดข้อมูล'
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

export const printForm = ({ type, application_id }: ApplicationRef): Promise<void> =>
  printPdf(() => call(applicationEndpoints[type].pdf, { application_id }))

/** All receipts of an application; a second print is marked as a copy. */
export const printReceipts = ({ type, application_id }: ApplicationRef): Promise<void> =>
  printPdf(() => call(applicationEndpoints[type].pdfpayment, { application_id }))

/** One receipt. */
export const printReceipt = (type: ApplicationKind, payment_id: number): Promise<void> =>
  printPdf(() => call(applicationEndpoints[type].pdfpayment, { payment_id }))

/** The refund document; one call serves all kinds of application. */
export const printRefund = (application_id: number): Promise<void> =>
  printPdf(() => call(request.refundpdf, { application_id }))

/** The endpoints of each kind of application. */
export const applicationEndpoints = {
  course: application,
  exam: application,
  vehicle_check: application,
  other_fee: applicationFee,
  request_fee: request,
} as const satisfies Record<ApplicationKind, object>
