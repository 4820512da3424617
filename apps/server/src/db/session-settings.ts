/**
 * The settings of PostgreSQL that every connection needs, also behind a pooler. A pooler assigns
 * each transaction another connection, and refuses or ignores settings at the start of one.
 */
import pg from 'pg'
import { createClient } from './hosts.ts'
import { StartError } from './start-error.ts'

/** Name in `pg_settings`, value as text there, and value to set. */
const settings = [
  // In milliseconds.
  { name: 'statement_timeout', value: '10000' },
  // Queries are too short for parallel workers to help, and other calls need the processors.
  { name: 'max_parallel_workers_per_gather', value: '0' },
  // Instants in JSON have the time zone of the session, and are compared as texts.
  { name: 'timezone', value: 'UTC' },
] as const

/** Sets all of them, for a connection that could not be started with them. */
export const setSettings = settings.map(({ name, value }) => `set ${name} = '${value}'`).join('; ')

/** The settings as options of `pg.Client`. */
export const startupSettings = {
  statement_timeout: 10_000,
  options: '-c max_parallel_workers_per_gather=0 -c timezone=UTC',
}

/** Whether a pooler refuses the settings at the start of a connection. */
const isRefused = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /unsupported startup parameter/.test(error.message)

async function withClient<T>(
  url: string,
  options: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = createClient(url, { application_name: 'khapdee-check', ...options })
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** The names of settings that a connection lacks. */
async function missingSettings(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select lower(name) as name, setting from pg_settings where lower(name) = any($1)`,
    [settings.map(({ name }) => name)],
  )
  const present = new Map(rows.map(({ name, setting }) => [name, setting]))
  return settings
    .filter(({ name, value }) => present.get(name)?.toLowerCase() !== value.toLowerCase())
    .map(({ name }) => name)
}

/** Connections of servers that start at the same time would change the role at once, which PostgreSQL refuses. */
const lockRole = `select pg_advisory_xact_lock(hashtext('khapdee settings'))`

/**
 * Stores the settings with the role, for its connections to this database, and ends idle connections that the pooler opened
 * before. The present one gets them directly.
 */
async function storeWithRole(client: pg.Client): Promise<void> {
  const statements = settings.map(
    ({ name, value }) =>
      `execute format('alter role %I in database %I set ${name} = %L', current_user, current_database(), '${value}')`,
  )
  await client.query(
    `begin; ${lockRole}; do $$ begin ${statements.join('; ')}; end $$; ${setSettings}; commit`,
  )
  await client.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = current_user
      and datname = current_database() and state = 'idle' and pid <> pg_backend_pid()`,
  )
}

/**
 * Ensures that the settings apply to every connection of `url`. A connection that cannot be started with them is one of a
 * pooler; then they are stored with the role.
 * @returns whether connections can be started with the settings
 * @throws StartError when they do not apply although they are stored
 */
export async function ensureSettings(url: string): Promise<boolean> {
  const missing = await withClient(url, startupSettings, missingSettings).catch((error) => {
    if (isRefused(error)) return null
    throw error
  })
  if (missing !== null && missing.length === 0) return true
  const isStored = await withClient(url, {}, async (client) => {
    // Poolers keep the time zone of a client, which is therefore set on each connection.
    await client.query(`set timezone = 'UTC'`)
    return (await missingSettings(client)).length === 0
  })
  if (!isStored) await withClient(url, {}, storeWithRole)
  const lacking = await withClient(url, {}, async (client) => {
    await client.query(setSettings)
    return missingSettings(client)
  })
  if (lacking.length === 0) return false
  throw new StartError(
    `The pooler of DATABASE_URL does not keep ${lacking.join(', ')}: let it reconnect to the database (in PgBouncer: RECONNECT), or connect without it.`,
  )
}

/** Timeout for a pooler with a single connection, which the transaction below holds. */
const busyMs = 1_000

/**
 * Checks that named prepared statements can be executed later. A pooler in transaction mode that
 * does not support them sends the execution to a connection that lacks the statement.
 * @throws StartError if they cannot
 */
export async function assertNamedStatements(url: string): Promise<void> {
  const named = { name: 'khapdee_check', text: 'select pg_backend_pid() as pid' }
  await withClient(url, {}, async (first) => {
    const { rows } = await first.query<{ pid: number }>(named)
    await withClient(url, {}, async (second) => {
      // Holds the connection of the pooler that has the statement.
      await second.query('begin')
      const { rows: held } = await second.query<{ pid: number }>('select pg_backend_pid() as pid')
      if (held[0]?.pid !== rows[0]?.pid) return
      const again = first.query(named).then(
        () => null,
        (error: unknown) => error,
      )
      const timeout = new Promise<null>((resolve) => setTimeout(resolve, busyMs, null))
      const error = await Promise.race([again, timeout])
      await second.query('rollback')
      const isLost = error instanceof pg.DatabaseError && error.code === '26000'
      if (isLost) {
        throw new StartError(
          'The pooler of DATABASE_URL does not keep prepared statements: set NAMED_STATEMENTS=off, or let PgBouncer 1.21 or later keep them (max_prepared_statements).',
        )
      }
      if (error !== null) throw error
      await again
    })
  })
}
