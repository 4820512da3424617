/** Tests the generator of `npm run new:entity` in a copy of the repository. */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entityNames } from './new-entity/names.ts'
import { beforeMatch, inAlphabeticalOrder } from './new-entity/insertion-point.ts'
import { writeEntity } from './new-entity/write-entity.ts'
import { root } from './run.ts'

const names = entityNames('fuel-card', 'บัตรน้ำมัน')
const second = entityNames('fuel-tank', 'ถังน้ำมัน')

describe('entityNames', () => {
  it('derives every name from lower-case words', () => {
    expect(names).toEqual({
      file: 'fuel-card',
      table: 'fuel_card',
      id: 'fuel_card_id',
      variable: 'fuelCard',
      type: 'FuelCard',
      plural: 'fuelCards',
      path: '/fuel-cards',
      label: 'บัตรน้ำมัน',
      words: 'fuel card',
    })
    expect(entityNames('facility', 'สถานที่', 'facilities').path).toBe('/facilities')
  })

  it('throws for other spellings and for a label that is not Thai', () => {
    for (const name of ['FuelCard', 'fuel_card', 'fuel--card', '../x', '']) {
      expect(() => entityNames(name, 'บัตร')).toThrow('hyphens')
    }
    expect(() => entityNames('card', "x'y")).toThrow('Thai')
  })
})

describe('an insertion point', () => {
  it('throws when the pattern has no match or several', () => {
    expect(beforeMatch(/^b$/m)('a\nb\n')).toBe(2)
    expect(() => beforeMatch(/^x$/m)('a\nb\n')).toThrow('0 places')
    expect(() => beforeMatch(/^b$/m)('b\nb\n')).toThrow('2 places')
    expect(() => inAlphabeticalOrder(/^(\w) y$/gm, 'b', /^end$/m)('a\nend\n')).toThrow('no line')
  })

  it('keeps lines in alphabetical order', () => {
    const at = (name: string) => inAlphabeticalOrder(/^(\w)$/gm, name, /^end$/m)('a\nc\nend\n')
    expect([at('b'), at('d')]).toEqual([2, 4])
  })
})

/** Copies the sources and links the installed packages; the workspace packages are those of the copy. */
function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'khapdee-entity-'))
  const excluded = new Set(['node_modules', 'dist', 'data', '.git'])
  const isSource = (path: string) => !excluded.has(basename(path))
  const included = [
    'packages',
    'apps',
    'docs',
    'package.json',
    'vitest.config.ts',
    'tsconfig.base.json',
  ]
  for (const part of [...included, '.kysely-codegenrc.json']) {
    cpSync(join(root, part), join(copy, part), { recursive: true, filter: isSource })
  }
  const [from, to] = [join(root, 'node_modules'), join(copy, 'node_modules')]
  mkdirSync(join(to, '@khapdee'), { recursive: true })
  for (const name of readdirSync(from)) {
    if (name !== '@khapdee') symlinkSync(join(from, name), join(to, name), 'junction')
  }
  for (const workspace of ['packages/domain', 'packages/contract', 'apps/server', 'apps/web']) {
    const link = join(to, '@khapdee', basename(workspace))
    symlinkSync(join(copy, workspace), link, 'junction')
  }
  return copy
}

describe('a generated entity, after a second one was generated', () => {
  let copy: string
  let written: ReturnType<typeof writeEntity>
  beforeAll(() => {
    copy = copyRepository()
    written = writeEntity(copy, names, 'Shapes')
    writeEntity(copy, second, 'Shapes')
  }, 60_000)
  afterAll(() => rmSync(copy, { recursive: true }))

  /** Runs a tool in the copy; returns its output if it fails, otherwise an empty string. */
  function failure(tool: string, ...args: string[]): string {
    const env = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))
    const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', tool), args, {
      cwd: copy,
      env: Object.fromEntries(env),
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
    return status === 0 ? '' : `${stdout}${stderr}`
  }

  it('creates at most 6 files, and at most 14 with the changed ones', () => {
    expect(written.created.length).toBeLessThanOrEqual(6)
    expect(written.created.length + written.changed.length).toBeLessThanOrEqual(14)
  })

  it('passes the type check', { timeout: 180_000 }, () => {
    // Both projects include the sources of the packages domain and contract.
    for (const project of ['apps/server', 'apps/web']) {
      expect(failure('tsc', '-p', project, '--checkers', '1')).toBe('')
    }
  })

  it('passes the generated tests of the server', { timeout: 240_000 }, () => {
    const files = [
      'apps/server/test/entities.test.ts',
      'apps/server/src/kernel/crud.test.ts',
      'apps/server/src/db/types.test.ts',
      'apps/server/src/modules/index.test.ts',
    ]
    const titles = 'fuel_|fuel-|types.ts matches|exactly|mounts every'
    expect(failure('vitest', 'run', '--project', 'server', '-t', titles, ...files)).toBe('')
  })

  it('cannot be generated again, and nothing is written then', () => {
    expect(() => writeEntity(copy, names, 'Shapes')).toThrow('fuel_card exists')
    expect(readFileSync(join(copy, 'docs/glossary.md'), 'utf8').split('`fuel_card`')).toHaveLength(
      2,
    )
  })
})
