/** Times of the day as people type them. */
import { arabicDigits } from './thai-text.ts'

/** `HH:MM` from a typed time such as `9`, `930`, `9.30` or `๙:๓๐ น.`; null for other texts. */
export function parseTime(text: string): string | null {
  const typed = arabicDigits(text)
    .replace(/\s*น\.?\s*$/, '')
    .trim()
  const match = /^(\d{1,2})(?:\s?[:.]\s?(\d{2}))?$/.exec(typed) ?? /^(\d{1,2})(\d{2})$/.exec(typed)
  const [, hours = '', minutes = '00'] = match ?? []
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) return null
  return `${hours.padStart(2, '0')}:${minutes}`
}
