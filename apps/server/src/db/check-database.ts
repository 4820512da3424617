/** Checks version, encoding and extensions of a database before migrations run. */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createClient, isWritable } from './hosts.ts'
import { assertNamedStatements, ensureSettings } from './session-settings.ts'
import { errorCode, StartError } from './start-error.ts'

/** The oldest supported major version of PostgreSQL. */
const oldestMajor = 15

/** The method of a connection that the checks use; tests replace it. */
interface Queryable {
  query(text: string): Promise<{ rows: Record<string, unknown>[] }>
}

/** Properties of the connections of a database, for the pool. */
export interface Connections {
  /** Whether connections can be started with the settings that they need; see `ensureSettings`. */
  startsWithSettings: boolean
}

/** Each other server that starts at the same time may end the connections of a pooler once. */
const maxTries = 8
const retryMs = 200

/** What PgBouncer answers, with the code of an ended connection, for a database or role that it or the server lacks. */
const isUnknown = (error: unknown): boolean =>
  error instanceof Error && /no such (?:database|user)|does not exist/.test(error.message)

/** Whether the connection was ended by another server, which stores settings with the role; see `ensureSettings`. */
const wasEnded = (error: unknown): boolean =>
  // 08P01 is what PgBouncer answers when its connection to the database was ended.
  (['57P01', '08P01'].includes(errorCode(error)) && !isUnknown(error)) ||
  (error instanceof Error && /Connection terminated|not queryable/.test(error.message))

async function retryWhenEnded<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!wasEnded(error)) throw error
      if (tries === maxTries) {
        throw new StartError(
          `The database ends each connection (${error instanceof Error ? error.message : String(error)}): look into its log or that of the pooler, or correct DATABASE_URL.`,
        )
      }
      await wait(retryMs * Math.random())
    }
  }
}

/**
 * Checks the server's version, that it accepts writes and that trigram search works for Thai text,
 * and detects what a pooler in front of it supports. Creates the extension pg_trgm if it is
 * missing.
 *
 * @param url a PostgreSQL connection string
 * @param options.namedStatements whether prepared statements must be kept
 * @throws StartError with a message for the operator
 */
export const checkDatabase = (
  url: string,
  { namedStatements = false }: { namedStatements?: boolean } = {},
): Promise<Connections> => retryWhenEnded(() => checkOnce(url, namedStatements))

async function checkOnce(url: string, namedStatements: boolean): Promise<Connections> {
  const client = await connect(url)
  try {
    await assertVersion(client)
    if (!(await isWritable(client))) {
      throw new StartError(
        `The database at ${client.host}:${client.port} is read-only, as a standby is: set DATABASE_URL to the primary, or name both servers in it.`,
      )
    }
    await assertThaiSearch(client)
  } finally {
    await client.end().catch(() => {})
  }
  const startsWithSettings = await ensureSettings(url)
  if (namedStatements) await assertNamedStatements(url)
  return { startsWithSettings }
}

/** Connects once. @throws StartError for a server that does not answer or refuses the connection */
export const checkConnection = (url: string): Promise<Connections> =>
  retryWhenEnded(async () => {
    const client = await connect(url)
    await client.end().catch(() => {})
    return { startsWithSettings: await ensureSettings(url) }
  })

async function connect(url: string): Promise<pg.Client> {
  const client = open(url)
  try {
    await client.connect()
    return client
  } catch (error) {
    if (error instanceof StartError || wasEnded(error)) throw error
    if (error instanceof pg.DatabaseError) {
      throw new StartError(
        `The database server refuses the connection (${error.message}): correct DATABASE_URL, or create the role or database in it.`,
      )
    }
    const reason = errorCode(error) || (error instanceof Error ? error.message : String(error))
    throw new StartError(
      `The database at ${client.host}:${client.port} does not answer (${reason}): start it, or correct DATABASE_URL.`,
    )
  }
}

function open(url: string): pg.Client {
  try {
    return createClient(url, {
      application_name: 'khapdee-check',
      connectionTimeoutMillis: 8_000,
    })
  } catch {
    throw new StartError(
      'DATABASE_URL is not a database address: write it as postgres://user:password@host:5432/database.',
    )
  }
}

/** @throws StartError when the server is older than `oldestMajor` */
export async function assertVersion(client: Queryable): Promise<void> {
  const { rows } = await client.query('show server_version')
  const version = String(rows[0]?.['server_version'])
  if (Number.parseInt(version, 10) >= oldestMajor) return
  throw new StartError(
    `The database server is PostgreSQL ${version}: set DATABASE_URL to one of version ${oldestMajor} or later.`,
  )
}

/**
 * Checks that pg_trgm extracts trigrams from Thai words, which every text search requires. A database whose
 * character type is `C` treats Thai letters as punctuation and finds nothing.
 *
 * @throws StartError naming what the database lacks
 */
export async function assertThaiSearch(client: Queryable): Promise<void> {
  try {
    await client.query('create extension if not exists pg_trgm')
  } catch (error) {
    // 23505: another server that starts at the same time has created it.
    if (errorCode(error) !== '23505') throw withoutTrigrams(error)
  }
  if (await findsThai(client)) return
  throw new StartError(
    "The database's character type does not include Thai letters: create the database again with " +
      `"template template0 encoding 'UTF8' lc_ctype 'C.UTF-8'", and set DATABASE_URL to it.`,
  )
}

async function findsThai(client: Queryable): Promise<boolean> {
  try {
    const { rows } = await client.query(`select cardinality(show_trgm('สมศรี')) as words`)
    return Number(rows[0]?.['words']) > 0
  } catch (error) {
    // 22P05: the database's encoding has no Thai letters at all.
    if (errorCode(error) === '22P05') return false
    throw error
  }
}

function withoutTrigrams(error: unknown): unknown {
  switch (errorCode(error)) {
    case '42501':
      return new StartError(
        'The database lacks the extension pg_trgm and this role may not create it: let the role own the database, or let a superuser run "create extension pg_trgm" in it.',
      )
    case '0A000':
    case '58P01':
      return new StartError(
        'The database server lacks the extension pg_trgm: install the extensions that come with PostgreSQL (Debian has them in postgresql-15, others in postgresql-contrib).',
      )
    default:
      return error
  }
}
