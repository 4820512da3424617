/** Plans the import of a file: the effect of each row, without saving. */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ImportCounts, ImportPlan, PlannedRow } from '@khapdee/contract/entities/import'
import { messages } from '@khapdee/contract/messages'
import { type ImportState, importPermission } from '@khapdee/domain/import'
import { truncate } from '@khapdee/domain/thai-text'
import { z } from 'zod'
import type { UserContext } from '../../kernel/context.ts'
import { type References, cellText } from './cell-types.ts'
import type { ImportColumn, ImportKindSpec, RowCheck, StoredRecord, Values } from './import-kind.ts'
import {
  type ReadRow,
  type RowError,
  inBlocks,
  readReferences,
  markDuplicates,
  rowReader,
} from './read-rows.ts'
import type { ImportTable, TableRow } from './read-table.ts'

export interface RowPlan {
  line: number
  state: ImportState
  stored: StoredRecord | undefined
  /** Input of the use case; null when the row has errors or changes nothing. */
  input: Values | null
  /** The row of the preview. */
  preview: PlannedRow
}

export interface Plan {
  rows: readonly RowPlan[]
  counts: ImportCounts
  answer: ImportPlan
}

/** Maximum of characters of a cell in the preview; the full value is saved. */
const maxShownLength = 200

const issuesOf = (error: z.ZodError): RowError[] =>
  error.issues.map(({ path, message }) => ({ field: String(path[0] ?? ''), message }))

/**
 * Maps the error of a blank required cell to the message that it is required. An error of a field without
 * a column is reported for the row.
 */
const mapMissing =
  (spec: ImportKindSpec, row: TableRow) =>
  (error: RowError): RowError => {
    const column = spec.columns.find(({ field }) => field === error.field)
    if (column === undefined) return { field: null, message: error.message }
    const isBlank = column.isRequired === true && !row.cells.has(column.field)
    return isBlank ? { ...error, message: messages.required(column.title) } : error
  }

/** The effect of saving a row. */
type RowEffect = Pick<RowPlan, 'state' | 'input'> & {
  errors: RowError[]
  changed: readonly string[]
}

/** The effect of a row without a stored record. */
function effectOfNew(spec: ImportKindSpec, { row, wire, errors }: ReadRow): RowEffect {
  const parsed = spec.createSchema.safeParse(wire, { error: () => messages.invalid })
  const fieldsWithErrors = new Set(errors.map(({ field }) => field))
  const issues = parsed.success
    ? []
    : issuesOf(parsed.error)
        .filter(({ field }) => !fieldsWithErrors.has(field))
        .map(mapMissing(spec, row))
  return {
    state: 'new',
    input: parsed.success ? parsed.data : null,
    errors: [...errors, ...issues],
    changed: [],
  }
}

const storedValue = ({ values, extraValues }: StoredRecord, field: string) =>
  extraValues !== undefined && field in extraValues ? extraValues[field] : values[field]

/** The effect of a row on its stored record. */
function effectOnStored(
  spec: ImportKindSpec,
  { row, values, errors }: ReadRow,
  stored: StoredRecord,
  mayUpdate: boolean,
): RowEffect {
  const changed = Object.keys(values).filter(
    (field) =>
      field in spec.updateSchema.shape &&
      !isDeepStrictEqual(values[field], storedValue(stored, field)),
  )
  if (changed.length === 0) return { state: 'same', input: null, errors, changed }
  const { id, version } = stored
  const given = Object.fromEntries(changed.map((field) => [field, values[field]]))
  const input = { ...stored.values, ...given, [spec.idName]: id, version }
  const parsed = z.safeEncode(spec.updateSchema, input as never, { error: () => messages.invalid })
  const issues = parsed.success ? [] : issuesOf(parsed.error).map(mapMissing(spec, row))
  const denied = mayUpdate ? [] : [{ field: null, message: 'คุณไม่มีสิทธิ์แก้ไขรายการที่มีอยู่แล้ว' }]
  return { state: 'changed', input, errors: [...errors, ...issues, ...denied], changed }
}

/** Maximum of keys per query, because parsing a large result blocks the event loop. */
const keysPerQuery = 1000

async function findStored(
  ctx: UserContext,
  spec: ImportKindSpec,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredRecord[]>> {
  const found = new Map<string, readonly StoredRecord[]>()
  for (let start = 0; start < keys.length; start += keysPerQuery) {
    const block = keys.slice(start, start + keysPerQuery)
    const records = await spec.find(ctx, block)
    for (const key of block) found.set(key, records.get(key) ?? [])
  }
  return found
}

/** Reads every row, finds its stored record and determines the effect. Writes nothing. */
export async function planRows(
  ctx: UserContext,
  spec: ImportKindSpec,
  table: ImportTable,
): Promise<Plan> {
  const references = await readReferences(ctx)
  const read = await inBlocks(table.rows, rowReader(spec, table, references))
  markDuplicates(spec, read)
  const keys = read.flatMap(({ key }) => (key === null ? [] : [key]))
  const found = await findStored(ctx, spec, keys)
  const check = await spec.check?.(
    ctx,
    references,
    read.map(({ values }) => values),
  )
  const mayUpdate = ctx.may(importPermission(spec.kind, 'update'))
  const rows = await inBlocks(read, (row) => {
    const candidates = found.get(row.key ?? '') ?? []
    return planRow({ spec, table, references, check, mayUpdate }, row, candidates)
  })
  const counts: ImportCounts = { new: 0, changed: 0, same: 0, wrong: 0 }
  for (const { state } of rows) counts[state]++
  const answer = {
    columns: table.columns.map(({ title }) => title),
    counts,
    rows: rows.map(({ preview }) => preview),
    digest: await digestOf(spec, rows),
  }
  return { rows, counts, answer }
}

interface PlanContext {
  spec: ImportKindSpec
  table: ImportTable
  references: References
  check: RowCheck | undefined
  mayUpdate: boolean
}

function planRow(plan: PlanContext, read: ReadRow, candidates: readonly StoredRecord[]): RowPlan {
  const { spec, check, mayUpdate } = plan
  const { row } = read
  const [first] = candidates
  const stored = candidates.length === 1 && first?.refusal === undefined ? first : undefined
  const effect =
    stored === undefined ? effectOfNew(spec, read) : effectOnStored(spec, read, stored, mayUpdate)
  const errors = [...effect.errors]
  if (candidates.length > 1) {
    errors.push({
      field: spec.keyFields[0] ?? null,
      message: `มีรายการนี้อยู่แล้ว ${candidates.length} รายการ จึงไม่ทราบว่าหมายถึงรายการใด`,
    })
  } else if (first?.refusal !== undefined) {
    errors.push({ field: spec.keyFields[0] ?? null, message: first.refusal })
  } else if (effect.state !== 'same' && errors.length === 0) {
    const problem = check?.({ values: effect.input ?? read.values, stored })
    if (problem) errors.push(problem)
  }
  const state = errors.length > 0 ? 'wrong' : effect.state
  return {
    line: row.line,
    state,
    stored,
    input: state === 'wrong' ? null : effect.input,
    preview: previewRow(plan, { ...read, errors }, { state, stored, changed: effect.changed }),
  }
}

/** The row for the preview: cells with errors as typed, the others as they will be saved. */
function previewRow(
  { spec, table, references }: PlanContext,
  { row, values, errors }: ReadRow,
  { state, stored, changed }: Pick<RowPlan, 'state' | 'stored'> & { changed: readonly string[] },
): PlannedRow {
  const textOf = ({ type }: ImportColumn, value: unknown) =>
    value === undefined ? '' : truncate(type.show(value as never, references), maxShownLength)
  const after = (column: ImportColumn) => {
    const cell = row.cells.get(column.field)
    if (column.field in values) return textOf(column, values[column.field])
    if (cell !== undefined) return truncate(cellText(cell), maxShownLength)
    return stored === undefined ? '' : textOf(column, storedValue(stored, column.field))
  }
  const columnIndexes = new Map(table.columns.map(({ field }, index) => [field, index]))
  return {
    line: row.line,
    state,
    id: stored?.id ?? null,
    name: truncate(spec.nameOf({ ...stored?.values, ...values }).trim(), maxShownLength),
    cells: table.columns.map(after),
    before: Object.fromEntries(
      table.columns.flatMap((column, index) =>
        stored !== undefined && changed.includes(column.field)
          ? [[index, textOf(column, storedValue(stored, column.field))]]
          : [],
      ),
    ),
    errors: errors.map(({ field, message }) => ({
      column: columnIndexes.get(field ?? '') ?? null,
      message,
    })),
  }
}

/** A digest of the stored records and planned changes; the confirming call compares it with its own. */
async function digestOf(spec: ImportKindSpec, rows: readonly RowPlan[]): Promise<string> {
  const hash = createHash('sha256').update(spec.kind)
  await inBlocks(rows, ({ line, state, stored, input }) =>
    hash.update(JSON.stringify([line, state, stored?.id, stored?.version, input])),
  )
  return hash.digest('hex')
}
