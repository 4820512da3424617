/** Administration of the database server of the tests. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The connection string of another database on the server of `url`. */
export function databaseUrl(url: string, name: string): string {
  const database = new URL(url)
  database.pathname = `/${name}`
  return database.href
}

/** Runs a statement on a new connection to the server. */
export async function runOnServer<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'khapdee-test' })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** Drops a database if it exists, and ends the connections of this role to it. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  const deadline = Date.now() + 30_000
  for (;;) {
    try {
      await runOnServer(url, `drop database if exists ${name} with (force)`)
      return
    } catch (error) {
      // 42501: only a superuser can end an automatic vacuum, so this waits until it has finished.
      const vacuuming = error instanceof pg.DatabaseError && error.code === '42501'
      if (!vacuuming || Date.now() > deadline) throw error
    }
    await sleep(100)
  }
}
