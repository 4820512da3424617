/** Printing what was issued: asks for a document's link and opens it in a new tab. */
import { application } from '@khapdee/contract/entities/application'
import type { InputOf } from '@khapdee/contract/endpoint'
import { call } from '../../api/client.ts'
import { alerts } from '../../app/alerts.ts'
import { tellFailure } from '../../app/tell-failure.ts'
import { openPdfTab } from './open-pdf.ts'

/** To call in the press itself. Failures are told by the alert. */
async function print(ask: () => Promise<{ data: { pdf: string } }>): Promise<void> {
  const tab = openPdfTab()
  try {
    const { data } = await ask()
    if (tab.show(data.pdf)) return
    const action = { label: 'เปิดไฟล์ PDF', href: data.pdf }
    alerts.warning('เบราว์เซอร์ปิดกั้นหน้าต่างใหม่ กรุณาอนุญาต', action)
  } catch (error) {
    tab.close()
    tellFailure(error)
  }
}

export const printForm = (application_id: number): Promise<void> =>
  print(() => call(application.pdf, { application_id }))

/** One receipt, or all receipts of an application; a second print is marked as a copy. */
export const printReceipts = (of: InputOf<typeof application.pdfpayment>): Promise<void> =>
  print(() => call(application.pdfpayment, of))
