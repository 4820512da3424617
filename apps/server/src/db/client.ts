/**
 * Database access: a pool that survives lost connections, and Kysely on top of it with every query
 * sent as a named prepared statement, unless names are disabled or it is marked by
 * {@link unnamedStatement}.
 */
import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import { connectionOptions } from './hosts.ts'
import { setSettings, startupSettings } from './session-settings.ts'
import type { DB } from './types.ts'

/** Object ids of PostgreSQL's types. */
const oid = {
  int8: 20,
  numeric: 1700,
  int8Array: 1016,
  date: 1082,
  dateArray: 1182,
  timestamptz: 1184,
  timestamptzArray: 1185,
  textArray: 1009,
}

/**
 * Opens a pool.
 *
 * Types of values in rows: `int8` and `numeric` a number (one beyond 2^53 throws a
 * RangeError), `date` a `YYYY-MM-DD` string, `timestamptz` an ISO 8601 string in UTC with milliseconds.
 *
 * @param url a PostgreSQL connection string
 * @param options.answerTimeoutMs time after which a connection without an answer is treated as lost;
 *   undefined for statements of unlimited duration
 * @param options.pipeline whether to send a query before the previous one is answered
 * @param options.startsWithSettings false where `ensureSettings` has returned false
 */
export function createPool(
  url: string,
  {
    answerTimeoutMs,
    pipeline = false,
    startsWithSettings = true,
  }: { answerTimeoutMs?: number; pipeline?: boolean; startsWithSettings?: boolean } = {},
): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    application_name: 'khapdee',
    max: 10,
    // A new connection has no prepared plans, and costs more than most calls.
    idleTimeoutMillis: 600_000,
    connectionTimeoutMillis: 3_000,
    ...(startsWithSettings
      ? startupSettings
      : { onConnect: async (client: pg.ClientBase) => void (await client.query(setSettings)) }),
    keepAlive: true,
    pipeline,
    types: { getTypeParser },
    ...(answerTimeoutMs === undefined ? {} : { query_timeout: answerTimeoutMs }),
  })
  // Without listeners, a lost connection would end the process. The pool removes an idle connection;
  // on a connection in use, the running query fails and reports the loss.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Kysely on `pool`. The caller of {@link createPool} ends the pool.
 *
 * @param options.namedStatements whether to send queries as named prepared statements; false for
 *   connection poolers in transaction mode
 */
export function createDb(
  pool: pg.Pool,
  { namedStatements }: { namedStatements: boolean },
): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PoolDialect(pool, namedStatements) })
}

/**
 * Runs SQL as a named prepared statement without Kysely; `text` should be one of a fixed set.
 * Inside Kysely's transactions `CompiledQuery.raw` does the same.
 */
export async function namedQuery<Row extends pg.QueryResultRow>(
  client: pg.ClientBase | pg.Pool,
  text: string,
  values: readonly unknown[],
): Promise<pg.QueryResult<Row>> {
  return send<Row>(client, nameOf(text), text, values)
}

async function send<Row extends pg.QueryResultRow>(
  client: pg.ClientBase | pg.Pool,
  name: string | undefined,
  text: string,
  values: readonly unknown[],
): Promise<pg.QueryResult<Row>> {
  try {
    return await client.query<Row>(
      name ? { name, text, values: [...values] } : { text, values: [...values] },
    )
  } catch (error) {
    if (isStalePlan(error)) prepareAgain(text, name)
    // A late answer would be read as that to the next query; a server that became a standby will not accept writes again.
    if ((isReadTimeout(error) || isReadOnly(error)) && client instanceof pg.Client)
      void client.end()
    throw error
  }
}

interface UnnamedQuery<Row> extends CompiledQuery<Row> {
  readonly unnamed: true
}

/**
 * Marks a query to be sent without a name, so that PostgreSQL plans it each time for the given
 * values. For filters whose cached plan may be a hundred times too slow for other values.
 */
export const unnamedStatement = <Row>(query: CompiledQuery<Row>): CompiledQuery<Row> => {
  const unnamed: UnnamedQuery<Row> = { ...query, unnamed: true }
  return unnamed
}

/** Kysely's PostgreSQL dialect over connections that name their statements and end after a query without an answer. */
class PoolDialect extends PostgresDialect {
  readonly #pool: pg.Pool
  readonly #namesStatements: boolean

  constructor(pool: pg.Pool, namesStatements: boolean) {
    super({ pool })
    this.#pool = pool
    this.#namesStatements = namesStatements
  }

  override createDriver(): Driver {
    return new PoolDriver(this.#pool, this.#namesStatements)
  }
}

class PoolDriver extends PostgresDriver {
  readonly #pool: pg.Pool
  readonly #namesStatements: boolean
  readonly #connections = new WeakMap<pg.PoolClient, PoolConnection>()

  constructor(pool: pg.Pool, namesStatements: boolean) {
    super({ pool })
    this.#pool = pool
    this.#namesStatements = namesStatements
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const client = await this.#pool.connect()
    const known = this.#connections.get(client)
    if (known !== undefined) return known
    const connection = new PoolConnection(client, this.#namesStatements)
    this.#connections.set(client, connection)
    return connection
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof PoolConnection) connection.client.release()
  }
}

/** Commands for which `rowCount` is the number of changed rows. */
const rowCountCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

const begins = /^(?:begin|start transaction)\b/
const ends = /^(?:commit|rollback)$/

class PoolConnection implements DatabaseConnection {
  readonly client: pg.PoolClient
  readonly #namesStatements: boolean
  /** Whether the next statement is sent inside a transaction. */
  #isInTransaction = false

  constructor(client: pg.PoolClient, namesStatements: boolean) {
    this.client = client
    this.#namesStatements = namesStatements
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#isInTransaction =
      begins.test(query.sql) || (this.#isInTransaction && !ends.test(query.sql))
    const isAlone = !this.#isInTransaction
    try {
      return await this.#send<Row>(query).catch((error: unknown) => {
        // A transaction has failed with its statement, and is repeated as a whole.
        if (isAlone && isStalePlan(error)) return this.#send<Row>(query)
        throw error
      })
    } catch (error) {
      throw withCallers(error)
    }
  }

  async #send<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#batchWrites()
    const isNamed = this.#namesStatements && !('unnamed' in query)
    const name = isNamed ? nameOf(query.sql) : undefined
    const { command, rowCount, rows } = await send<Row & pg.QueryResultRow>(
      this.client,
      name,
      query.sql,
      query.parameters,
    )
    return rowCountCommands.has(command) && rowCount !== null
      ? { rows, numAffectedRows: BigInt(rowCount) }
      : { rows }
  }

  /** Sends the queries of one event-loop turn in one socket write, because a write costs as much as a query. */
  #batchWrites(): void {
    // The types of pg lack `connection`.
    const { stream } = (this.client as unknown as { connection: { stream: Writable } }).connection
    if (!this.client.pipeline || stream.writableCorked > 0) return
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('streaming is not supported')
  }
}

/** Whether queries can be sent before the previous one is answered. */
export const isPipelining = (connection: DatabaseConnection): boolean =>
  connection instanceof PoolConnection && connection.client.pipeline

/** Adds the callers to the stack of an error of `pg`, which ends at the socket. */
function withCallers(error: unknown): unknown {
  if (error instanceof Error && error.stack !== undefined) {
    error.stack += (new Error('callers').stack ?? '').replace(/^[^\n]*/, '')
  }
  return error
}

/**
 * Maximum number of texts with a name. Each costs memory on every connection, so an unbounded set of texts
 * (e.g. with a list of values of any length) must not be named.
 */
export const maxNamedTexts = 500
const names = new Map<string, string>()
/** Number of times that all texts got new names. */
let renamings = 0

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= maxNamedTexts) return known
  const name = createHash('sha1').update(`${renamings}${text}`).digest('base64url')
  names.set(text, name)
  return name
}

/**
 * Whether PostgreSQL refuses a prepared statement because its result columns have changed, as those of
 * `select *` after a migration. It refuses the statement until it is prepared under a new name.
 */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && /cached plan/.test(error.message)
  )
}

const isReadTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

const isReadOnly = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '25006'

/**
 * Assigns new names to all texts, so that they are prepared again. Does nothing if that has
 * happened since `name` was sent: a changed table affects several statements of a call, and the
 * call would otherwise be repeated for each of them.
 */
function prepareAgain(text: string, name: string | undefined): void {
  if (name === undefined || names.get(text) !== name) return
  renamings += 1
  names.clear()
}

function integer(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${text} exceeds the range of safe integers`)
  return value
}

const builtinInstant: (text: string) => Date | number = pg.types.getTypeParser(oid.timestamptz)
const builtinTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(oid.textArray)

/** `2024-02-29 16:59:59.9876+00`: a timestamp as a session with time zone UTC formats it, except years BC. */
const inUtc = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/

/** An ISO 8601 string; `infinity` and `-infinity` are returned unchanged. */
function instant(text: string): string {
  const [, date, time, fraction = ''] = inUtc.exec(text) ?? []
  if (date !== undefined) return `${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
  const value = builtinInstant(text)
  return value instanceof Date ? value.toISOString() : text
}

const arrayOf =
  <T>(parse: (text: string) => T) =>
  (text: string): (T | null)[] =>
    builtinTexts(text).map((item) => (item === null ? null : parse(item)))

/** Sums of `int8`, and percentages with two decimals, have few enough digits to be exact. */
function decimal(text: string): number {
  const value = Number(text)
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new RangeError(`${text} exceeds the range of safe integers`)
  return value
}

const unchanged = (text: string): string => text

const parsers = new Map<number, (text: string) => unknown>([
  [oid.int8, integer],
  [oid.numeric, decimal],
  [oid.date, unchanged],
  [oid.timestamptz, instant],
  [oid.int8Array, arrayOf(integer)],
  [oid.dateArray, arrayOf(unchanged)],
  [oid.timestamptzArray, arrayOf(instant)],
])

const getTypeParser = ((id: number, format?: 'text' | 'binary') =>
  (format !== 'binary' && parsers.get(id)) ||
  pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser
