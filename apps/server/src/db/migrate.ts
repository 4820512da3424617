/** Runs the numbered migration files in `migrations/`. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  CompiledQuery,
  DEFAULT_MIGRATION_LOCK_TABLE,
  DEFAULT_MIGRATION_TABLE,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Driver,
  Kysely,
  type Migration,
  type MigrationProvider,
  Migrator,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
  sql,
} from 'kysely'
import pg from 'pg'
import { connectionOptions } from './hosts.ts'
import { errorCode, StartError } from './start-error.ts'

type MigrationTable = Record<typeof DEFAULT_MIGRATION_TABLE, { name: string }>

/** The advisory lock of migrations; the same as the one of Kysely, which earlier versions of this program take. */
const lockTransaction = CompiledQuery.raw('select pg_advisory_xact_lock(3853314791062309107)')

/**
 * Takes the lock of migrations at the beginning of each transaction. Kysely's adapter takes it for the session: a pooler in
 * transaction mode may unlock in another session, and no server would start until the first one ends.
 */
class MigrationDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await super.beginTransaction(connection, settings)
    try {
      await connection.executeQuery(lockTransaction)
    } catch (error) {
      await this.rollbackTransaction(connection)
      throw error
    }
  }
}

class MigrationAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class MigrationDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new MigrationDriver(this.#config)
  }

  override createAdapter(): PostgresAdapter {
    return new MigrationAdapter()
  }

  /**
   * Finds only the tables of the migrator. The migrator looks for them twice for each migration; reading every column of
   * the schema each time took most of the time of a first start.
   */
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    const getTables = async () => {
      const tables = await db
        .withTables<{ pg_tables: { tablename: string; schemaname: string } }>()
        .selectFrom('pg_tables')
        .select(['tablename as name', 'schemaname as schema'])
        .where('tablename', 'in', [DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE])
        .execute()
      return tables.map((table) => ({ ...table, isView: false, columns: [] }))
    }
    return {
      getSchemas: async () => [],
      getTables,
      getMetadata: async () => ({ tables: await getTables() }),
    }
  }
}

/** The folder beside this file, or beside the bundle in `dist/`. */
const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * Time that a migration waits for a table, while later calls on the table wait behind it. Less than
 * PostgreSQL's `deadlock_timeout`, so that in a deadlock the migration fails and is repeated, not a
 * call.
 */
const lockTimeoutMs = 500
/** Time between two attempts, in which these calls run. */
const pauseMs = 1_000
/** Attempts before the start fails: five minutes for a long report or backup to end. */
const maxAttempts = 150
// Lock not available, deadlock, and statement timeout. The last one occurs behind a pooler, whose connections have the time limit of calls, while another server migrates for longer. Migrations themselves have no limit.
const lockCodes = new Set(['55P03', '40P01', '57014'])

/** End of the names of migrations on which the version before them can run. */
const compatibleSuffix = '.compatible'

/**
 * Runs every pending migration in the order of their names, each in a separate transaction. Parallel work may add a
 * migration with a lower number than one that a database already has, so the order of earlier ones is not compared.
 * Servers that start at the same time wait for each other. There are no down migrations.
 *
 * Servers of the version before may work meanwhile: a migration that does not get a table at once is rolled back and
 * repeated. They may also start afterwards if the names of all newer migrations end with `.compatible`.
 *
 * @param url a PostgreSQL connection string; its role must own the database
 * @param options.only the names of the migrations to run; all by default
 * @returns names of the migrations that ran
 * @throws StartError when the database has migrations on which this program cannot run; otherwise the error of a failed
 *   migration, which is rolled back; earlier ones stay
 */
export async function migrate(
  url: string,
  { folder = migrationsFolder, only }: { folder?: string; only?: readonly string[] } = {},
): Promise<string[]> {
  // A separate pool without timeouts, because a migration may take longer than any query of the application.
  const pool = new pg.Pool({
    ...connectionOptions(url),
    max: 1,
    application_name: 'khapdee-migrate',
  })
  pool.on('error', () => {})
  // The query reports a lost connection; without a listener the event would also end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<MigrationTable>({ dialect: new MigrationDialect({ pool }) })
  const ran: string[] = []
  try {
    const provider = sqlFiles(folder, { only, newer: await newerMigrations(db, folder) })
    const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true })
    for (let attempt = 1; ;) {
      const { error, results = [] } = await migrator.migrateUp()
      if (lockCodes.has(errorCode(error)) && attempt < maxAttempts) {
        attempt += 1
        await sleep(pauseMs)
        continue
      }
      if (error) throw error
      if (results.length === 0) return ran
      ran.push(...results.map(({ migrationName }) => migrationName))
    }
  } finally {
    await db.destroy()
  }
}

/**
 * The names of the database's migrations that this program does not have.
 * @throws StartError when this program cannot run on one of them
 */
async function newerMigrations(db: Kysely<MigrationTable>, folder: string): Promise<string[]> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return []
  const known = new Set(await knownMigrations(folder))
  const rows = await db.selectFrom(DEFAULT_MIGRATION_TABLE).select('name').orderBy('name').execute()
  const newer = rows.map(({ name }) => name).filter((name) => !known.has(name))
  const breaking = newer.filter((name) => !name.endsWith(compatibleSuffix))
  if (breaking.length === 0) return newer
  throw new StartError(
    `The database was changed by a newer version of Khapdee (${breaking.join(', ')}): start that version, or restore a backup of this one.`,
  )
}

/** The names of the migrations of this program, in their order. */
export const knownMigrations = async (folder = migrationsFolder): Promise<string[]> =>
  (await readdir(folder))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .toSorted()

/** Runs the text of a migration in its transaction. */
async function runFile(db: Kysely<unknown>, text: string): Promise<void> {
  await sql
    .raw(`set local lock_timeout = ${lockTimeoutMs}; set local statement_timeout = 0`)
    .execute(db)
  await sql.raw(text).execute(db)
}

/** The migrations of this program, of which those in `newer` have run with a newer one. */
function sqlFiles(
  folder: string,
  { only, newer }: { only: readonly string[] | undefined; newer: readonly string[] },
): MigrationProvider {
  return {
    async getMigrations() {
      const known = await knownMigrations(folder)
      const names = only === undefined ? known : known.filter((name) => only.includes(name))
      const entries = names.map((name): [string, Migration] => [
        name,
        { up: async (db) => runFile(db, await readFile(join(folder, `${name}.sql`), 'utf8')) },
      ])
      const done: [string, Migration][] = newer.map((name) => [name, { up: async () => {} }])
      return Object.fromEntries([...entries, ...done])
    },
  }
}
