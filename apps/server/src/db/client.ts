/**
 * The way to the database: a pool that survives lost connections, and Kysely on top of it with
 * every query sent as a named prepared statement.
 */
import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { DB } from './types.ts'

/** Numbers of PostgreSQL's types. */
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
 * Rows come back as the wire wants them: `int8` a number (one beyond 2^53 throws), `numeric` a
 * number likewise, `date` a `YYYY-MM-DD` string, `timestamptz` an ISO 8601 string in UTC with milliseconds.
 *
 * Behind PgBouncer, let it ignore the start-up parameters `statement_timeout` and `options`.
 *
 * @param url a PostgreSQL connection string
 * @param options.patienceMs after so long without an answer, a connection counts as lost; without
 *   it, as work may need that takes as long as it takes, only when it breaks
 */
export function createPool(url: string, { patienceMs }: { patienceMs?: number } = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'khapdee',
    max: 10,
    // A new connection knows no plans, and costs more than most of the calls it would be made for.
    idleTimeoutMillis: 600_000,
    connectionTimeoutMillis: 3_000,
    statement_timeout: 10_000,
    // A call is over sooner than it pays to start workers, and others are waiting for the processors.
    options: '-c max_parallel_workers_per_gather=0',
    keepAlive: true,
    types: { getTypeParser },
    ...(patienceMs === undefined ? {} : { query_timeout: patienceMs }),
  })
  // Without a listener a lost connection ends the process. An idle one just leaves the pool; one
  // in use fails the query that runs on it, and that is where the loss is told.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Kysely on `pool`. Whoever made the pool ends it.
 *
 * @param options.namedStatements send queries as named prepared statements; not for poolers that
 *   hand each transaction another connection
 */
export function createDb(
  pool: pg.Pool,
  { namedStatements }: { namedStatements: boolean },
): Kysely<DB> {
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: namedStatements ? namingPool(pool) : pool }),
  })
}

/**
 * Runs hand-written SQL as a named prepared statement, past Kysely; `text` should be one of a fixed few.
 * Inside Kysely's transactions `CompiledQuery.raw` does the same.
 */
export async function namedQuery<Row extends pg.QueryResultRow>(
  client: pg.ClientBase | pg.Pool,
  text: string,
  values: readonly unknown[],
): Promise<pg.QueryResult<Row>> {
  const name = nameOf(text)
  try {
    return await client.query<Row>(
      name ? { name, text, values: [...values] } : { text, values: [...values] },
    )
  } catch (error) {
    if (isStalePlan(error)) renew(text)
    // What it still has to say would be taken for the answer to the next query.
    if (isSilence(error) && client instanceof pg.Client) void client.end()
    throw error
  }
}

/** The pool as Kysely sees it, each client naming its statements. */
function namingPool(pool: pg.Pool): PostgresPool {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect()
      const known = wrapped.get(client)
      if (known) return known
      const naming: PostgresPoolClient = {
        // Cast, because Kysely's type also promises cursors, which it uses only when given a cursor class.
        query: ((text: string, values: readonly unknown[]) =>
          namedQuery(client, text, values)) as unknown as PostgresPoolClient['query'],
        release: () => client.release(),
      }
      wrapped.set(client, naming)
      return naming
    },
    end: () => pool.end(),
  }
}

/**
 * Names are kept for this many texts. Each costs memory on every connection, so texts without end
 * (a list of values of any length) must not all get one.
 */
export const namedTexts = 500
const names = new Map<string, string>()

/**
 * A query that begins so gets no name: PostgreSQL plans it each time for the values at hand. For
 * filters by which a plan may be a hundred times too slow for the next person's values.
 */
export const plannedForItsValues = '/* planned for its values */'

function nameOf(text: string): string | undefined {
  if (text.startsWith(plannedForItsValues)) return undefined
  const known = names.get(text)
  if (known || names.size >= namedTexts) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** After a migration a prepared `select *` no longer fits its table, and PostgreSQL refuses it for good. */
function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && /cached plan/.test(error.message)
  )
}

const isSilence = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

/** Gives a text a new name, so that it is prepared afresh from now on. */
function renew(text: string): void {
  const name = names.get(text)
  if (name) names.set(text, createHash('sha1').update(name).digest('base64url'))
}

function integer(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the safe integers`)
  return value
}

const builtinInstant: (text: string) => Date | number = pg.types.getTypeParser(oid.timestamptz)
const builtinTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(oid.textArray)

/** `2024-02-29 16:59:59.9876+00` of this era, as a database that keeps UTC writes it. */
const inUtc = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/

/** `infinity` and `-infinity` are no instants and stay as they are. */
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

/** Sums of `int8` and the two decimals of a percentage: few enough digits to be exact. */
function decimal(text: string): number {
  const value = Number(text)
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new RangeError(`${text} is beyond the safe integers`)
  return value
}

const same = (text: string): string => text

const parsers = new Map<number, (text: string) => unknown>([
  [oid.int8, integer],
  [oid.numeric, decimal],
  [oid.date, same],
  [oid.timestamptz, instant],
  [oid.int8Array, arrayOf(integer)],
  [oid.dateArray, arrayOf(same)],
  [oid.timestamptzArray, arrayOf(instant)],
])

const getTypeParser = ((id: number, format?: 'text' | 'binary') =>
  (format !== 'binary' && parsers.get(id)) ||
  pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser
