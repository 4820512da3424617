import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const folders: string[] = []
const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'khapdee-config-'))
  folders.push(path)
  return path
}
afterEach(() => folders.splice(0).forEach((path) => rmSync(path, { recursive: true })))

const secret = 'x'.repeat(32)

describe('readConfig', () => {
  it('needs no variables for the demo, and reuses the generated secret at later starts', () => {
    const DATA_DIR = folder()
    const first = readConfig({ DATA_DIR })
    expect(first).toMatchObject({ port: 3000, host: '127.0.0.1', seed: 'demo', logLevel: 'info' })
    expect(first.secret).toHaveLength(64)
    expect(readConfig({ DATA_DIR, SECRET: '' }).secret).toBe(first.secret)
    expect(readFileSync(join(DATA_DIR, 'secret'), 'utf8')).toBe(first.secret)
    expect(statSync(join(DATA_DIR, 'secret')).mode & 0o777).toBe(0o600)
    expect(readdirSync(DATA_DIR)).toEqual(['secret'])
  })

  it('reports a data folder whose path leads through a file', () => {
    const file = join(folder(), 'file')
    writeFileSync(file, '')
    const read = () => readConfig({ DATA_DIR: join(file, 'data') })
    expect(read).toThrow(`${join(file, 'data')} or one of its parent folders is a file`)
  })

  it('accepts a public address without a path, and refuses another', () => {
    const read = (PUBLIC_URL: string) => readConfig({ DATA_DIR: folder(), PUBLIC_URL }).publicUrl
    expect(read('')).toBeUndefined()
    expect(read('https://school.example/')).toBe('https://school.example')
    expect(() => read('school.example')).toThrow(ConfigError)
    expect(() => read('https://school.example/app')).toThrow(ConfigError)
  })

  it('does not load the demo in production', () => {
    expect(readConfig({ NODE_ENV: 'production', SECRET: secret, DATA_DIR: folder() }).seed).toBe(
      'none',
    )
  })

  const bucket = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' }

  it('stores uploads on disk unless a bucket is configured', () => {
    const read = (env: NodeJS.ProcessEnv) => readConfig({ DATA_DIR: folder(), ...env }).s3
    expect(read({ S3_BUCKET: '' })).toBeUndefined()
    expect(read({ ...bucket, S3_REGION: 'ap-southeast-7' })).toMatchObject({
      endpoint: undefined,
      region: 'ap-southeast-7',
      forcePathStyle: false,
    })
    const minio = { ...bucket, S3_ENDPOINT: 'http://minio:9000' }
    expect(read(minio)).toMatchObject({ bucket: 'b', region: 'us-east-1', forcePathStyle: true })
    expect(read({ ...minio, S3_FORCE_PATH_STYLE: 'false' })?.forcePathStyle).toBe(false)
  })

  it.each([
    ['a listening connection without a database', { LISTEN_URL: 'postgres://x' }, /DATABASE_URL/],
    ['a short token for metrics', { METRICS_TOKEN: 'guess' }, /METRICS_TOKEN/],
    ['a bucket without a key', { S3_BUCKET: 'b', S3_ENDPOINT: 'http://x' }, /S3_ACCESS_KEY_ID/],
    ['a key without a bucket', { S3_ACCESS_KEY_ID: 'id' }, /S3_BUCKET/],
    ['a bucket without endpoint and region', bucket, /S3_REGION/],
    ['an endpoint that is not a URL', { ...bucket, S3_ENDPOINT: 'minio:9000' }, /S3_ENDPOINT/],
    [
      'an invalid path style',
      { ...bucket, S3_ENDPOINT: 'http://x', S3_FORCE_PATH_STYLE: 'yes' },
      /S3_FORCE_PATH_STYLE/,
    ],
    ['a port that is not a number', { PORT: 'http' }, /PORT/],
    ['a port above 65535', { PORT: '65536' }, /PORT/],
    ['an unknown seed', { SEED: 'big' }, /SEED/],
    ['an unknown log level', { LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
    ['a limit that refuses every request', { RATE_LIMIT: '0' }, /RATE_LIMIT must be at least 1/],
    ['a limit of no sign-in', { RATE_LIMIT_LOGIN: '0' }, /RATE_LIMIT_LOGIN must be at least 1/],
    [
      'a direct connection with a port that does not exist',
      { DATABASE_URL: 'postgres://a/b', LISTEN_URL: 'postgres://u:p@a:70000/b' },
      /^LISTEN_URL is not a database address/,
    ],
    [
      'a standby without a protocol',
      { DATABASE_URL: 'postgres://a/b', DATABASE_REPLICA_URL: 'localhost' },
      /^DATABASE_REPLICA_URL is not a database address/,
    ],
    ['a weak secret', { SECRET: 'short' }, /SECRET/],
    ['production without a secret', { NODE_ENV: 'production' }, /SECRET/],
    ['the demo in production', { NODE_ENV: 'production', SECRET: secret, SEED: 'demo' }, /SEED/],
  ])('refuses %s and names the variable', (_, env, name) => {
    const read = () => readConfig({ DATA_DIR: folder(), ...env })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(name)
  })
})
