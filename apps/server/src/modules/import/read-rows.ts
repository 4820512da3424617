/** Decodes the rows of a file; stored records are not read yet. */
import { setImmediate as otherRequests } from 'node:timers/promises'
import { messages } from '@khapdee/contract/messages'
import type { z } from 'zod'
import type { UserContext } from '../../kernel/context.ts'
import { type CellType, type KnownNames, cellText } from './cell-types.ts'
import type { ImportKindSpec, Values } from './import-kind.ts'
import type { ImportTable, TableRow } from './read-table.ts'

export interface Wrong {
  field: string | null
  message: string
}

/** A decoded row; its stored record is not known yet. */
export interface ReadRow {
  row: TableRow
  /** Decoded values by field; wrong cells are left out. */
  values: Values
  /** The same values in their wire form. */
  wire: Values
  wrong: Wrong[]
  key: string | null
}

/** Rows per block; one block delays other requests by a few milliseconds. */
const blockSize = 100

/** Maps items in order and yields to other requests between blocks. */
export async function inBlocks<Item, Result>(
  items: readonly Item[],
  each: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += blockSize) {
    for (const item of items.slice(start, start + blockSize)) results.push(each(item))
    await otherRequests()
  }
  return results
}

/** Loads branches and roles; all roles, because a row may repeat an employee's present role. */
export async function knownNames(ctx: UserContext): Promise<KnownNames> {
  const roles = await ctx.tx
    .selectFrom('role')
    .select(['role_id', 'name'])
    .where('is_delete', '=', false)
    .orderBy('role_id')
    .execute()
  return { branches: ctx.actor.branches, roles }
}

const clears = (type: CellType, text: string) => type.empty !== undefined && /^[-–—]$/.test(text)

/** The update's schema is preferred: stored values may predate a rule for new records. */
const fieldSchema = ({ created, updated }: ImportKindSpec, field: string): z.ZodType =>
  (updated.shape[field] ?? created.shape[field]) as z.ZodType

/** @returns a function that decodes one row */
export function rowReader(spec: ImportKindSpec, table: ImportTable, known: KnownNames) {
  return (row: TableRow): ReadRow => {
    const values: Record<string, unknown> = {}
    const wire: Record<string, unknown> = {}
    const wrong: Wrong[] = []
    for (const { field, type } of table.columns) {
      const cell = row.cells.get(field)
      if (cell === undefined) continue
      const read = clears(type, cellText(cell).trim())
        ? { value: type.empty }
        : type.read(cell, known)
      if ('problem' in read) {
        wrong.push({ field, message: read.problem })
        continue
      }
      const decoded = fieldSchema(spec, field).safeParse(read.value, {
        error: () => messages.invalid,
      })
      if (decoded.success) {
        values[field] = decoded.data
        wire[field] = read.value
      } else {
        wrong.push({ field, message: decoded.error.issues[0]?.message ?? messages.invalid })
      }
    }
    const isKeyWrong = wrong.some(({ field }) => field !== null && spec.keys.includes(field))
    const complete = { ...values, ...spec.complete?.(values) }
    return {
      row,
      values: complete,
      wire: { ...spec.complete?.(values), ...wire },
      wrong,
      key: isKeyWrong ? null : spec.keyOf(complete),
    }
  }
}

/** Marks all rows that refer to the same record as wrong. */
export function markTwice(spec: ImportKindSpec, rows: readonly ReadRow[]): void {
  const byKey = new Map<string, ReadRow[]>()
  for (const each of rows) {
    if (each.key !== null) byKey.set(each.key, [...(byKey.get(each.key) ?? []), each])
  }
  for (const same of byKey.values()) {
    const [first, second] = same
    if (first === undefined || second === undefined) continue
    for (const each of same) {
      const { line } = (each === first ? second : first).row
      each.wrong.push({ field: spec.keys[0] ?? null, message: `ซ้ำกับบรรทัดที่ ${line}` })
    }
  }
}
