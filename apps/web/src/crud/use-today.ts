import { type Day, todayInBangkok } from '@khapdee/domain/thai-date'
import { useSyncExternalStore } from 'react'

/** The day it is in Bangkok, also when a screen is come back to after a night. */
export const useToday = (): Day => useSyncExternalStore(onReturn, () => todayInBangkok(new Date()))

function onReturn(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
