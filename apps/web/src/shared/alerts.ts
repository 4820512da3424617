/**
 * The alert of the screen: one at a time, raised after every command. Source: product
 * specification, section 11.
 */
import { type ApiError, asApiError, isServerAway } from '../api/api-error.ts'
import { memoryStore, useStore } from '../session/store.ts'

/** Goes on from an alert: to a document (`href`, new tab) or by doing something. */
export type AlertAction = { label: string; href: string } | { label: string; onAction: () => void }

export interface AlertState {
  active: boolean
  message: string
  err: boolean
  /** Neither success nor failure: something to look at. */
  warning: boolean
  action: AlertAction | null
}

const none: AlertState = { active: false, message: '', err: false, warning: false, action: null }
const store = memoryStore(none)
/** A success is still to be read on the screen that the saved form leads to. */
let outlivesNextPage = false

function raise(state: Partial<AlertState> & { message: string }): void {
  outlivesNextPage = state.err !== true
  store.set({ ...none, ...state, active: true })
}

export const alerts = {
  success: (message: string, action: AlertAction | null = null) => raise({ message, action }),
  error: (message: string, action: AlertAction | null = null) =>
    raise({ message, err: true, action }),
  warning: (message: string, action: AlertAction | null = null) =>
    raise({ message, warning: true, action }),
  /** Dismissing, and starting a new form. */
  reset: () => store.set(none),
  /** Another page came: errors of the former one go, a success goes with the page after it. */
  pageChanged(): void {
    if (!outlivesNextPage) store.set(none)
    outlivesNextPage = false
  },
}

export const useAlert = (): AlertState => useStore(store)

/** Message of a failed command; null where another part of the screen shows it. */
export function failureText(error: ApiError): string | null {
  // A lost session speaks for itself on the sign-in screen.
  if (error.status === 401) return null
  // The connection notice gives the reason, but not the consequence for this command.
  if (error.mayBeDone) return 'ไม่ทราบว่าทำรายการสำเร็จหรือไม่ กรุณาตรวจสอบก่อนทำรายการอีกครั้ง'
  if (isServerAway(error)) return 'ทำรายการไม่สำเร็จ กรุณาลองใหม่อีกครั้งเมื่อเชื่อมต่อระบบได้'
  return error.message
}

/** Raises the alert of a command that failed. */
export function showError(cause: unknown): void {
  const text = failureText(asApiError(cause))
  if (text !== null) alerts.error(text)
}
