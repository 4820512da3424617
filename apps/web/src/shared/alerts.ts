/**
 * The alert of the screen: one at a time, raised after every command. Source: product
 * specification, section 11.
 */
import { type ApiError, asApiError, isServerUnavailable } from '../api/api-error.ts'
import { memoryStore, useStore } from '../session/store.ts'

/** The button of an alert: a link opened in a new tab (`href`), or a callback. */
export type AlertAction = { label: string; href: string } | { label: string; onAction: () => void }

export interface AlertState {
  active: boolean
  message: string
  err: boolean
  /** Neither success nor failure: the user should check something. */
  warning: boolean
  action: AlertAction | null
}

const noAlert: AlertState = { active: false, message: '', err: false, warning: false, action: null }
const store = memoryStore(noAlert)

/**
 * An alert that was raised before, without its action, because the effect of the action may have
 * changed since.
 */
export interface PastAlert extends Pick<AlertState, 'message' | 'err' | 'warning'> {
  id: number
  at: Date
}

/** Number of past alerts that are kept. */
const maxPast = 20
const pastStore = memoryStore<readonly PastAlert[]>([])
let lastId = 0

/** A success or warning stays for one navigation, because saving a form opens another screen. */
let survivesNavigation = false

function raise(state: Partial<AlertState> & { message: string }): void {
  survivesNavigation = state.err !== true
  const alert = { ...noAlert, ...state, active: true }
  store.set(alert)
  const { message, err, warning } = alert
  const past = { id: ++lastId, at: new Date(), message, err, warning }
  pastStore.set([past, ...pastStore.get()].slice(0, maxPast))
}

/** Raises and clears the alert; a new alert replaces the current one. */
export const alerts = {
  success: (message: string, action: AlertAction | null = null) => raise({ message, action }),
  error: (message: string, action: AlertAction | null = null) =>
    raise({ message, err: true, action }),
  warning: (message: string, action: AlertAction | null = null) =>
    raise({ message, warning: true, action }),
  /** Clears the alert: on dismissal, and when a new form starts. */
  reset: () => store.set(noAlert),
  /** Clears the alert and the past ones, when another user signs in. */
  forget(): void {
    store.set(noAlert)
    pastStore.set([])
  },
  /** Call it on every navigation: an error is cleared by the first, other alerts by the second. */
  handleNavigation(): void {
    if (!survivesNavigation) store.set(noAlert)
    survivesNavigation = false
  },
}

export const useAlert = (): AlertState => useStore(store)

/** The last alerts of the user in this tab, newest first. */
export const usePastAlerts = (): readonly PastAlert[] => useStore(pastStore)

/** The alert text for a failed command; null when another part of the screen shows the reason. */
export function failureText(error: ApiError): string | null {
  // The sign-in screen shows that the session ended.
  if (error.status === 401) return null
  // The connection notice gives the reason; the alert gives the consequence for this command.
  if (error.retryMayDuplicate) return 'ไม่ทราบว่าทำรายการสำเร็จหรือไม่ กรุณาตรวจสอบก่อนทำรายการอีกครั้ง'
  if (isServerUnavailable(error)) return 'ทำรายการไม่สำเร็จ กรุณาลองใหม่อีกครั้งเมื่อเชื่อมต่อระบบได้'
  return error.message
}

/** Raises the alert of a command that failed. */
export function showError(cause: unknown): void {
  const text = failureText(asApiError(cause))
  if (text !== null) alerts.error(text)
}
