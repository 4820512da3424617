/**
 * Calendar days and the Buddhist Era. A day is a string in the Common Era (CE); Buddhist years
 * (BE = CE + 543) occur only in parsed and formatted texts of this module.
 */

import { arabicDigits } from './thai-text.ts'

/** A real calendar day, `YYYY-MM-DD`, CE. Days compare and sort as text. */
export type Day = string & { readonly __format: 'day' }

export const thaiMonths = [
  'มกราคม',
  'กุมภาพันธ์',
  'มีนาคม',
  'เมษายน',
  'พฤษภาคม',
  'มิถุนายน',
  'กรกฎาคม',
  'สิงหาคม',
  'กันยายน',
  'ตุลาคม',
  'พฤศจิกายน',
  'ธันวาคม',
] as const

export const thaiMonthsShort = [
  'ม.ค.',
  'ก.พ.',
  'มี.ค.',
  'เม.ย.',
  'พ.ค.',
  'มิ.ย.',
  'ก.ค.',
  'ส.ค.',
  'ก.ย.',
  'ต.ค.',
  'พ.ย.',
  'ธ.ค.',
] as const

/** From Monday. */
export const thaiWeekdaysShort = ['จ.', 'อ.', 'พ.', 'พฤ.', 'ศ.', 'ส.', 'อา.'] as const

/**
 * The first and the last day that a form or a call accepts. Other days are typing errors, such as a
 * Buddhist year given as CE.
 */
export const firstEnteredDay = '1900-01-01' as Day
export const lastEnteredDay = '2100-12-31' as Day

const eraOffset = 543

/** `2569` for the year 2026 CE. */
export const formatYear = (year: number): string => String(year + eraOffset)
const millisecondsPerDay = 86_400_000
/** Milliseconds. Thailand has used UTC+7 without daylight saving time since 1920. */
const bangkokOffset = 7 * 3_600_000

/** The number of days of a month, 1 to 12, of a CE year. */
export function monthLength(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** The day with this CE year, month and day, or null if it does not exist. */
function dayOf(year: number, month: number, date: number): Day | null {
  if (year < 1000 || year > 9999 || month < 1 || month > 12) return null
  if (date < 1 || date > monthLength(year, month)) return null
  return `${year}-${twoDigits(month)}-${twoDigits(date)}` as Day
}

function twoDigits(n: number): string {
  return String(n).padStart(2, '0')
}

function partsOf(day: Day): { year: number; month: number; date: number } {
  return {
    year: Number(day.slice(0, 4)),
    month: Number(day.slice(5, 7)),
    date: Number(day.slice(8, 10)),
  }
}

/** Whether `text` is an existing day written `YYYY-MM-DD`, CE. */
export function isDay(text: string): text is Day {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  return match !== null && dayOf(Number(match[1]), Number(match[2]), Number(match[3])) !== null
}

/** @throws RangeError unless `text` is an existing day written `YYYY-MM-DD`, CE. */
export function day(text: string): Day {
  if (!isDay(text)) throw new RangeError(`not a day: ${text}`)
  return text
}

const complete = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/
const separated = /^(\d{1,2})\s?[/.\s-]\s?(\d{1,2})\s?[/.\s-]\s?(\d{4}|\d{2})$/
const compact = /^(\d{2})(\d{2})(\d{4}|\d{2})$/
const named = /^(\d{1,2})\s?([ก-์.]+?)\s?(?:พ\.?ศ\.?\s?)?(\d{4}|\d{2})$/

/**
 * Parses a typed date, day first, or returns null. A day that does not exist is rejected, not clamped.
 * Years 2400–2643 are BE, 1900–2100 CE, two digits are 25yy BE. Thai digits are accepted.
 *
 * `strict` accepts only a complete d/m/yyyy, for input in progress. `lenient` is for finished input
 * (blur, Enter, paste) and also accepts `21112540`, `21/11/40`, `21 พ.ย. 2540`.
 */
export function parseThaiDate(text: string, mode: 'strict' | 'lenient'): Day | null {
  const typed = arabicDigits(text).trim().replace(/\s+/g, ' ')
  const match =
    mode === 'strict'
      ? complete.exec(typed)
      : (separated.exec(typed) ?? compact.exec(typed) ?? named.exec(typed))
  if (!match) return null
  const [, date = '', month = '', year = ''] = match
  const ceYear = commonEraYear(year)
  return ceYear === null ? null : dayOf(ceYear, monthNumber(month), Number(date))
}

function commonEraYear(typed: string): number | null {
  const year = Number(typed) + (typed.length === 2 ? 2500 : 0)
  if (year >= 2400 && year <= 2100 + eraOffset) return year - eraOffset
  return year >= 1900 && year <= 2100 ? year : null
}

/** 1–12 from digits or a Thai month name, full or short, dots optional; 0 if unknown. */
function monthNumber(typed: string): number {
  if (/^\d/.test(typed)) return Number(typed)
  const name = typed.replaceAll('.', '')
  const isName = (month: string) => month.replaceAll('.', '') === name
  return thaiMonths.findIndex(isName) + 1 || thaiMonthsShort.findIndex(isName) + 1
}

/** `21/11/2569` */
export function formatDay(value: Day): string {
  return `${value.slice(8, 10)}/${value.slice(5, 7)}/${partsOf(value).year + eraOffset}`
}

/** `21 พ.ย. 2569` */
export function formatDayShort(value: Day): string {
  const { year, month, date } = partsOf(value)
  return `${date} ${thaiMonthsShort[month - 1]} ${year + eraOffset}`
}

/** `21 พฤศจิกายน 2569` */
export function formatDayLong(value: Day): string {
  const { year, month, date } = partsOf(value)
  return `${date} ${thaiMonths[month - 1]} ${year + eraOffset}`
}

/** `1 – 30 พ.ย. 2569`, `28 ต.ค. – 3 พ.ย. 2569`, or both days in full; one day if they are equal. */
export function formatDayRange(first: Day, last: Day): string {
  const from = partsOf(first)
  const to = partsOf(last)
  const end = formatDayShort(last)
  if (first === last) return end
  if (from.year !== to.year) return `${formatDayShort(first)} – ${end}`
  if (from.month !== to.month) return `${from.date} ${thaiMonthsShort[from.month - 1]} – ${end}`
  return `${from.date} – ${end}`
}

/** Local time in Bangkok as `YYYY-MM-DDTHH:MM:SS.sssZ`. */
function bangkokClock(instant: string | Date): string {
  return new Date(new Date(instant).getTime() + bangkokOffset).toISOString()
}

/** The day in Bangkok at the instant `now`. */
export function todayInBangkok(now: Date): Day {
  return day(bangkokClock(now).slice(0, 10))
}

/** `08:26 น.` in Bangkok, from a Date or an ISO 8601 text. @throws RangeError for other texts. */
export function formatTime(instant: string | Date): string {
  return `${timeInBangkok(instant)} น.`
}

/** The time in Bangkok at an instant, as typed: `08:26`. @throws RangeError as {@link formatTime}. */
export const timeInBangkok = (instant: string | Date): string => bangkokClock(instant).slice(11, 16)

/** The instant of a time `HH:MM` in Bangkok on a day, ISO 8601. */
export const instantInBangkok = (value: Day, time: string): string =>
  new Date(Date.parse(`${value}T${time}:00Z`) - bangkokOffset).toISOString()

/** The weekday: 1 for Monday to 7 for Sunday. */
export const weekdayOf = (value: Day): number => new Date(value).getUTCDay() || 7

/** `21/11/2569 08:26 น.` in Bangkok. @throws RangeError as {@link formatTime}. */
export function formatInstant(instant: string | Date): string {
  return `${formatDay(day(bangkokClock(instant).slice(0, 10)))} ${formatTime(instant)}`
}

/** The day `n` days after `start`; `n` may be negative. @throws RangeError outside the years 1000–9999. */
export function addDays(start: Day, n: number): Day {
  return day(new Date(Date.parse(start) + n * millisecondsPerDay).toISOString().slice(0, 10))
}

/** Number of days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return (Date.parse(to) - Date.parse(from)) / millisecondsPerDay
}

/**
 * Completed years of age on `today`; negative for a future birthday. A person born on 29 February
 * completes a year on 1 March of common years (Civil and Commercial Code s.193/5).
 */
export function ageOn(birthday: Day, today: Day): number {
  const years = partsOf(today).year - partsOf(birthday).year
  return today.slice(5) < birthday.slice(5) ? years - 1 : years
}

/** `6911`: year (two digits, BE) and month, as in document numbers. */
export function buddhistMonth(value: Day): string {
  return `${String(partsOf(value).year + eraOffset).slice(-2)}${value.slice(5, 7)}`
}

/** `พฤศจิกายน 2569` from a month `YYYY-MM` (CE). @throws RangeError for other texts. */
export function formatMonth(month: string): string {
  const parts = partsOf(day(`${month}-01`))
  return `${thaiMonths[parts.month - 1]} ${parts.year + eraOffset}`
}

/** The months from that of `start` to that of `end`, as `YYYY-MM`. */
export function monthsOf(start: Day, end: Day): string[] {
  const first = partsOf(start)
  const last = partsOf(end)
  const count = (last.year - first.year) * 12 + last.month - first.month + 1
  return Array.from({ length: Math.max(0, count) }, (_, i) => {
    const month = first.month - 1 + i
    return `${first.year + Math.floor(month / 12)}-${twoDigits((month % 12) + 1)}`
  })
}
