import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const folders: string[] = []
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'khapdee-config-'))
  folders.push(made)
  return made
}
afterEach(() => folders.splice(0).forEach((made) => rmSync(made, { recursive: true })))

const secret = 'x'.repeat(32)

describe('readConfig', () => {
  it('needs nothing for the demo, and keeps its secret from start to start', () => {
    const DATA_DIR = folder()
    const first = readConfig({ DATA_DIR })
    expect(first).toMatchObject({ port: 3000, host: '127.0.0.1', seed: 'demo', logLevel: 'info' })
    expect(first.secret).toHaveLength(64)
    expect(readConfig({ DATA_DIR }).secret).toBe(first.secret)
    expect(readFileSync(join(DATA_DIR, 'secret'), 'utf8')).toBe(first.secret)
    expect(statSync(join(DATA_DIR, 'secret')).mode & 0o777).toBe(0o600)
    expect(readdirSync(DATA_DIR)).toEqual(['secret'])
  })

  it('says what is wrong with a data folder that cannot be written', () => {
    const file = join(folder(), 'file')
    writeFileSync(file, '')
    const read = () => readConfig({ DATA_DIR: join(file, 'data') })
    expect(read).toThrow(`${join(file, 'data')} is a file, or below one`)
  })

  it('begins empty in production', () => {
    expect(readConfig({ NODE_ENV: 'production', SECRET: secret, DATA_DIR: folder() }).seed).toBe(
      'none',
    )
  })

  it.each([
    ['a port that is none', { PORT: 'http' }, /PORT/],
    ['a port beyond all', { PORT: '65536' }, /PORT/],
    ['an unknown seed', { SEED: 'big' }, /SEED/],
    ['an unknown log level', { LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
    ['a weak secret', { SECRET: 'short' }, /SECRET/],
    ['production without a secret', { NODE_ENV: 'production' }, /SECRET/],
    ['the demo in production', { NODE_ENV: 'production', SECRET: secret, SEED: 'demo' }, /SEED/],
  ])('refuses %s, naming the variable', (_, env, name) => {
    const read = () => readConfig({ DATA_DIR: folder(), ...env })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(name)
  })
})
