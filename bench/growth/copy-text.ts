/** Rows in the text format of PostgreSQL's COPY. */
import type { Insertable } from 'kysely'
import type { DB } from '../../apps/server/src/db/types.ts'

type Cell = string | number | boolean | null

const special = /[\\\t\n\r]/g
const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
}

/** One value; `\N` is how COPY writes null, so that a text `\N` must be escaped. */
export function copyCell(value: Cell): string {
  if (value === null) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  return String(value).replace(special, (found) => escapes[found] ?? found)
}

/** One row with its line break. */
export const copyLine = (cells: readonly Cell[]): string => `${cells.map(copyCell).join('\t')}\n`

/** Rows of one table, ready to be copied. */
export interface CopyPiece {
  table: string
  columns: readonly string[]
  text: string
}

/** The rows of one table that wait to be copied; all have the columns of the first. */
export class CopyBuffer<Table extends keyof DB> {
  readonly table: Table
  #columns: readonly string[] = []
  #lines: string[] = []

  constructor(table: Table) {
    this.table = table
  }

  add(row: Insertable<DB[Table]> & Readonly<Record<string, Cell>>): void {
    if (this.#columns.length === 0) this.#columns = Object.keys(row)
    this.#lines.push(copyLine(this.#columns.map((column) => row[column] ?? null)))
  }

  /** Everything added since the last call. */
  take(): CopyPiece {
    const text = this.#lines.join('')
    this.#lines = []
    return { table: this.table, columns: this.#columns, text }
  }
}
