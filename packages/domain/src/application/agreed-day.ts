/** The agreed day (`due_date`) of the next payment. Source: product specification, sections 4b and 4c. */
import { type Day, addDays } from '../thai-date.ts'
import type { Tone } from '../tone.ts'
import { actionWords } from '../words.ts'

/** The state of a balance by its agreed day, in the order of urgency. */
export const agreedDayStates = {
  late: { label: 'เลยนัด', tone: 'danger' },
  today: { label: 'นัดวันนี้', tone: 'warn' },
  upcoming: { label: 'ยังไม่ถึงนัด', tone: 'info' },
  no_day: { label: 'ไม่มีนัด', tone: 'muted' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type AgreedDayState = keyof typeof agreedDayStates

/** The occasions on which a day is agreed or a balance is followed up. */
export const followUpSources = {
  registration: { label: actionWords.register },
  payment: { label: actionWords.payBalance },
  follow_up: { label: 'ติดตาม' },
} as const

export type FollowUpSource = keyof typeof followUpSources

/** The state of a balance on `today`; `due` is its agreed day, or null. */
export function agreedDayState(due: Day | null, today: Day): AgreedDayState {
  if (due === null) return 'no_day'
  if (due === today) return 'today'
  return due < today ? 'late' : 'upcoming'
}

/** The first and the last day that may be agreed on `today`. @param maxDays the setting of the school */
export const agreedDayRange = (today: Day, maxDays: number): readonly [first: Day, last: Day] => [
  today,
  addDays(today, maxDays),
]

/** The answers of customers that the follow-up dialog offers: one per line of the setting `follow_up_presets`. */
export const followUpPresets = (setting: string): string[] =>
  setting
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
