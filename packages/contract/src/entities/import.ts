/**
 * Import of records from a spreadsheet. Each kind has three endpoints: download a template, preview a
 * filled file, confirm the preview.
 */
import {
  type ImportKind,
  importKindNames,
  importPermission,
  importStates,
  maxImportBytes,
} from '@khapdee/domain/import'
import { z } from 'zod'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { dataOf, id, statusOf } from '../wire.ts'

const counts = z.object({ new: z.int(), changed: z.int(), same: z.int(), wrong: z.int() })
export type ImportCounts = z.output<typeof counts>

const state = statusOf(importStates)

const plannedRow = z.object({
  /** Row number in the spreadsheet, from 1. */
  line: z.int(),
  state,
  /** Id of the record that the row changes; null for a new record. */
  id: id.nullable(),
  /** Name of the record. */
  name: z.string(),
  /** The new values, formatted, in the order of the columns. */
  cells: z.array(z.string()),
  /** The current values of changed cells, formatted; the keys are column indexes. */
  before: z.record(z.string(), z.string()),
  /** `column` is a column index; null for an error of the whole row. */
  errors: z.array(z.object({ column: z.int().nullable(), message: z.string() })),
})
export type PlannedRow = z.output<typeof plannedRow>

const plan = z.object({
  columns: z.array(z.string()),
  counts,
  rows: z.array(plannedRow),
  /** Hash of the plan. The confirm call sends it back, and is refused if the plan has changed. */
  digest: z.string(),
})
export type ImportPlan = z.output<typeof plan>

const outcome = z.object({
  counts,
  /** The created and changed records. */
  rows: z.array(z.object({ line: z.int(), id, name: z.string(), state })),
  /** Initial passwords of new employees; returned only once. */
  passwords: z.array(
    z.object({ username: z.string(), name: z.string(), first_password: z.string() }),
  ),
})
export type ImportOutcome = z.output<typeof outcome>

function importEndpointsOf(kind: ImportKind) {
  const access = importPermission(kind, 'create')
  return {
    template: endpoint({
      method: 'GET',
      path: `import/${kind}/template`,
      access,
      summary: `An XLSX template for ${kind} records with explanations; if \`filled\`, with the current records`,
      input: z.strictObject({ filled: z.enum(['true', 'false']).default('false') }),
      output: dataOf(z.object({ name: z.string(), content: z.base64() })),
    }),
    preview: endpoint({
      method: 'POST',
      path: `import/${kind}/preview`,
      access,
      reads: true,
      file: { maxBytes: maxImportBytes },
      summary: `Preview of the changes that an XLSX or CSV file makes to ${kind} records; nothing is written`,
      input: z.strictObject({}),
      output: dataOf(plan),
    }),
    confirm: endpoint({
      method: 'POST',
      path: `import/${kind}/confirm`,
      access,
      idempotent: 'required',
      file: { maxBytes: maxImportBytes },
      summary:
        'Import the previewed file, all or nothing; 409 when the outcome would differ from the preview',
      input: z.strictObject({ digest: z.string().max(100) }),
      output: dataOf(outcome),
    }),
  }
}

export const imports = Object.fromEntries(
  importKindNames.map((kind) => [kind, importEndpointsOf(kind)]),
) as Record<ImportKind, ReturnType<typeof importEndpointsOf>>

export const importEndpoints: readonly Endpoint[] = Object.values(imports).flatMap((calls) =>
  Object.values(calls),
)
