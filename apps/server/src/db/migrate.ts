/** Runs the numbered migration files in `migrations/`. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  DEFAULT_MIGRATION_TABLE,
  Kysely,
  type Migration,
  type MigrationProvider,
  Migrator,
  PostgresDialect,
  sql,
} from 'kysely'
import pg from 'pg'
import { StartError } from './start-error.ts'

type MigrationTable = Record<typeof DEFAULT_MIGRATION_TABLE, { name: string }>

/** The folder beside this file, or beside the bundle in `dist/`. */
const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * Runs every pending migration in the order of their names, each in a separate transaction. Parallel work may add a
 * migration with a lower number than one that a database already has, so the order of earlier ones is not compared.
 * Servers that start at the same time wait for each other. There are no down migrations.
 *
 * @param url a PostgreSQL connection string; its role must own the database
 * @param options.only the names of the migrations to run; all by default
 * @returns names of the migrations that ran
 * @throws StartError when the database has migrations that this program does not know; otherwise the error of a failed
 *   migration, which is rolled back; earlier ones stay
 */
export async function migrate(
  url: string,
  { folder = migrationsFolder, only }: { folder?: string; only?: readonly string[] } = {},
): Promise<string[]> {
  // A separate pool without timeouts, because a migration may take longer than any query of the application.
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'khapdee-migrate' })
  pool.on('error', () => {})
  // The query reports a lost connection; without a listener the event would also end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<MigrationTable>({ dialect: new PostgresDialect({ pool }) })
  const provider = sqlFiles(folder, only)
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true })
  const ran: string[] = []
  try {
    await assertKnown(migrator, db)
    for (;;) {
      const { error, results = [] } = await migrator.migrateUp()
      if (error) throw error
      if (results.length === 0) return ran
      ran.push(...results.map(({ migrationName }) => migrationName))
    }
  } finally {
    await db.destroy()
  }
}

/** Refuses a database with migrations of a newer program. @throws StartError */
async function assertKnown(migrator: Migrator, db: Kysely<MigrationTable>): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return
  const known = new Set((await migrator.getMigrations()).map(({ name }) => name))
  const rows = await db.selectFrom(DEFAULT_MIGRATION_TABLE).select('name').orderBy('name').execute()
  const unknown = rows.map(({ name }) => name).filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new StartError(
    `The database was changed by a newer version of Khapdee (${unknown.join(', ')}): start that version, or restore a backup of this one.`,
  )
}

/** The names of the migrations of this program, in their order. */
export const knownMigrations = async (folder = migrationsFolder): Promise<string[]> =>
  (await readdir(folder))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .toSorted()

function sqlFiles(folder: string, only: readonly string[] | undefined): MigrationProvider {
  return {
    async getMigrations() {
      const known = await knownMigrations(folder)
      const names = only === undefined ? known : known.filter((name) => only.includes(name))
      const entries = names.map(async (name): Promise<[string, Migration]> => {
        const text = await readFile(join(folder, `${name}.sql`), 'utf8')
        return [name, { up: async (db) => void (await sql.raw(text).execute(db)) }]
      })
      return Object.fromEntries(await Promise.all(entries))
    },
  }
}
