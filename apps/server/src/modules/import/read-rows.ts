/** Decodes the rows of a file, before their stored records are read. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { messages } from '@khapdee/contract/messages'
import type { z } from 'zod'
import type { UserContext } from '../../kernel/context.ts'
import { type CellType, type References, cellText } from './cell-types.ts'
import type { ImportKindSpec, Values } from './import-kind.ts'
import type { ImportTable, TableRow } from './read-table.ts'

export interface RowError {
  field: string | null
  message: string
}

/** A decoded row, before its stored record is read. */
export interface ReadRow {
  row: TableRow
  /** Decoded values by field; cells with errors are omitted. */
  values: Values
  /** The same values in the wire format; derived values are as decoded. */
  wire: Values
  errors: RowError[]
  key: string | null
}

/** Rows per block; one block delays other requests by a few milliseconds. */
const blockSize = 100

/** Maps items in order and yields to other requests between blocks. */
export async function inBlocks<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += blockSize) {
    for (const item of items.slice(start, start + blockSize)) results.push(map(item))
    await yieldToEventLoop()
  }
  return results
}

/**
 * Loads branches and roles. Includes roles that the caller cannot assign, because a row may repeat the
 * current role of an employee.
 */
export async function readReferences(ctx: UserContext): Promise<References> {
  const roles = await ctx.tx
    .selectFrom('role')
    .select(['role_id', 'name'])
    .where('is_delete', '=', false)
    .orderBy('role_id')
    .execute()
  return { branches: ctx.actor.branches, roles }
}

const isClearMark = (type: CellType, text: string) =>
  type.empty !== undefined && /^[-–—]$/.test(text)

/**
 * The schema of one field. That of the update is preferred, because values of stored records may predate a
 * rule for new records.
 */
const fieldSchema = ({ createSchema, updateSchema }: ImportKindSpec, field: string): z.ZodType =>
  (updateSchema.shape[field] ?? createSchema.shape[field]) as z.ZodType

/** Returns a function that decodes a row. */
export function rowReader(spec: ImportKindSpec, table: ImportTable, references: References) {
  return (row: TableRow): ReadRow => {
    const values: Record<string, unknown> = {}
    const wire: Record<string, unknown> = {}
    const errors: RowError[] = []
    for (const { field, type } of table.columns) {
      const cell = row.cells.get(field)
      if (cell === undefined) continue
      const read = isClearMark(type, cellText(cell).trim())
        ? { value: type.empty }
        : type.read(cell, references)
      if ('problem' in read) {
        errors.push({ field, message: read.problem })
        continue
      }
      const decoded = fieldSchema(spec, field).safeParse(read.value, {
        error: () => messages.invalid,
      })
      if (decoded.success) {
        values[field] = decoded.data
        wire[field] = read.value
      } else {
        errors.push({ field, message: decoded.error.issues[0]?.message ?? messages.invalid })
      }
    }
    const isKeyWrong = errors.some(({ field }) => field !== null && spec.keyFields.includes(field))
    const derivedValues = spec.deriveValues?.(values)
    const allValues = { ...values, ...derivedValues }
    return {
      row,
      values: allValues,
      wire: { ...derivedValues, ...wire },
      errors,
      key: isKeyWrong ? null : spec.keyOf(allValues),
    }
  }
}

/** Adds an error to all rows that refer to the same record. */
export function markDuplicates(spec: ImportKindSpec, rows: readonly ReadRow[]): void {
  const byKey = new Map<string, ReadRow[]>()
  for (const readRow of rows) {
    const { key } = readRow
    if (key !== null) byKey.set(key, [...(byKey.get(key) ?? []), readRow])
  }
  for (const same of byKey.values()) {
    const [first, second] = same
    if (first === undefined || second === undefined) continue
    for (const readRow of same) {
      const { line } = (readRow === first ? second : first).row
      readRow.errors.push({ field: spec.keyFields[0] ?? null, message: `ซ้ำกับบรรทัดที่ ${line}` })
    }
  }
}
