import { asApiError, isServerAway } from '../api/api-error.ts'
import { alerts } from './alerts.ts'

/** Raises the alert of a command that failed, unless something else on the screen tells it. */
export function tellFailure(cause: unknown): void {
  const error = asApiError(cause)
  // A lost session speaks for itself on the sign-in screen.
  if (error.status === 401) return
  // Why is told by the notice of the connection; what it means for this command is not.
  if (isServerAway(error)) alerts.error('ทำรายการไม่สำเร็จ กรุณาลองใหม่อีกครั้งเมื่อเชื่อมต่อระบบได้')
  else alerts.error(error.message)
}
