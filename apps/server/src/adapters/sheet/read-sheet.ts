/** Reads the first sheet of an XLSX or CSV file; the format is detected by content, not by name. */

import { archiveProblem } from './check-archive.ts'
import { decodeText, readCsv } from './read-csv.ts'
import {
  type SheetResult,
  type SheetCell,
  type SheetRow,
  maxSheetColumns,
  maxSheetRows,
} from './sheet.ts'

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, i) => bytes[i] === byte)

const zipSignature = [0x50, 0x4b]
/** Header of OLE compound files: Excel before 2007, and workbooks with a password. */
const compoundFileSignature = [0xd0, 0xcf, 0x11, 0xe0]

/** Additional rows allowed for text above the table, such as a title. */
const maxRowsAboveTable = 20

/** Maximum number of rows including blank ones; a file with more is refused. */
const withBlanks = (maxRows: number) => 4 * maxRows

/**
 * Reads a file; for invalid content returns a problem instead of throwing.
 * @param maxRows maximum number of filled rows below the header
 */
export async function readSheet(
  file: Uint8Array,
  maxRows: number = maxSheetRows,
): Promise<SheetResult> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
  if (startsWith(bytes, compoundFileSignature)) return { problem: 'old-excel' }
  if (startsWith(bytes, zipSignature)) {
    const problem = archiveProblem(bytes)
    if (problem !== null) return { problem }
    return rowsOf(() => readXlsx(bytes), maxRows)
  }
  const text = decodeText(bytes)
  if (/\0/.test(text) || /^\s*(<|%PDF|\{)/.test(text)) return { problem: 'unknown' }
  return rowsOf(() => readCsv(text, withBlanks(maxRows) + 1), maxRows)
}

async function readXlsx(bytes: Buffer): Promise<SheetCell[][]> {
  const { readSheet: read } = await import('read-excel-file/universal')
  // The library's types have `typeof Date` in place of `Date`.
  return (await read(new Blob([new Uint8Array(bytes)]))) as unknown as SheetCell[][]
}

async function rowsOf(
  read: () => SheetCell[][] | Promise<SheetCell[][]>,
  maxRows: number,
): Promise<SheetResult> {
  let table: SheetCell[][]
  try {
    table = await read()
  } catch {
    return { problem: 'damaged' }
  }
  const rows = table.flatMap((cells, i): SheetRow[] =>
    cells.some(isFilled) ? [{ line: i + 1, cells: withoutTrailingBlanks(cells) }] : [],
  )
  if (rows.length > maxRows + maxRowsAboveTable || table.length > withBlanks(maxRows))
    return { problem: 'too-many-rows' }
  if (rows.length === 0) return { problem: 'empty' }
  if (rows.some(({ cells }) => cells.length > maxSheetColumns)) {
    return { problem: 'too-many-columns' }
  }
  return { rows }
}

const isFilled = (cell: SheetCell): boolean =>
  typeof cell === 'string' ? cell.trim() !== '' : cell !== null

/** A row without trailing empty cells. */
const withoutTrailingBlanks = (cells: SheetCell[]): SheetCell[] =>
  cells.slice(0, cells.findLastIndex(isFilled) + 1)
