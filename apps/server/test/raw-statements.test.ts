/** Whole statements in raw SQL are tuned queries; everything else is typed by Kysely's builder. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const sources = fileURLToPath(new URL('../src', import.meta.url))

/** Allowed number of raw statements by file, with the reason. */
const allowed: Readonly<Record<string, number>> = {
  // Tables and columns come from descriptors at run time, so they have no static types.
  'kernel/crud.ts': 7,
  'kernel/usage.ts': 1,
  'modules/audit/record-names.ts': 2,
  'modules/catalogue.ts': 1,
  'modules/payroll/pay-records.ts': 3,
  // The tables of documents that a match can have, from a list.
  'modules/statement/match-documents.ts': 5,
  // ANALYZE, which Kysely's builder does not have.
  'seed/demo.queries.ts': 1,
  // Combines statements of its callers into one.
  'db/write-together.ts': 1,
}

it('raw statements are executed only by tuned queries and the listed files', async () => {
  const found: Record<string, number> = {}
  for (const file of await readdir(sources, { recursive: true })) {
    if (!/(?<!\.test)\.ts$/.test(file)) continue
    const source = await readFile(join(sources, file), 'utf8')
    // A template that is executed or compiled is a statement; without a call it is a fragment.
    const statements = source.match(/`\s*\.(?:execute|compile)\(/g) ?? []
    if (statements.length > 0) found[file] = statements.length
  }
  expect(found).toEqual(allowed)
})
