/** Checks that the linter rejects an import in the wrong direction in each folder. */
import { execFileSync } from 'node:child_process'
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
  ['packages/domain/src/planted.ts', '@khapdee/contract/wire'],
  ['packages/domain/src/planted.ts', 'zod'],
  ['packages/contract/src/planted.ts', '@khapdee/server/main'],
  ['apps/server/src/kernel/planted.ts', '../modules/index.ts'],
  ['apps/server/src/db/planted.ts', '../modules/index.ts'],
  ['apps/server/src/adapters/planted.ts', '../kernel/mount.ts'],
  ['apps/server/src/adapters/planted.ts', '../db/client.ts'],
  ['apps/server/src/kernel/planted.ts', '../services.ts'],
  ['apps/server/src/modules/course/planted.ts', '../../seed/roles.ts'],
  ['apps/server/src/modules/course/planted.ts', '../../services.ts'],
  ['apps/server/src/modules/course/planted.ts', '../customer/customer.queries.ts'],
  ['apps/server/src/modules/course/planted.ts', '../../app.ts'],
  ['apps/server/src/seed/planted.ts', '../modules/customer/customer.queries.ts'],
  ['apps/server/src/seed/planted.ts', '../app.ts'],
  ['apps/web/src/ui/planted.ts', '@khapdee/contract/wire'],
  ['apps/web/src/ui/planted.ts', '../crud/resource.ts'],
  ['apps/web/src/api/planted.ts', '../ui/button.tsx'],
  ['apps/web/src/ui/planted.ts', '../shared/alerts.ts'],
  ['apps/web/src/api/planted.ts', '../session/session.ts'],
  ['apps/web/src/session/planted.ts', '../shared/alerts.ts'],
  ['apps/web/src/session/planted.ts', '../shell/nav.ts'],
  ['apps/web/src/shared/planted.ts', '../crud/resource.ts'],
  ['apps/web/src/shared/customer/planted.ts', '../../shell/nav.ts'],
  ['apps/web/src/crud/planted.ts', '../features/course/resource.tsx'],
  ['apps/web/src/crud/planted.ts', '../shell/nav.ts'],
  ['apps/web/src/features/course/planted.ts', '../../shell/nav.ts'],
  ['apps/web/src/features/application/pay/planted.ts', '../../branch/resource.tsx'],
  ['apps/web/src/features/application/pay/planted.ts', '../../../shell/nav.ts'],
  ['apps/web/src/features/course/planted.ts', '../branch/resource.tsx'],
]

const allowed: [file: string, imported: string][] = [
  ['packages/domain/src/planted.ts', './money.ts'],
  ['packages/contract/src/planted.ts', '@khapdee/domain/money'],
  ['apps/server/src/modules/course/planted.ts', '../../kernel/mount.ts'],
  ['apps/server/src/modules/course/planted.ts', '../customer/save-customer.ts'],
  ['apps/server/src/modules/export/planted.ts', '../customer/customer-list.queries.ts'],
  ['apps/server/src/seed/planted.ts', '../modules/customer/save-customer.ts'],
  ['apps/web/src/session/planted.ts', '../api/client.ts'],
  ['apps/web/src/shared/planted.ts', '../session/session.ts'],
  ['apps/web/src/crud/planted.ts', '../shared/alerts.ts'],
  ['apps/web/src/shell/planted.ts', '../features/course/resource.tsx'],
  ['apps/web/src/features/course/planted.ts', '../../crud/resource.ts'],
  ['apps/web/src/features/course/planted.ts', './course-fields.tsx'],
  ['apps/web/src/features/application/pay/planted.ts', '../kinds.ts'],
]

/** Names of the rules that a file with a single import violates. */
function lint(file: string, imported: string): string[] {
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `import { thing } from '${imported}'\n\nexport const other = thing\n`)
  try {
    return codesOf(path)
  } finally {
    rmSync(path)
  }
}

/** Names of the rules that a stored file violates. */
function codesOf(path: string): string[] {
  try {
    execFileSync(process.execPath, [oxlint, '--format=json', path], {
      cwd: folder,
      encoding: 'utf8',
    })
    return []
  } catch (error) {
    const { stdout } = error as { stdout: string }
    const report: { diagnostics: { code: string }[] } = JSON.parse(stdout)
    return report.diagnostics.map((diagnostic) => diagnostic.code)
  }
}

describe('import directions', () => {
  beforeAll(() => copyFileSync('.oxlintrc.json', join(folder, '.oxlintrc.json')))
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each(refused)('rejects in %s an import of %s', (file, imported) => {
    expect(lint(file, imported)).toContain('eslint(no-restricted-imports)')
  })

  it('rejects files that import types from each other', () => {
    const paths = ['a', 'b'].map((name) => join(folder, `packages/domain/src/circle-${name}.ts`))
    const [one = '', two = ''] = paths
    mkdirSync(dirname(one), { recursive: true })
    writeFileSync(one, "import type { B } from './circle-b.ts'\n\nexport type A = B | null\n")
    writeFileSync(two, "import type { A } from './circle-a.ts'\n\nexport type B = A[]\n")
    expect(codesOf(one)).toContain('import(no-cycle)')
    for (const path of paths) rmSync(path)
  })

  it.each(allowed)('accepts in %s an import of %s', (file, imported) => {
    expect(lint(file, imported)).toEqual([])
  })
})
