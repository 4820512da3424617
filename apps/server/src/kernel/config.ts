/** The process's settings, read once from the environment. */
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { S3Settings } from '../adapters/files/store.ts'
import { hostsOf } from '../db/hosts.ts'
import { errorCode, toStartError } from '../db/start-error.ts'

export interface Config {
  port: number
  host: string
  /** Folder of the embedded database and of uploads. */
  dataDir: string
  /** Bucket for uploads; undefined stores them in the data folder. */
  s3: S3Settings | undefined
  /** External PostgreSQL server; undefined starts the embedded one. */
  databaseUrl: string | undefined
  /** A standby of `databaseUrl` that serves exports and reports. */
  replicaUrl: string | undefined
  /** A direct connection for notifications, where `databaseUrl` is a pooler; undefined uses that. */
  listenUrl: string | undefined
  /** Folder of the nightly backups; undefined makes none. */
  backupDir: string | undefined
  /** How many nightly backups are kept. */
  backupKeep: number
  seed: 'demo' | 'none'
  production: boolean
  logLevel: string
  /** Bearer token for `/metrics`; if undefined, metrics are not served. */
  metricsToken: string | undefined
  /** Signs tokens and links, and encrypts held forms. */
  secret: string
  /** False for connection poolers without prepared statements. */
  namedStatements: boolean
  /** Number of proxies in front of the server; this many IP addresses of X-Forwarded-For are trusted. */
  trustedProxies: number
  /** Where people outside the school reach the server, without a slash at the end; undefined uses the address of the request. */
  publicUrl: string | undefined
  /** Access to the description of the API. */
  apiDocs: 'signed-in' | 'public'
  /**
   * Requests per minute: `all` per session, or per IP address without one; `login` per IP address for public
   * calls such as sign-in.
   */
  rateLimit: { all: number; login: number }
}

/** An invalid setting; the message says how to fix it. */
export class ConfigError extends Error {}

/** Minimum numbers of characters. */
const minSecretLength = 32
const minTokenLength = 16

function number(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (Number.isInteger(value) && value >= 0) return value
  throw new ConfigError(`${name} must be a whole number, not "${text}".`)
}

/** @throws ConfigError also for 0, which would refuse every request or delete every backup */
function positiveNumber(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const value = number(env, name, fallback)
  if (value > 0) return value
  throw new ConfigError(`${name} must be at least 1.`)
}

function portNumber(env: NodeJS.ProcessEnv): number {
  const port = number(env, 'PORT', 3000)
  if (port <= 65_535) return port
  throw new ConfigError(`PORT must be at most 65535, not ${port}.`)
}

function choice<T extends string>(name: string, text: string, allowed: readonly T[]): T {
  const found = allowed.find((value) => value === text)
  if (found !== undefined) return found
  throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${text}".`)
}

/** The bucket settings; undefined without S3 variables. If one is set, all required ones must be set. */
function readS3(env: NodeJS.ProcessEnv): S3Settings | undefined {
  const names = Object.keys(env).filter((name) => name.startsWith('S3_') && env[name] !== '')
  if (names.length === 0) return undefined
  const required = (name: string) => {
    const value = env[name]
    if (value) return value
    throw new ConfigError(`${name} must be set, because ${names[0]} is: uploads go to a bucket.`)
  }
  const endpoint = env['S3_ENDPOINT'] || undefined
  if (endpoint !== undefined && !/^https?:\/\/[^/]+/.test(endpoint)) {
    throw new ConfigError(`S3_ENDPOINT must begin with http:// or https://, not "${endpoint}".`)
  }
  const style = env['S3_FORCE_PATH_STYLE'] || String(endpoint !== undefined)
  return {
    endpoint,
    bucket: required('S3_BUCKET'),
    // S3-compatible servers other than Amazon's mostly ignore the region, but the client needs one.
    region: endpoint === undefined ? required('S3_REGION') : env['S3_REGION'] || 'us-east-1',
    accessKeyId: required('S3_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
    forcePathStyle: choice('S3_FORCE_PATH_STYLE', style, ['true', 'false']) === 'true',
  }
}

/** The demo generates a secret and stores it in the data folder; production must set its own. */
function readSecret(env: NodeJS.ProcessEnv, dataDir: string, production: boolean): string {
  const given = env['SECRET'] || undefined
  if (given !== undefined && given.length >= minSecretLength) return given
  if (given !== undefined || production) {
    throw new ConfigError(
      `SECRET must be set to at least ${minSecretLength} random characters, for example from: openssl rand -hex 32`,
    )
  }
  try {
    return storedSecret(dataDir)
  } catch (error) {
    throw toStartError(dataDir, error)
  }
}

/** The connection string of another route to the database of DATABASE_URL, such as a standby. */
function companionUrl(env: NodeJS.ProcessEnv, name: string, what: string): string | undefined {
  const url = env[name] || undefined
  if (url === undefined) return undefined
  if (!env['DATABASE_URL']) {
    throw new ConfigError(
      `${name} can be set only together with DATABASE_URL, of which it is the ${what}.`,
    )
  }
  if (hostsOf(url).every((host) => /^(?:postgres(?:ql)?|socket):/.test(host) && URL.canParse(host)))
    return url
  // Without the address, which may have a password.
  throw new ConfigError(
    `${name} is not a database address: write it as postgres://user:password@host:5432/database.`,
  )
}

function readPublicUrl(env: NodeJS.ProcessEnv): string | undefined {
  const url = env['PUBLIC_URL'] || undefined
  if (url === undefined || /^https?:\/\/[^/]+\/*$/.test(url)) return url?.replace(/\/+$/, '')
  throw new ConfigError(`PUBLIC_URL must be like https://school.example, not "${url}".`)
}

function readMetricsToken(env: NodeJS.ProcessEnv): string | undefined {
  const token = env['METRICS_TOKEN'] || undefined
  if (token === undefined || token.length >= minTokenLength) return token
  throw new ConfigError(`METRICS_TOKEN must have at least ${minTokenLength} characters.`)
}

/**
 * Reads the secret from the data folder, or creates it there. The file is created atomically, so that a full
 * disk leaves no empty file and two servers do not create two secrets.
 */
function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    const temporary = `${file}.new-${process.pid}`
    try {
      writeFileSync(temporary, randomBytes(32).toString('hex'), { mode: 0o600 })
      linkSync(temporary, file)
    } catch (error) {
      if (errorCode(error) !== 'EEXIST' || !existsSync(file)) throw error
    } finally {
      rmSync(temporary, { force: true })
    }
  }
  return readFileSync(file, 'utf8').trim()
}

/**
 * Reads the settings that docs/configuration.md lists; a test compares them.
 * @throws ConfigError with the variable and its expected value
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const production = env['NODE_ENV'] === 'production'
  const dataDir = resolve(env['DATA_DIR'] || './data')
  const seed = choice('SEED', env['SEED'] || (production ? 'none' : 'demo'), ['demo', 'none'])
  if (production && seed === 'demo') {
    throw new ConfigError(
      'SEED=demo is not allowed with NODE_ENV=production, because its passwords are public. Set SEED=none.',
    )
  }
  return {
    port: portNumber(env),
    host: env['HOST'] || '127.0.0.1',
    dataDir,
    s3: readS3(env),
    databaseUrl: env['DATABASE_URL'] || undefined,
    replicaUrl: companionUrl(env, 'DATABASE_REPLICA_URL', 'standby'),
    listenUrl: companionUrl(env, 'LISTEN_URL', 'direct connection'),
    backupDir: env['BACKUP_DIR'] ? resolve(env['BACKUP_DIR']) : undefined,
    backupKeep: positiveNumber(env, 'BACKUP_KEEP', 14),
    seed,
    production,
    logLevel: choice('LOG_LEVEL', env['LOG_LEVEL'] || 'info', [
      'fatal',
      'error',
      'warn',
      'info',
      'debug',
      'trace',
      'silent',
    ]),
    metricsToken: readMetricsToken(env),
    secret: readSecret(env, dataDir, production),
    namedStatements:
      choice('NAMED_STATEMENTS', env['NAMED_STATEMENTS'] || 'on', ['on', 'off']) === 'on',
    apiDocs: choice('API_DOCS', env['API_DOCS'] || 'signed-in', ['signed-in', 'public']),
    publicUrl: readPublicUrl(env),
    trustedProxies: number(env, 'TRUSTED_PROXIES', 0),
    rateLimit: {
      all: positiveNumber(env, 'RATE_LIMIT', 1200),
      login: positiveNumber(env, 'RATE_LIMIT_LOGIN', 30),
    },
  }
}
