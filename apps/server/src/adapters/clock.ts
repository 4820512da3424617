/** The current time, passed in so that tests can set it. */
import { type Day, todayInBangkok } from '@khapdee/domain/thai-date'

export interface Clock {
  now(): Date
  /** Today in Asia/Bangkok. */
  today(): Day
}

export const systemClock: Clock = {
  now: () => new Date(),
  today: () => todayInBangkok(new Date()),
}

/** A clock stopped at the present time of `clock`, so that all rows of a call have the same time and day. */
export function stoppedClock(clock: Clock): Clock {
  const now = clock.now()
  return { now: () => new Date(now), today: () => todayInBangkok(now) }
}
