import { alerts } from './alerts.ts'

export const linkCopied = 'คัดลอกลิงก์แล้ว'

/**
 * Copies a text to the clipboard and shows a confirmation; the browser may deny it, and has no
 * clipboard over plain http.
 * @returns whether it was copied
 */
export async function copyText(text: string, done: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    alerts.success(done)
    return true
  } catch {
    alerts.warning('คัดลอกไม่ได้ กรุณาเลือกข้อความแล้วคัดลอกเอง')
    return false
  }
}
