/** Spreadsheet files for imports. */
import { satang } from '@khapdee/domain/money'
import { type Cell, formWorkbook } from '../../src/adapters/xlsx/workbook.ts'

/** A CSV file in UTF-8; texts with commas or quotes are quoted. */
export function csvFile(rows: readonly (readonly (string | number)[])[]): Uint8Array {
  const quoted = (cell: string | number) =>
    /[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell)
  return new TextEncoder().encode(rows.map((row) => row.map(quoted).join(',')).join('\r\n'))
}

/** An XLSX file with these headers and cells. */
export async function xlsxFile(
  headers: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<Uint8Array> {
  const columns = headers.map((title) => ({ title, width: 10, isText: false }))
  const chunks: Buffer[] = []
  for await (const chunk of formWorkbook([{ title: 'ข้อมูล', columns, rows }])) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}

export const courseHeaders = ['ชื่อหลักสูตร', 'ประเภท', 'ราคา (บาท)', 'สาขา'] as const

/** A file of courses of a branch: name, type, price in baht. */
export const coursesFile = (
  branch: string,
  ...courses: readonly (readonly [name: string, type: string, price: string | number])[]
): Uint8Array => csvFile([courseHeaders, ...courses.map((course) => [...course, branch])])

export const baht = (amount: number): Cell => ({ satang: satang(amount * 100) })
