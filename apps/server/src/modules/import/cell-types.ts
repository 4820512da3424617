/**
 * Reads cells of a spreadsheet as Thai users and Excel write them: Buddhist years,
 * telephone numbers without their 0, ID numbers as numbers, amounts with commas and ฿.
 */
import { messages } from '@khapdee/contract/messages'
import { type Exam, allExams, examName, sortedExams } from '@khapdee/domain/exams'
import { maskIdCard, normalizeIdCard } from '@khapdee/domain/id-card'
import { examLicences } from '@khapdee/domain/licence-types'
import {
  type Satang,
  formatBaht,
  parseBaht,
  satangToBaht,
  withoutThousandsSeparators,
} from '@khapdee/domain/money'
import { formatPhone, isThaiPhone, normalizePhone } from '@khapdee/domain/phone'
import { type Day, addDays, day, formatDay, isDay, parseThaiDate } from '@khapdee/domain/thai-date'
import { arabicDigits, normalizeThai } from '@khapdee/domain/thai-text'
import { activeWords, headings, yesNoWords } from '@khapdee/domain/words'
import type { SheetCell } from '../../adapters/sheet/sheet.ts'
import type { Labels } from '../../kernel/crud.ts'

export type FilledCell = NonNullable<SheetCell>

/** Records that cells refer to by name. */
export interface References {
  branches: readonly { branch_id: number; code: string; name: string }[]
  roles: readonly { role_id: number; name: string }[]
}

export interface CellType {
  /** The cell's value in the wire format, or a Thai error message. */
  read(cell: FilledCell, references: References): { value: unknown } | { problem: string }
  /** A decoded value formatted for the preview and the template. */
  show(value: never, references: References): string
  /** Explains the format in the template, in Thai. */
  hint: string
  /** The wire value that `-` in a cell sets; without it the field cannot be cleared. */
  empty?: unknown
  /** The template formats the cell as text, so that Excel does not convert it to a number. */
  isText?: true
}

const problem = (text: string) => ({ problem: text })

/** The text that a user would type for the cell's value. */
export function cellText(cell: FilledCell): string {
  if (cell instanceof Date) return formatDay(dayOfInstant(cell) ?? day('1900-01-01'))
  if (typeof cell === 'number') {
    return Number.isInteger(cell) ? BigInt(cell).toString() : String(cell)
  }
  return String(cell)
}

const normalizedText = (cell: FilledCell) => normalizeThai(cellText(cell))
/** Makes texts comparable: without spaces and dots, in lower case. */
const comparable = (text: string) => normalizeThai(text).toLowerCase().replaceAll(/[\s.]/g, '')

/** An example of a cell with exams. */
export const examExample = 'ภาคทฤษฎี รถยนต์, ภาคปฏิบัติ รถยนต์'
const examsByName = new Map(allExams.map((exam) => [comparable(examName(exam)), exam]))

export const plainText: CellType = {
  read: (cell) => ({ value: cellText(cell) }),
  show: (value: string) => value,
  hint: 'ข้อความ',
  empty: '',
  isText: true,
}

export const money: CellType = {
  read(cell) {
    // Results of formulas may have rounding errors such as 0.0000001.
    if (typeof cell === 'number') return { value: Math.round(cell * 1e6) / 1e6 }
    const amount = parseBaht(cellText(cell).replaceAll(/฿|บาท|\.-/g, ''))
    return amount === null ? problem(messages.number) : { value: satangToBaht(amount) }
  },
  show: (value: Satang) => formatBaht(value),
  hint: 'จำนวนเงินเป็นบาท เช่น 5500 หรือ 5,500.00',
}

export const wholeNumber: CellType = {
  read(cell) {
    const text = withoutThousandsSeparators(normalizedText(cell))
    return /^\d+(\.0+)?$/.test(text) ? { value: Number(text) } : problem(messages.number)
  },
  show: (value: number | null) => (value === null ? '' : String(value)),
  hint: 'จำนวนเต็ม',
}

/** A number with decimals that is not an amount of money. */
export const decimal: CellType = {
  read: (cell) => money.read(cell, { branches: [], roles: [] }),
  show: (value: number) => String(value),
  hint: 'ตัวเลข ทศนิยมไม่เกิน 2 ตำแหน่ง',
}

/** A number that may be unknown. */
export const optionalNumber: CellType = { ...wholeNumber, empty: null }

const buddhistOffset = 543
/** Years from this one on are in the Buddhist Era. */
const firstBuddhistYear = 2400

/** A day from a year of either era and the rest of an ISO date, `-MM-DD`. */
function toCommonEra(year: number, rest: string): Day | null {
  const text = `${year >= firstBuddhistYear ? year - buddhistOffset : year}${rest}`
  return isDay(text) ? text : null
}

const dayOfInstant = (instant: Date): Day | null =>
  Number.isNaN(instant.getTime())
    ? null
    : toCommonEra(instant.getUTCFullYear(), instant.toISOString().slice(-20, -14))

/** Whether a number is a date serial of Excel between 1 January 1950 and the end of 2643. */
const isSerial = (number: number) => number >= 18_264 && number < 271_800

function readDay(cell: FilledCell): Day | null {
  if (cell instanceof Date) return dayOfInstant(cell)
  if (typeof cell === 'number' && isSerial(cell)) {
    const date = addDays(day('1899-12-30'), Math.floor(cell))
    return toCommonEra(Number(date.slice(0, 4)), date.slice(4))
  }
  const text = arabicDigits(normalizedText(cell))
  const [, year, month = '', dayOfMonth = ''] =
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:T|\s|$)/.exec(text) ?? []
  if (year === undefined) return parseThaiDate(text, 'lenient')
  return toCommonEra(Number(year), `-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`)
}

export const dayCell: CellType = {
  read(cell) {
    const value = readDay(cell)
    return value === null ? problem(messages.date) : { value }
  },
  show: (value: Day | null) => (value === null ? '' : formatDay(value)),
  hint: 'วันที่ พ.ศ. เช่น 01/02/2569 หรือ 1 ก.พ. 69',
  empty: null,
  isText: true,
}

/** Whether a text cell has the form `1.1017E+12`, of which the lost digits cannot be restored. */
const isScientific = (cell: FilledCell) => /^\d(\.\d+)?E\+\d+$/i.test(String(cell))
const lostDigits = problem('Excel ย่อเลขนี้จนหลักหายไป กรุณาตั้งรูปแบบเซลล์เป็นข้อความแล้วกรอกใหม่')

/** An identifier made of digits: ID card, bank account, postcode, telephone. */
const digitCode = (normalize: (text: string) => string, show: (value: string) => string) =>
  ({
    read: (cell) =>
      typeof cell === 'string' && isScientific(cell)
        ? lostDigits
        : { value: normalize(cellText(cell)) },
    show,
    hint: 'ตัวเลข มีหรือไม่มีขีดก็ได้',
    empty: '',
    isText: true,
  }) satisfies CellType

export const idCard: CellType = digitCode(normalizeIdCard, maskIdCard)
export const bankAccount: CellType = digitCode(
  (text) => text,
  (value) => value,
)
export const postcode: CellType = {
  ...digitCode(
    (text) => arabicDigits(text).trim().padStart(5, '0'),
    (value) => value,
  ),
  hint: 'ตัวเลข 5 หลัก',
}
export const phone: CellType = {
  ...digitCode((text) => {
    const digits = normalizePhone(text)
    // Excel removes the leading 0 of a number.
    return !isThaiPhone(digits) && isThaiPhone(`0${digits}`) ? `0${digits}` : digits
  }, formatPhone),
  hint: 'เช่น 081-234-5678',
}

const [yesWord, noWord] = yesNoWords
const yes = new Set([
  yesWord,
  activeWords[0],
  'เปิด',
  'มี',
  'ถูก',
  'yes',
  'y',
  'true',
  '1',
  '✓',
  '✔',
  '/',
])
const no = new Set([
  noWord,
  activeWords[1],
  'ปิด',
  'ไม่มี',
  'ไม่',
  'no',
  'n',
  'false',
  '0',
  '✗',
  '✘',
  'x',
])

/** A boolean, written with these words. */
export const yesNo = (on: string = yesWord, off: string = noWord): CellType => ({
  read(cell) {
    const word = comparable(normalizedText(cell))
    if (yes.has(word)) return { value: true }
    return no.has(word) ? { value: false } : problem(`กรุณากรอก ${on} หรือ ${off}`)
  },
  show: (value: boolean) => (value ? on : off),
  hint: `${on} หรือ ${off}`,
})

/** A key of `labels`, written as its label or as the key. */
export function choice(labels: Labels): CellType {
  const entries = Object.entries(labels)
  const keys = new Map(
    entries.flatMap(([name, { label }]) => [
      [comparable(name), name],
      [comparable(label), name],
    ]),
  )
  const words = entries.map(([, { label }]) => label).join(', ')
  return {
    read(cell) {
      // Excel turns the bank code 004 into 4.
      const word = comparable(normalizedText(cell))
      const value = keys.get(word) ?? keys.get(word.padStart(3, '0'))
      return value === undefined ? problem(`กรุณากรอกอย่างใดอย่างหนึ่ง: ${words}`) : { value }
    },
    show: (value: string) => labels[value]?.label ?? '',
    hint: words,
  }
}

/** A choice that may be empty. */
export const optionalChoice = (labels: Labels): CellType => ({ ...choice(labels), empty: null })

/** Several keys of `labels`, separated by commas. */
export function choices(labels: Labels): CellType {
  const singleChoice = choice(labels)
  return {
    read(cell, references) {
      const words = cellText(cell)
        .split(/[,;/]|\s+และ\s+/)
        .filter((word) => word.trim() !== '')
      const read = words.map((word) =>
        singleChoice.read(word.trim().replace(/^วัน/, ''), references),
      )
      const wrong = read.find((result) => 'problem' in result)
      if (wrong !== undefined) return wrong
      const found = new Set(read.map((result) => 'value' in result && result.value))
      // In the order of `labels`, as the form sends them.
      return { value: Object.keys(labels).filter((name) => found.has(name)) }
    },
    show: (value: readonly string[]) => value.map((name) => labels[name]?.label ?? name).join(', '),
    hint: `${singleChoice.hint} คั่นด้วยจุลภาค`,
    empty: [],
  }
}

/** Exams, by kind and licence type, separated by commas. */
export const exams: CellType = {
  read(cell) {
    const read = cellText(cell)
      .split(/[,;\n]/)
      .filter((word) => word.trim() !== '')
      .map((word) => examsByName.get(comparable(word)))
    return read.includes(undefined)
      ? problem(`กรุณากรอกการสอบและประเภทใบอนุญาต เช่น ${examExample}`)
      : { value: sortedExams(read.filter((exam) => exam !== undefined)) }
  },
  show: (value: readonly Exam[]) => value.map(examName).join(', '),
  hint: `การสอบและประเภทใบอนุญาต คั่นด้วยจุลภาค: ${Object.values(examLicences)
    .map(({ label }) => label)
    .join(', ')}`,
  empty: [],
}

/** A branch visible to the user, by name or code. */
export const branch: CellType = {
  read(cell, { branches }) {
    const word = comparable(normalizedText(cell))
    const found = branches.filter(
      ({ name, code }) =>
        [name, code].some((text) => comparable(text) === word) ||
        comparable(name) === `สาขา${word}`,
    )
    const [first] = found
    if (first !== undefined && found.length === 1) return { value: first.branch_id }
    return problem('ไม่พบสาขานี้ กรุณากรอกชื่อหรือรหัสสาขาที่คุณดูแล')
  },
  show: (value: number | null, { branches }) =>
    branches.find(({ branch_id }) => branch_id === value)?.name ??
    (value === null ? headings.allBranches : ''),
  hint: 'ชื่อหรือรหัสสาขา',
}

/** A branch visible to the user, or all branches (null). */
export const branchOrAll: CellType = {
  ...branch,
  read: (cell, references) =>
    comparable(normalizedText(cell)) === headings.allBranches
      ? { value: null }
      : branch.read(cell, references),
  hint: `ชื่อหรือรหัสสาขา หรือ ${headings.allBranches}`,
  empty: null,
}

export const role: CellType = {
  read(cell, { roles }) {
    const found = roles.find(({ name }) => comparable(name) === comparable(normalizedText(cell)))
    return found === undefined ? problem('ไม่พบบทบาทนี้') : { value: found.role_id }
  },
  show: (value: number, { roles }) => roles.find(({ role_id }) => role_id === value)?.name ?? '',
  hint: 'ชื่อบทบาท',
}
