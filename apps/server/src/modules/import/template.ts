/** The template file: a table to fill in, and a second sheet with instructions. */
import { type ImportKind, importKinds } from '@khapdee/domain/import'
import { formatDay } from '@khapdee/domain/thai-date'
import type { Satang } from '@khapdee/domain/money'
import { fieldMeta } from '@khapdee/contract/field-meta'
import { note } from '@khapdee/contract/wire'
import { actionWords } from '@khapdee/domain/words'
import { type Cell, formWorkbook } from '../../adapters/xlsx/workbook.ts'
import type { UserContext } from '../../kernel/context.ts'
import { type References, money, optionalNumber, wholeNumber } from './cell-types.ts'
import type { ImportColumn, ImportKindSpec, Values } from './import-kind.ts'
import { readReferences } from './read-rows.ts'

/** General instructions on the second sheet. */
const generalInstructions = [
  ['แถวแรกเป็นหัวตาราง เรียงคอลัมน์อย่างไรก็ได้ และลบคอลัมน์ที่ไม่จำเป็นออกได้'],
  ['เซลล์ว่าง: รายการใหม่ใช้ค่าเริ่มต้น รายการที่มีอยู่แล้วคงค่าเดิม'],
  ['กรอก - เพื่อล้างค่าเดิมของคอลัมน์ที่ไม่จำเป็น'],
  ['รายการที่มีอยู่แล้วจะถูกแก้ไข ไม่ถูกเพิ่มซ้ำ ไม่มีรายการใดถูกลบ'],
] as const

/** The header of a column; required columns are marked. */
const headerOf = ({ title, isRequired }: ImportColumn) =>
  isRequired === true ? `${title} *` : title

function cellOf({ field, type }: ImportColumn, values: Values, references: References): Cell {
  const value = values[field]
  if (value === null || value === undefined) {
    // Null is an empty cell, except that a null branch means all branches.
    return value === null && field === 'branch_id' ? type.show(null as never, references) : ''
  }
  if (type === money) return { satang: value as Satang }
  if (type === wholeNumber || type === optionalNumber) return Number(value)
  const text = type.show(value as never, references)
  // A dash in the file would clear the field.
  return /^[-–—]$/.test(text) ? '' : text
}

/**
 * Creates the template as an Excel file.
 * @param rows stored records to fill in
 */
export async function makeTemplate(
  ctx: UserContext,
  spec: ImportKindSpec,
  rows: readonly Values[],
): Promise<Buffer> {
  const references = await readReferences(ctx)
  const columns = spec.columns.filter(
    ({ permission }) => permission === undefined || ctx.may(permission),
  )
  const { label } = importKinds[spec.kind]
  const width = (title: string) => Math.max(14, Math.min(36, title.length + 4))
  const columnInstructions = columns.map((column): Cell[] => [
    column.title,
    column.isRequired === true ? 'จำเป็น' : '',
    hintOf(column, references),
    column.note ?? '',
    column.example,
  ])
  const chunks: Buffer[] = []
  const forms = [
    {
      title: label,
      columns: columns.map((column) => ({
        title: headerOf(column),
        width: width(column.title),
        isText: column.type.isText === true,
      })),
      rows: rows.map((values) => columns.map((column) => cellOf(column, values, references))),
    },
    {
      title: 'คำอธิบาย',
      columns: [
        ['คอลัมน์', 26],
        ['จำเป็น', 10],
        ['วิธีกรอก', 60],
        [fieldMeta(note).title, 50],
        ['ตัวอย่าง', 28],
      ].map(([title, columnWidth]) => ({
        title: String(title),
        width: Number(columnWidth),
        isText: true,
      })),
      rows: [...columnInstructions, [], ...generalInstructions],
    },
  ]
  for await (const chunk of formWorkbook(forms)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The explanation of a column's format, with the accepted names of branches or roles. */
function hintOf({ field, type }: ImportColumn, { branches, roles }: References): string {
  const names =
    field === 'branch_id'
      ? branches.map(({ code, name }) => `${code} ${name}`)
      : field === 'role_id'
        ? roles.map(({ name }) => name)
        : []
  return names.length === 0 ? type.hint : `${type.hint}: ${names.slice(0, 30).join(', ')}`
}

/** The file name, for example `นำเข้าหลักสูตร-21-11-2569.xlsx`. */
export const templateName = (ctx: UserContext, kind: ImportKind): string =>
  `${actionWords.import}${importKinds[kind].label}-${formatDay(ctx.clock.today()).replaceAll('/', '-')}.xlsx`
