/** Checks that the linter rejects an import in the wrong direction in each folder. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const oxlint = join(
  dirname(createRequire(import.meta.url).resolve('oxlint/package.json')),
  'bin/oxlint',
)
const folder = mkdtempSync(join(tmpdir(), 'khapdee-lint-'))

const refused: [file: string, imported: string][] = [
  ['packages/domain/src/example.ts', '@khapdee/contract/wire'],
  ['packages/domain/src/example.ts', 'zod'],
  ['packages/contract/src/example.ts', '@khapdee/server/main'],
  ['apps/server/src/kernel/example.ts', '../modules/index.ts'],
  ['apps/server/src/db/example.ts', '../modules/index.ts'],
  ['apps/server/src/adapters/example.ts', '../kernel/mount.ts'],
  ['apps/server/src/adapters/example.ts', '../db/client.ts'],
  ['apps/server/src/kernel/example.ts', '../services.ts'],
  ['apps/server/src/modules/course/example.ts', '../../seed/roles.ts'],
  ['apps/server/src/modules/course/example.ts', '../../services.ts'],
  ['apps/server/src/modules/course/example.ts', '../customer/customer.queries.ts'],
  ['apps/server/src/modules/course/example.ts', '../../app.ts'],
  ['apps/server/src/seed/example.ts', '../modules/customer/customer.queries.ts'],
  ['apps/server/src/seed/example.ts', '../app.ts'],
  ['apps/web/src/ui/example.ts', '@khapdee/contract/wire'],
  ['apps/web/src/ui/example.ts', '../crud/resource.ts'],
  ['apps/web/src/api/example.ts', '../ui/button.tsx'],
  ['apps/web/src/ui/example.ts', '../shared/alerts.ts'],
  ['apps/web/src/api/example.ts', '../session/session.ts'],
  ['apps/web/src/session/example.ts', '../shared/alerts.ts'],
  ['apps/web/src/session/example.ts', '../shell/nav.ts'],
  ['apps/web/src/shared/example.ts', '../crud/resource.ts'],
  ['apps/web/src/shared/customer/example.ts', '../../shell/nav.ts'],
  ['apps/web/src/crud/example.ts', '../features/course/resource.tsx'],
  ['apps/web/src/crud/example.ts', '../shell/nav.ts'],
  ['apps/web/src/features/course/example.ts', '../../shell/nav.ts'],
  ['apps/web/src/features/application/pay/example.ts', '../../branch/resource.tsx'],
  ['apps/web/src/features/application/pay/example.ts', '../../../shell/nav.ts'],
  ['apps/web/src/features/course/example.ts', '../branch/resource.tsx'],
]

const allowed: [file: string, imported: string][] = [
  ['packages/domain/src/example.ts', './money.ts'],
  ['packages/contract/src/example.ts', '@khapdee/domain/money'],
  ['apps/server/src/modules/course/example.ts', '../../kernel/mount.ts'],
  ['apps/server/src/modules/course/example.ts', '../customer/save-customer.ts'],
  ['apps/server/src/modules/export/example.ts', '../customer/customer-list.queries.ts'],
  ['apps/server/src/seed/example.ts', '../modules/customer/save-customer.ts'],
  ['apps/web/src/session/example.ts', '../api/client.ts'],
  ['apps/web/src/shared/example.ts', '../session/session.ts'],
  ['apps/web/src/crud/example.ts', '../shared/alerts.ts'],
  ['apps/web/src/shell/example.ts', '../features/course/resource.tsx'],
  ['apps/web/src/features/course/example.ts', '../../crud/resource.ts'],
  ['apps/web/src/features/course/example.ts', './course-fields.tsx'],
  ['apps/web/src/features/application/pay/example.ts', '../kinds.ts'],
]

/** Two files that import types from each other. */
const cycle = ['a', 'b'].map((name) => `packages/domain/src/cycle-${name}.ts`)

/** The file in which an import is tested; each has its own, because one run of the linter reads all. */
const fileOf = (file: string, imported: string) =>
  file.replace(
    'example',
    `example-${[...refused, ...allowed].findIndex(
      ([otherFile, otherImport]) => otherFile === file && otherImport === imported,
    )}`,
  )

function write(file: string, text: string): void {
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Runs the linter on the folder; returns the names of the rules that each file violates. */
function lint(): Map<string, string[]> {
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format=json', '.'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const report: { diagnostics: { code: string; filename: string }[]; number_of_files: number } =
    JSON.parse(stdout)
  // Otherwise files that the linter ignores would seem to be allowed.
  expect(report.number_of_files).toBe(refused.length + allowed.length + cycle.length)
  const violated = new Map<string, string[]>()
  for (const { code, filename } of report.diagnostics) {
    violated.set(filename, [...(violated.get(filename) ?? []), code])
  }
  return violated
}

describe('import directions', () => {
  let violatedRules: Map<string, string[]>
  beforeAll(() => {
    copyFileSync('.oxlintrc.json', join(folder, '.oxlintrc.json'))
    for (const [file, imported] of [...refused, ...allowed]) {
      const text = `import { thing } from '${imported}'\n\nexport const other = thing\n`
      write(fileOf(file, imported), text)
    }
    const [one = '', two = ''] = cycle
    write(one, "import type { B } from './cycle-b.ts'\n\nexport type A = B | null\n")
    write(two, "import type { A } from './cycle-a.ts'\n\nexport type B = A[]\n")
    violatedRules = lint()
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each(refused)('does not allow %s to import %s', (file, imported) => {
    expect(violatedRules.get(fileOf(file, imported))).toContain('eslint(no-restricted-imports)')
  })

  it('rejects files that import types from each other', () => {
    expect(violatedRules.get(cycle[0] ?? '')).toContain('import(no-cycle)')
  })

  it.each(allowed)('allows %s to import %s', (file, imported) => {
    expect(violatedRules.get(fileOf(file, imported)) ?? []).toEqual([])
  })
})
