/** Finds the header row of a spreadsheet and assigns its cells to columns. */
import { normalizeThai, truncate } from '@khapdee/domain/thai-text'
import { importKinds } from '@khapdee/domain/import'
import { units } from '@khapdee/domain/words'
import type { SheetProblem, SheetRow } from '../../adapters/sheet/sheet.ts'
import { maxSheetColumns } from '../../adapters/sheet/sheet.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import type { FilledCell } from './cell-types.ts'
import type { ImportColumn, ImportKindSpec } from './import-kind.ts'

/** The error 400 for a file that cannot be imported. */
const badFile = (message: string) =>
  new AppError('IMPORT_FILE', message, 400, { errors: [{ path: 'file', message }] })

const problems: Readonly<Record<SheetProblem, string>> = {
  empty: 'ไฟล์นี้ไม่มีข้อมูล',
  unknown: 'ไฟล์นี้ไม่ใช่ไฟล์ Excel (.xlsx) หรือ CSV',
  'old-excel': 'ไฟล์นี้เป็น Excel รุ่นเก่า (.xls) หรือมีรหัสผ่าน กรุณาบันทึกเป็น .xlsx ที่ไม่มีรหัสผ่านแล้วลองอีกครั้ง',
  macros: 'ไฟล์นี้มีมาโคร กรุณาบันทึกเป็น .xlsx ธรรมดาแล้วลองอีกครั้ง',
  'too-large': 'ข้อมูลในไฟล์มีขนาดใหญ่เกินไป กรุณาแบ่งเป็นหลายไฟล์',
  'too-many-rows': 'ไฟล์นี้มีแถวมากเกินไป กรุณาแบ่งเป็นหลายไฟล์',
  'too-many-columns': `ไฟล์นี้มีคอลัมน์มากกว่า ${maxSheetColumns} คอลัมน์`,
  damaged: 'อ่านไฟล์นี้ไม่ได้ ไฟล์อาจเสียหาย กรุณาเปิดด้วย Excel แล้วบันทึกใหม่',
}

/** The rows of a file. @throws IMPORT_FILE when it is unreadable or has too many */
export async function readRows(
  ctx: UserContext,
  file: Uint8Array,
  maxRows?: number,
): Promise<readonly SheetRow[]> {
  const read = await ctx.services.sheets.read(file, maxRows)
  if ('problem' in read) throw badFile(problems[read.problem])
  return read.rows
}

export interface TableRow {
  line: number
  /** The cells by field, without empty cells. */
  cells: ReadonlyMap<string, FilledCell>
}

export interface ImportTable {
  /** The columns of the kind that are in the file. */
  columns: readonly ImportColumn[]
  rows: readonly TableRow[]
}

/** Normalises a header: ignores the mark of required columns, units, spaces and letter case. */
const headerKey = (text: string): string =>
  normalizeThai(text)
    .toLowerCase()
    .replaceAll(/[\s*()]/g, '')
    .replace(/(บาท|ชั่วโมง|ปี)$/, '')

const isFilled = (cell: unknown): cell is FilledCell =>
  typeof cell === 'string' ? normalizeThai(cell) !== '' : cell !== null && cell !== undefined

/**
 * Reads the table of a file.
 * @throws IMPORT_FILE when it is unreadable, has unknown or missing headers, or has too many rows
 */
export async function readTable(
  ctx: UserContext,
  spec: ImportKindSpec,
  file: Uint8Array,
): Promise<ImportTable> {
  const read = await readRows(ctx, file)
  const byHeader = new Map(spec.columns.map((column) => [headerKey(column.title), column]))
  const headerIndex = read.findIndex(
    ({ cells }) => cells.filter((cell) => byHeader.has(headerKey(String(cell ?? '')))).length > 0,
  )
  const { label } = importKinds[spec.kind]
  if (headerIndex < 0) throw badFile(`ไม่พบหัวตารางของ${label} กรุณาใช้แบบฟอร์มที่ดาวน์โหลดจากหน้านี้`)
  const places = findColumns(ctx, spec, read[headerIndex], byHeader)
  const rows = read.slice(headerIndex + 1).map(({ line, cells }): TableRow => ({
    line,
    cells: new Map(
      places.flatMap(([place, column]) => {
        const cell = cells[place]
        return isFilled(cell) ? [[column.field, cell] as const] : []
      }),
    ),
  }))
  const filled = rows.filter(({ cells }) => cells.size > 0)
  if (filled.length === 0) throw badFile('ไฟล์นี้มีแต่หัวตาราง ยังไม่มีรายการ')
  if (filled.length > spec.maxRows) {
    throw badFile(
      `นำเข้าได้ครั้งละไม่เกิน ${spec.maxRows.toLocaleString('en')} ${units.entries} ไฟล์นี้มี ${filled.length.toLocaleString('en')} ${units.entries}`,
    )
  }
  const inFile = new Set(places.map(([, column]) => column))
  return { columns: spec.columns.filter((column) => inFile.has(column)), rows: filled }
}

/** Assigns the cells of the header row to columns. @throws IMPORT_FILE */
function findColumns(
  ctx: UserContext,
  { columns }: ImportKindSpec,
  header: SheetRow | undefined,
  byHeader: ReadonlyMap<string, ImportColumn>,
): [place: number, column: ImportColumn][] {
  const titles = (header?.cells ?? []).flatMap((cell, place) =>
    isFilled(cell) ? [{ place, title: normalizeThai(String(cell)) }] : [],
  )
  const quoted = (names: readonly string[]) =>
    names
      .slice(0, 10)
      .map((name) => `“${truncate(name, 60)}”`)
      .join(', ')
  const unknown = titles.filter(({ title }) => !byHeader.has(headerKey(title)))
  if (unknown.length > 0) {
    throw badFile(`ไม่รู้จักคอลัมน์ ${quoted(unknown.map(({ title }) => title))} กรุณาแก้ชื่อหรือลบคอลัมน์ออก`)
  }
  const found = titles.flatMap(({ place, title }): [number, ImportColumn][] => {
    const column = byHeader.get(headerKey(title))
    return column === undefined ? [] : [[place, column]]
  })
  const all = found.map(([, column]) => column)
  const duplicates = all.filter((column, i) => all.indexOf(column) !== i)
  if (duplicates.length > 0)
    throw badFile(`มีคอลัมน์ซ้ำ: ${quoted(duplicates.map(({ title }) => title))}`)
  const denied = all.filter(({ permission }) => permission !== undefined && !ctx.may(permission))
  if (denied.length > 0) {
    throw badFile(`คุณไม่มีสิทธิ์กรอกคอลัมน์ ${quoted(denied.map(({ title }) => title))} กรุณาลบคอลัมน์ออก`)
  }
  const missing = columns.filter((column) => column.isRequired && !all.includes(column))
  if (missing.length > 0) {
    throw badFile(`ไม่พบคอลัมน์ที่จำเป็น: ${quoted(missing.map(({ title }) => title))}`)
  }
  return found
}
