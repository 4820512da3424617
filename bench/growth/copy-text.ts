/** rows may have any length */
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

/** Writes one value. Null is `\N` in this format, so a text `\N` is escaped. */
export function copyCell(value: Cell): string {
  if (value === null) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (typeof value === 'number') return String(value)
  return value.search(special) < 0
    ? value
    : value.replaceAll(special, (found) => escapes[found] ?? found)
}

/** Writes one row with its line break; `cells` are in column order. */
export const copyLine = (cells: readonly Cell[]): string => `${cells.map(copyCell).join('\t')}\n`

/** Rows of one table in the COPY text format. */
export interface CopyChunk {
  table: string
  columns: readonly string[]
  text: Buffer
}

/** Maximum UTF-8 bytes per UTF-16 code unit. */
const maxBytesPerCharacter = 3

/**
 * Collects rows of one table until they are copied. The text is in a buffer outside the heap, to reduce
 * garbage collection. Every row must have the columns of the first row.
 */
export class CopyBuffer<Table extends keyof DB> {
  readonly table: Table
  #columns: readonly string[] = []
  #text: Buffer = Buffer.allocUnsafe(1 << 20)
  #used = 0

  constructor(table: Table) {
    this.table = table
  }

  /** Adds a row; a column that is absent becomes null. */
  add(row: Insertable<DB[Table]> & Readonly<Record<string, Cell>>): void {
    if (this.#columns.length === 0) this.#columns = Object.keys(row)
    const line = copyLine(this.#columns.map((column) => row[column] ?? null))
    const needed = this.#used + maxBytesPerCharacter * line.length
    if (needed > this.#text.length) this.#text = Buffer.concat([this.#text], 2 * needed)
    this.#used += this.#text.write(line, this.#used)
  }

  /** Returns and removes the rows added since the last call. */
  take(): CopyChunk {
    const text = this.#text.subarray(0, this.#used)
    this.#text = Buffer.allocUnsafe(this.#text.length)
    this.#used = 0
    return { table: this.table, columns: this.#columns, text }
  }
}
