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
