/**
 * Bringing records in from a spreadsheet: an empty file to fill in, what a filled one would do, and
 * doing exactly that. The same three calls for every kind.
 */
import {
  type ImportKind,
  importKindNames,
  importKinds,
  importStates,
  maxImportBytes,
} from '@khapdee/domain/import'
import { z } from 'zod'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { dataOf, id, oneOf } from '../wire.ts'

const counts = z.object({ new: z.int(), changed: z.int(), same: z.int(), wrong: z.int() })
export type ImportCounts = z.output<typeof counts>

const state = oneOf('สถานะ', importStates)

const plannedRow = z.object({
  /** As the spreadsheet counts. */
  line: z.int(),
  state,
  /** The record that it is about; null where it is not there yet. */
  id: id.nullable(),
  /** What the record is called. */
  name: z.string(),
  /** What the columns will say, in their order, as people read it. */
  cells: z.array(z.string()),
  /** What they say now where that changes, by the column's place. */
  before: z.record(z.string(), z.string()),
  /** `column` is a place among the columns; null where the whole row is meant. */
  errors: z.array(z.object({ column: z.int().nullable(), message: z.string() })),
})
export type PlannedRow = z.output<typeof plannedRow>

const plan = z.object({
  columns: z.array(z.string()),
  counts,
  rows: z.array(plannedRow),
  /** Stands for all that was found; whoever saves shows it again. */
  digest: z.string(),
})
export type ImportPlan = z.output<typeof plan>

const outcome = z.object({
  counts,
  /** What was created or changed. */
  rows: z.array(z.object({ line: z.int(), id, name: z.string(), state })),
  /** Of new employees; told this once and never again. */
  passwords: z.array(
    z.object({ username: z.string(), name: z.string(), first_password: z.string() }),
  ),
})
export type ImportOutcome = z.output<typeof outcome>

function importOf(kind: ImportKind) {
  const access = `${importKinds[kind].resource}.create` as const
  return {
    template: endpoint({
      method: 'GET',
      path: `import/${kind}/template`,
      access,
      summary: `An XLSX file for ${kind} records to fill in, with explanations; or with what is there`,
      input: z.strictObject({ filled: z.enum(['true', 'false']).default('false') }),
      output: dataOf(z.object({ name: z.string(), content: z.base64() })),
    }),
    preview: endpoint({
      method: 'POST',
      path: `import/${kind}/preview`,
      access,
      reads: true,
      file: { maxBytes: maxImportBytes },
      summary: `What an XLSX or CSV file would do to the ${kind} records, row by row; nothing is written`,
      input: z.strictObject({}),
      output: dataOf(plan),
    }),
    confirm: endpoint({
      method: 'POST',
      path: `import/${kind}/confirm`,
      access,
      idempotent: 'required',
      file: { maxBytes: maxImportBytes },
      summary: 'Do what the preview of the same file said, all or nothing; otherwise 409',
      input: z.strictObject({ digest: z.string().max(100) }),
      output: dataOf(outcome),
    }),
  }
}

export const imports = Object.fromEntries(
  importKindNames.map((kind) => [kind, importOf(kind)]),
) as Record<ImportKind, ReturnType<typeof importOf>>

export const importEndpoints: readonly Endpoint[] = Object.values(imports).flatMap((calls) =>
  Object.values(calls),
)
