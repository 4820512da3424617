/** Shows PDF documents in a new tab or prints them at once, including the documents of applications. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { request } from '@khapdee/contract/entities/request'
import type { ApplicationKind } from '@khapdee/domain/application/status'
import { actionWords, headings } from '@khapdee/domain/words'
import { call } from '../api/client.ts'
import { readPreferences } from '../session/preferences.ts'
import { alerts, showError } from './alerts.ts'

/**
 * Prints a PDF as the user prefers: in a new tab, or at once. Call it synchronously in the press handler, or the browser blocks the
 * tab. A failure raises an alert.
 * @param fetchLink requests the link of the document from the server
 */
export async function printPdf(fetchLink: () => Promise<{ data: { pdf: string } }>): Promise<void> {
  const output = openPdfOutput()
  try {
    const { data } = await fetchLink()
    if (await output.show(data.pdf)) return
    const action = { label: actionWords.openPdf, href: data.pdf }
    alerts.warning(output.failure, action)
  } catch (error) {
    output.close()
    showError(error)
  }
}

/** The place of a document whose link is not known yet. */
interface PdfOutput {
  /** Resolves to false when the document could not be shown, for the reason in `failure`. */
  show: (link: string) => Promise<boolean>
  failure: string
  /** For a document that could not be created. */
  close: () => void
}

/** The output that the user prefers. Call it synchronously in a press handler: browsers block a tab opened later. */
export const openPdfOutput = (): PdfOutput =>
  readPreferences().printsAtOnce ? printFrame : openPdfTab()

function openPdfTab(): PdfOutput {
  const tab = window.open('', '_blank')
  if (tab !== null) {
    tab.opener = null
    tab.document.title = 'ไฟล์ PDF'
    tab.document.body.textContent = headings.loading
  }
  return {
    async show(link) {
      if (tab === null || tab.closed) return false
      tab.location.replace(new URL(link, window.location.href).href)
      return true
    },
    failure: 'เบราว์เซอร์ปิดกั้นหน้าต่างใหม่ กรุณาอนุญาต',
    close: () => tab?.close(),
  }
}

/**
 * Id of the hidden frame. It stays until the next document, because browsers do not report when a
 * PDF has been printed.
 */
const frameId = 'print-frame'

function closeFrame(): void {
  const frame = document.getElementById(frameId)
  if (!(frame instanceof HTMLIFrameElement)) return
  URL.revokeObjectURL(frame.src)
  frame.remove()
}

/** Opens the print dialog of the browser for the document; a browser with `--kiosk-printing` prints without a dialog. */
const printFrame: PdfOutput = {
  async show(link) {
    const answer = await fetch(link).catch(() => null)
    if (answer === null || !answer.ok) return false
    const url = URL.createObjectURL(await answer.blob())
    closeFrame()
    const frame = document.createElement('iframe')
    frame.id = frameId
    frame.ariaHidden = 'true'
    frame.tabIndex = -1
    // Firefox prints nothing of a frame with `display: none`.
    frame.style.cssText =
      'position:fixed;inset:auto 0 0 auto;width:1px;height:1px;border:0;opacity:0'
    frame.addEventListener('load', () => frame.contentWindow?.print())
    frame.src = url
    document.body.append(frame)
    return true
  },
  failure: 'พิมพ์เอกสารไม่สำเร็จ กรุณาเปิดไฟล์แล้วพิมพ์อีกครั้ง',
  close: () => undefined,
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
