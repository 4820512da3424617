/** Plans the import of a file: the effect of each row, without saving. */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ImportCounts, ImportPlan, PlannedRow } from '@khapdee/contract/entities/import'
import { messages } from '@khapdee/contract/messages'
import { type ImportState, importKinds } from '@khapdee/domain/import'
import { truncate } from '@khapdee/domain/thai-text'
import { z } from 'zod'
import type { UserContext } from '../../kernel/context.ts'
import { type KnownNames, cellText } from './cell-types.ts'
import type { ImportColumn, ImportKindSpec, RowCheck, StoredRecord, Values } from './import-kind.ts'
import {
  type ReadRow,
  type Wrong,
  inBlocks,
  knownNames,
  markTwice,
  rowReader,
} from './read-rows.ts'
import type { ImportTable, TableRow } from './read-table.ts'

export interface RowPlan {
  line: number
  state: ImportState
  stored: StoredRecord | undefined
  /** Input of the use case; null where the row is wrong or changes nothing. */
  input: Values | null
  shown: PlannedRow
}

export interface Plan {
  rows: readonly RowPlan[]
  counts: ImportCounts
  answer: ImportPlan
}

/** Characters of a cell that the preview shows; the whole value is saved. */
const maxShownLength = 200

const issuesOf = (error: z.ZodError): Wrong[] =>
  error.issues.map(({ path, message }) => ({ field: String(path[0] ?? ''), message }))

/** Reports a blank cell of a required column as missing, before its type is checked. */
const asRequired =
  (spec: ImportKindSpec, row: TableRow) =>
  (wrong: Wrong): Wrong => {
    const column = spec.columns.find(({ field }) => field === wrong.field)
    if (column === undefined) return { field: null, message: wrong.message }
    const isBlank = column.isRequired === true && !row.cells.has(column.field)
    return isBlank ? { ...wrong, message: messages.required(column.title) } : wrong
  }

type Decided = Pick<RowPlan, 'state' | 'input'> & { wrong: Wrong[]; changed: readonly string[] }

function decideNew(spec: ImportKindSpec, { row, wire, wrong }: ReadRow): Decided {
  const whole = spec.created.safeParse(wire, { error: () => messages.invalid })
  const known = new Set(wrong.map(({ field }) => field))
  const more = whole.success
    ? []
    : issuesOf(whole.error)
        .filter(({ field }) => !known.has(field))
        .map(asRequired(spec, row))
  return {
    state: 'new',
    input: whole.success ? whole.data : null,
    wrong: [...wrong, ...more],
    changed: [],
  }
}

const storedValue = ({ values, kept }: StoredRecord, field: string) =>
  kept !== undefined && field in kept ? kept[field] : values[field]

function decideStored(
  spec: ImportKindSpec,
  { row, values, wrong }: ReadRow,
  stored: StoredRecord,
  mayUpdate: boolean,
): Decided {
  const changed = Object.keys(values).filter(
    (field) =>
      field in spec.updated.shape && !isDeepStrictEqual(values[field], storedValue(stored, field)),
  )
  if (changed.length === 0) return { state: 'same', input: null, wrong, changed }
  const { id, version } = stored
  const given = Object.fromEntries(changed.map((field) => [field, values[field]]))
  const input = { ...stored.values, ...given, [spec.idName]: id, version }
  const whole = z.safeEncode(spec.updated, input as never, { error: () => messages.invalid })
  const more = whole.success ? [] : issuesOf(whole.error).map(asRequired(spec, row))
  const denied = mayUpdate ? [] : [{ field: null, message: 'คุณไม่มีสิทธิ์แก้ไขรายการที่มีอยู่แล้ว' }]
  return { state: 'changed', input, wrong: [...wrong, ...more, ...denied], changed }
}

/** Keys per query: parsing a result blocks the event loop. */
const keysPerQuery = 1000

async function findStored(
  ctx: UserContext,
  spec: ImportKindSpec,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredRecord[]>> {
  const found = new Map<string, readonly StoredRecord[]>()
  for (let start = 0; start < keys.length; start += keysPerQuery) {
    const some = keys.slice(start, start + keysPerQuery)
    const records = await spec.find(ctx, some)
    for (const key of some) found.set(key, records.get(key) ?? [])
  }
  return found
}

/** Reads every row, finds its stored record and decides the effect. Writes nothing. */
export async function planRows(
  ctx: UserContext,
  spec: ImportKindSpec,
  table: ImportTable,
): Promise<Plan> {
  const known = await knownNames(ctx)
  const read = await inBlocks(table.rows, rowReader(spec, table, known))
  markTwice(spec, read)
  const keys = read.flatMap(({ key }) => (key === null ? [] : [key]))
  const found = await findStored(ctx, spec, keys)
  const check = await spec.check?.(ctx, known)
  const mayUpdate = ctx.may(`${importKinds[spec.kind].resource}.update`)
  const rows = await inBlocks(read, (each) => {
    const candidates = found.get(each.key ?? '') ?? []
    return planRow({ spec, table, known, check, mayUpdate }, each, candidates)
  })
  const counts: ImportCounts = { new: 0, changed: 0, same: 0, wrong: 0 }
  for (const { state } of rows) counts[state]++
  const answer = {
    columns: table.columns.map(({ title }) => title),
    counts,
    rows: rows.map(({ shown }) => shown),
    digest: await digestOf(spec, rows),
  }
  return { rows, counts, answer }
}

interface Planning {
  spec: ImportKindSpec
  table: ImportTable
  known: KnownNames
  check: RowCheck | undefined
  mayUpdate: boolean
}

function planRow(planning: Planning, read: ReadRow, candidates: readonly StoredRecord[]): RowPlan {
  const { spec, check, mayUpdate } = planning
  const { row } = read
  const [first] = candidates
  const stored = candidates.length === 1 && first?.closed === undefined ? first : undefined
  const decided =
    stored === undefined ? decideNew(spec, read) : decideStored(spec, read, stored, mayUpdate)
  const wrong = [...decided.wrong]
  if (candidates.length > 1) {
    wrong.push({
      field: spec.keys[0] ?? null,
      message: `มีรายการนี้อยู่แล้ว ${candidates.length} รายการ จึงไม่ทราบว่าหมายถึงรายการใด`,
    })
  } else if (first?.closed !== undefined) {
    wrong.push({ field: spec.keys[0] ?? null, message: first.closed })
  } else if (decided.state !== 'same' && wrong.length === 0) {
    const problem = check?.({ values: decided.input ?? read.values, stored })
    if (problem) wrong.push(problem)
  }
  const state = wrong.length > 0 ? 'wrong' : decided.state
  return {
    line: row.line,
    state,
    stored,
    input: state === 'wrong' ? null : decided.input,
    shown: show(planning, { ...read, wrong }, { state, stored, changed: decided.changed }),
  }
}

/** The row for the preview: wrong cells as typed, the others as they will be saved. */
function show(
  { spec, table, known }: Planning,
  { row, values, wrong }: ReadRow,
  { state, stored, changed }: Pick<RowPlan, 'state' | 'stored'> & { changed: readonly string[] },
): PlannedRow {
  const textOf = ({ type }: ImportColumn, value: unknown) =>
    value === undefined ? '' : truncate(type.show(value as never, known), maxShownLength)
  const after = (column: ImportColumn) => {
    const cell = row.cells.get(column.field)
    if (column.field in values) return textOf(column, values[column.field])
    if (cell !== undefined) return truncate(cellText(cell), maxShownLength)
    return stored === undefined ? '' : textOf(column, storedValue(stored, column.field))
  }
  const places = new Map(table.columns.map(({ field }, place) => [field, place]))
  return {
    line: row.line,
    state,
    id: stored?.id ?? null,
    name: truncate(spec.nameOf({ ...stored?.values, ...values }).trim(), maxShownLength),
    cells: table.columns.map(after),
    before: Object.fromEntries(
      table.columns.flatMap((column, place) =>
        stored !== undefined && changed.includes(column.field)
          ? [[place, textOf(column, storedValue(stored, column.field))]]
          : [],
      ),
    ),
    errors: wrong.map(({ field, message }) => ({
      column: places.get(field ?? '') ?? null,
      message,
    })),
  }
}

/** A digest of the stored records and planned changes; confirming compares it. */
async function digestOf(spec: ImportKindSpec, rows: readonly RowPlan[]): Promise<string> {
  const hash = createHash('sha256').update(spec.kind)
  await inBlocks(rows, ({ line, state, stored, input }) =>
    hash.update(JSON.stringify([line, state, stored?.id, stored?.version, input])),
  )
  return hash.digest('hex')
}
