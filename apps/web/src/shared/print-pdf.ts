/** Asks for a document's link and opens it in a new tab. */
import { alerts } from './alerts.ts'
import { openPdfTab } from './open-pdf.ts'
import { showError } from './show-error.ts'

/**
 * To call in the press itself. Failures are told by the alert.
 * @param ask gives the link
 */
export async function printPdf(ask: () => Promise<{ data: { pdf: string } }>): Promise<void> {
  const tab = openPdfTab()
  try {
    const { data } = await ask()
    if (tab.show(data.pdf)) return
    const action = { label: 'เปิดไฟล์ PDF', href: data.pdf }
    alerts.warning('เบราว์เซอร์ปิดกั้นหน้าต่างใหม่ กรุณาอนุญาต', action)
  } catch (error) {
    tab.close()
    showError(error)
  }
}
