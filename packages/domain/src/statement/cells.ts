/** Cells of bank statements: days of both eras, times, and amounts as Thai banks write them. */
import { type Satang, satang } from '../money.ts'
import { type Day, addDays, day, daysBetween, isDay, parseThaiDate } from '../thai-date.ts'
import { arabicDigits, normalizeThai } from '../thai-text.ts'

/** A cell of a spreadsheet; a Date is in UTC, an empty cell is null. */
export type Cell = string | number | boolean | Date | null | undefined

const eraOffset = 543
const firstBuddhistYear = 2400
/** The difference between a two-digit year read as Buddhist and as Common Era: 25yy − 543 = 19yy − 43. */
const shortYearOffset = 43
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const textOf = (cell: Cell): string =>
  cell === null || cell === undefined || cell instanceof Date
    ? ''
    : arabicDigits(normalizeThai(String(cell)))

function dayOf(year: number, month: number, date: number): Day | null {
  const ce = year >= firstBuddhistYear ? year - eraOffset : year
  const text = `${ce}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
  return isDay(text) ? text : null
}

/** Chooses the era of a day with a two-digit year: the one in which the day is nearer to today. */
function nearer(buddhist: Day, today: Day): Day {
  const common = dayOf(
    Number(buddhist.slice(0, 4)) + shortYearOffset,
    Number(buddhist.slice(5, 7)),
    Number(buddhist.slice(8)),
  )
  if (common === null) return buddhist
  return Math.abs(daysBetween(common, today)) < Math.abs(daysBetween(buddhist, today))
    ? common
    : buddhist
}

/** Whether a number is a day of Excel between 1950 and 2643. */
const isSerial = (number: number) => number >= 18_264 && number < 271_800
const serialDay = (number: number): Day | null => {
  const date = addDays(day('1899-12-30'), Math.floor(number))
  return dayOf(Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8)))
}

/** A time at the end of a text with a day. */
const timeAtEnd = /[T\s,]+(\d{1,2})[:.](\d{2})(?:[:.]\d{2}(?:\.\d+)?)?(?:\s*น\.?|Z)?$/

function parseDay(typed: string, today: Day): Day | null {
  const [, year, month, date] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(typed) ?? []
  if (year !== undefined) return dayOf(Number(year), Number(month), Number(date))
  const [, dayText, name = '', yearText = ''] =
    /^(\d{1,2})[\s-]*([A-Za-z]{3,9})[\s-]*(\d{4}|\d{2})$/.exec(typed) ?? []
  const english = months.indexOf(name.slice(0, 3).toLowerCase()) + 1
  const text = english > 0 ? `${dayText}/${english}/${yearText}` : typed
  const read = parseThaiDate(text, 'lenient')
  if (read === null) {
    const [, y, m, d] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? []
    return y === undefined ? null : dayOf(Number(y), Number(m), Number(d))
  }
  return /\D\d{2}$|^\d{6}$/.test(text) ? nearer(read, today) : read
}

/**
 * The day of a cell; null for none.
 * @param today decides the era of a year of two digits
 */
export function dayOfCell(cell: Cell, today: Day): Day | null {
  if (cell instanceof Date)
    return Number.isNaN(cell.getTime())
      ? null
      : dayOf(cell.getUTCFullYear(), cell.getUTCMonth() + 1, cell.getUTCDate())
  if (typeof cell === 'number' && isSerial(cell)) return serialDay(cell)
  return parseDay(textOf(cell).replace(timeAtEnd, '').trim(), today)
}

const clock = (hours: number, minutes: number): string =>
  hours < 24 && minutes < 60
    ? `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
    : ''

/** The time of a cell as `HH:MM`; empty for none. Midnight of a cell with a day is none. */
export function timeOfCell(cell: Cell): string {
  if (cell instanceof Date) {
    const time = clock(cell.getUTCHours(), cell.getUTCMinutes())
    return time === '00:00' ? '' : time
  }
  if (typeof cell === 'number') {
    const minutes = Math.round((cell % 1) * 24 * 60)
    return minutes === 0 ? '' : clock(Math.floor(minutes / 60), minutes % 60)
  }
  const text = textOf(cell)
  const [, hours, minutes] = timeAtEnd.exec(` ${text}`) ?? []
  return hours === undefined ? '' : clock(Number(hours), Number(minutes))
}

/**
 * Maximum number of digits of an amount in satang; larger numbers of a statement are not amounts.
 */
const maxDigits = 13

/**
 * The amount of a cell in satang, with its sign: `1,234.50`, `-5`, `5-`, `(5)`, `5 DR`.
 * @returns null for an empty cell, undefined for a text that is not an amount
 */
export function amountOfCell(cell: Cell): Satang | null | undefined {
  if (typeof cell === 'number') {
    const value = Math.round(cell * 100)
    // Sums of a spreadsheet may be off by rounding errors, but not by parts of a satang.
    return Math.abs(value) < 10 ** maxDigits && Math.abs(cell * 100 - value) < 1e-3
      ? satang(value)
      : undefined
  }
  const text = textOf(cell).replaceAll(/[\s,฿+]|บาท|thb/gi, '')
  if (/^[-–—]?$/.test(text)) return cell instanceof Date ? undefined : null
  const [, open, before, whole, part = '', after, close] =
    /^(\()?([-–−])?(\d{1,11})(?:\.(\d{1,2})0*)?(-|dr|cr)?(\))?$/i.exec(text) ?? []
  if (whole === undefined || (open === undefined) !== (close === undefined)) return undefined
  const isNegative = open !== undefined || before !== undefined || /^(-|dr)$/i.test(after ?? '')
  const value = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return satang(isNegative && value !== 0 ? -value : value)
}

/** The text of a cell on one line. */
export function textOfCell(cell: Cell): string {
  if (typeof cell === 'number' && Number.isInteger(cell)) return BigInt(cell).toString()
  return textOf(cell).replaceAll(/\s+/g, ' ').trim()
}
