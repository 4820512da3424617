/** The current day, for screens that stay open over midnight. */
import { addDays, type Day, instantInBangkok, todayInBangkok } from '@khapdee/domain/thai-date'
import { useSyncExternalStore } from 'react'

/** Today in Bangkok; a screen that stays open over midnight changes to the new day. */
export const useToday = (): Day =>
  useSyncExternalStore(subscribeToDays, () => todayInBangkok(new Date()))

const minuteMs = 60_000

/**
 * Calls a function at midnight in Bangkok, and whenever the day may have changed without a timer.
 * @returns a function that stops it
 */
function subscribeToDays(listener: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    const now = new Date()
    const midnight = Date.parse(instantInBangkok(addDays(todayInBangkok(now), 1), '00:00'))
    // At most a minute, because timers do not run while the computer sleeps.
    timer = setTimeout(next, Math.min(midnight - now.getTime(), minuteMs))
  }
  const next = () => {
    listener()
    wait()
  }
  wait()
  document.addEventListener('visibilitychange', listener)
  window.addEventListener('focus', listener)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', listener)
    window.removeEventListener('focus', listener)
  }
}
