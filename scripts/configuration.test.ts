import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '../apps/server/src/kernel/config.ts'
import { root } from './run.ts'

/** The rows of the table: each has one or more names, and a default. */
const rows = readFileSync(join(root, 'docs/configuration.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [, names = '', fallback = ''] = line.split('|').map((cell) => cell.trim())
    return { names: names.match(/[A-Z][A-Z0-9_]+/g) ?? [], fallback }
  })

const folder = mkdtempSync(join(tmpdir(), 'khapdee-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

const bucket = {
  S3_BUCKET: 'b',
  S3_ENDPOINT: 'https://s3.example',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'key',
}
const given: NodeJS.ProcessEnv = {
  DATA_DIR: folder,
  DATABASE_URL: 'postgres://u:p@h/d',
  SECRET: 'x'.repeat(32),
  ...bucket,
}

describe('the page of the configuration', () => {
  it('lists exactly the variables that the server reads', () => {
    const read = new Set<string>()
    readConfig(
      new Proxy(given, {
        get(env, name) {
          read.add(String(name))
          return env[String(name)]
        },
      }),
    )
    expect(rows.flatMap(({ names }) => names).toSorted()).toEqual([...read].toSorted())
  })

  const withDefault = rows.flatMap(({ names: [name = ''], fallback }) => {
    const value = /^`([^`]+)`/.exec(fallback)?.[1]
    // The data folder is resolved, and the listening connection is the database's.
    return value === undefined || /^(DATA_DIR|LISTEN_URL)$/.test(name)
      ? []
      : [[name, value] as const]
  })

  it.each(withDefault)('says that the default of %s is %s', (name, value) => {
    expect(readConfig({ ...given, [name]: value })).toEqual(readConfig(given))
  })
})
