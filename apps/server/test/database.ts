/** Creates databases for tests. */
import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { dropDatabase, databaseUrl, runOnServer } from './server-admin.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a database on the test server. */
    databaseServer: string
    /** Name of the template; the names of this run's databases begin with it. */
    databaseTemplate: string
  }
}

export interface TestDatabase {
  readonly url: string
  /** Drops the database and ends its connections. */
  drop(): Promise<void>
}

/** Creates a migrated, empty database, which takes about 30 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('databaseServer')
  const template = inject('databaseTemplate')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await runOnServer(server, `create database ${name} template ${template} strategy wal_log`)
  return {
    url: databaseUrl(server, name),
    drop: () => dropDatabase(server, name),
  }
}
