/**
 * Writes an Excel workbook (Office Open XML, ECMA-376) of one table as a stream, so that its
 * length is unlimited. No cell is a formula.
 */

import { type Satang, satangToBaht } from '@khapdee/domain/money'
import { type Day, day, daysBetween, formatDay } from '@khapdee/domain/thai-date'
import { workbookParts, sheetName, sheetPart } from './workbook-parts.ts'
import { type ZipEntry, zip } from './zip.ts'

/** A text, an integer, an amount, written as a number in baht with two decimals, or a day, shown with its Buddhist year. */
export type Cell = string | number | { satang: Satang } | { day: Day }

export interface Table {
  /** Name of the sheet, and its first line. */
  title: string
  /** Lines between title and table, such as the filter. */
  notes: readonly string[]
  columns: readonly { title: string; width: number }[]
  /** Blocks of rows; each row has a cell for every column. */
  rows: AsyncIterable<readonly (readonly Cell[])[]>
  /** The cells of the last row; called after all others are written. */
  sums: () => readonly Cell[]
}

/** Rows per sheet; Excel allows 1,048,576. */
const maxRows = 1_000_000

/** Rows per string: strings above about 100 kB stay in memory until a full garbage collection. */
const rowsPerChunk = 50

/** Numbers of the styles in `workbook-parts.ts`. */
const style = {
  text: 0,
  title: 1,
  head: 2,
  money: 3,
  sum: 4,
  sumMoney: 5,
  quoted: 6,
  textFormat: 7,
  day: 8,
} as const

/** The bytes of a workbook of one table. @param rowsPerSheet a smaller number in tests */
export function workbook(table: Table, rowsPerSheet = maxRows): AsyncGenerator<Buffer> {
  return zip(entries(table, rowsPerSheet))
}

async function* entries(table: Table, rowsPerSheet: number): AsyncGenerator<ZipEntry> {
  const source = table.rows[Symbol.asyncIterator]()
  let sheets = 0
  let isDone = false
  /** The blocks of the next sheet, which ends when it is full; blocks are never split. */
  async function* blocks() {
    for (let rows = 0; rows < rowsPerSheet;) {
      const next = await source.next()
      if (next.done === true) {
        isDone = true
        return
      }
      rows += next.value.length
      yield next.value
    }
  }
  try {
    while (!isDone) {
      const isLast = () => isDone
      yield { name: sheetPart(++sheets), content: sheet(table, blocks(), isLast) }
    }
  } finally {
    await source.return?.()
  }
  const names = Array.from({ length: sheets }, (_, i) => sheetName(table.title, i + 1))
  for (const [name, content] of workbookParts(names)) yield { name, content: [content] }
}

async function* sheet(
  { title, notes, columns, sums }: Table,
  blocks: AsyncIterable<readonly (readonly Cell[])[]>,
  isLast: () => boolean,
): AsyncGenerator<string> {
  const headerLine = notes.length + 3
  yield sheetStart(headerLine, columns)
  yield row(1, [title], () => style.title)
  yield notes.map((note, i) => row(i + 2, [note])).join('')
  yield row(
    headerLine,
    columns.map((column) => column.title),
    () => style.head,
  )
  let number = headerLine
  for await (const rows of blocks) {
    for (let start = 0; start < rows.length; start += rowsPerChunk) {
      const chunk = rows.slice(start, start + rowsPerChunk)
      yield chunk.map((cells) => row(++number, cells)).join('')
    }
  }
  if (isLast()) yield row(++number, sums(), (cell) => (isMoney(cell) ? style.sumMoney : style.sum))
  yield sheetEnd
}

/** A sheet to be filled in, such as an import template: headers and existing rows. */
export interface Form {
  title: string
  /** Excel does not convert values typed into a text column. */
  columns: readonly { title: string; width: number; isText: boolean }[]
  rows: readonly (readonly Cell[])[]
}

/** The bytes of a workbook of sheets to be filled in. */
export function formWorkbook(forms: readonly Form[]): AsyncGenerator<Buffer> {
  async function* files(): AsyncGenerator<ZipEntry> {
    for (const [i, form] of forms.entries())
      yield { name: sheetPart(i + 1), content: formSheet(form) }
    const names = forms.map(({ title }) => sheetName(title, 1))
    for (const [name, content] of workbookParts(names)) yield { name, content: [content] }
  }
  return zip(files())
}

function* formSheet({ columns, rows }: Form): Generator<string> {
  const styled = columns.map((column) => ({
    ...column,
    ...(column.isText && { style: style.textFormat }),
  }))
  yield sheetStart(1, styled)
  yield row(
    1,
    columns.map(({ title }) => title),
    () => style.head,
  )
  const styleOf = (cell: Cell, i: number) => styled[i]?.style ?? plainStyle(cell)
  for (const [i, cells] of rows.entries()) yield row(i + 2, cells, styleOf)
  yield sheetEnd
}

/** @param headerLine number of the header line; it and the lines above stay visible when scrolling */
function sheetStart(
  headerLine: number,
  columns: readonly { width: number; style?: number }[],
): string {
  const widths = columns.map(
    ({ width, style: columnStyle }, i) =>
      `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"${columnStyle === undefined ? '' : ` style="${columnStyle}"`}/>`,
  )
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${headerLine}" topLeftCell="A${headerLine + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
}

const sheetEnd = '</sheetData></worksheet>'

export const isMoney = (cell: Cell): cell is { satang: Satang } =>
  typeof cell === 'object' && 'satang' in cell

/** The style of a cell; a text that begins like a formula gets one that keeps it a text when edited. */
const plainStyle = (cell: Cell): number => {
  if (isMoney(cell)) return style.money
  if (typeof cell === 'object') return style.day
  return typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? style.quoted : style.text
}

const row = (
  number: number,
  cells: readonly Cell[],
  styleOf: (cell: Cell, column: number) => number = plainStyle,
): string =>
  `<row r="${number}">${cells.map((cell, i) => xmlCell(`${columnLetters(i)}${number}`, cell, styleOf(cell, i))).join('')}</row>`

/** Days are stored as their number since this one. */
const firstDay = day('1899-12-30')
/** Spreadsheet programs count a 29 February 1900, so days before this one are texts. */
const firstNumberedDay = day('1900-03-01')

/** @param reference such as `A1` */
function xmlCell(reference: string, cell: Cell, styleNumber: number): string {
  const start = `<c r="${reference}" s="${styleNumber}"`
  if (isMoney(cell)) return `${start}><v>${satangToBaht(cell.satang)}</v></c>`
  if (typeof cell === 'object')
    return cell.day < firstNumberedDay
      ? xmlCell(reference, formatDay(cell.day), styleNumber)
      : `${start}><v>${daysBetween(firstDay, cell.day)}</v></c>`
  if (typeof cell === 'number') return `${start}><v>${cell}</v></c>`
  if (cell === '') return `${start}/>`
  return `${start} t="inlineStr"><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`
}

/** The letters of a column: A for index 0, AA for 26. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Drops characters that XML 1.0 forbids; escapes texts like `_x000D_`, which Excel would decode. */
function escapeText(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/_(?=x[\da-fA-F]{4}_)/g, '_x005F_')
    .replaceAll('\r', '_x000D_')
    .replaceAll(/[&<>]/g, (char) => entities[char] ?? '')
}
