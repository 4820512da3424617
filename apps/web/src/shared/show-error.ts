import { type ApiError, asApiError, isServerAway } from '../api/api-error.ts'
import { alerts } from './alerts.ts'

/** What to say of a command that failed; null where something else on the screen tells it. */
export function failureText(error: ApiError): string | null {
  // A lost session speaks for itself on the sign-in screen.
  if (error.status === 401) return null
  // Why is told by the notice of the connection; what it means for this command is not.
  if (error.mayBeDone) return 'ไม่ทราบว่าทำรายการสำเร็จหรือไม่ กรุณาตรวจสอบก่อนทำรายการอีกครั้ง'
  if (isServerAway(error)) return 'ทำรายการไม่สำเร็จ กรุณาลองใหม่อีกครั้งเมื่อเชื่อมต่อระบบได้'
  return error.message
}

/** Raises the alert of a command that failed. */
export function showError(cause: unknown): void {
  const text = failureText(asApiError(cause))
  if (text !== null) alerts.error(text)
}
