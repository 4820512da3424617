/** Times of a day in Bangkok as `HH:MM`, from 00:00 to 23:59. Their order as texts is their order in time. */
import { arabicDigits } from './thai-text.ts'

/** `HH:MM` */
export type TimeOfDay = string

export const isTimeOfDay = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** `HH:MM` from a typed time such as `9`, `930`, `9.30` or `๙:๓๐ น.`; null for other texts. */
export function parseTime(text: string): TimeOfDay | null {
  const typed = arabicDigits(text)
    .replace(/\s*น\.?\s*$/, '')
    .trim()
  const match = /^(\d{1,2})(?:\s?[:.]\s?(\d{2}))?$/.exec(typed) ?? /^(\d{1,2})(\d{2})$/.exec(typed)
  const [, hours = '', minutes = '00'] = match ?? []
  const time = `${hours.padStart(2, '0')}:${minutes}`
  return match !== null && isTimeOfDay(time) ? time : null
}

/** `09:00–16:30 น.` */
export const formatTimeSpan = (start: TimeOfDay, end: TimeOfDay): string => `${start}–${end} น.`
