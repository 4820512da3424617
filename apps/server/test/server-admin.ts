/** What tests do to the database server as a whole. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The connection string `url` for another database of the same server. */
export function onDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

/** Runs one statement on a connection of its own. */
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

/** Removes a database, where there is one, whoever of this role is still connected to it. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  const deadline = Date.now() + 30_000
  for (;;) {
    try {
      await runOnServer(url, `drop database if exists ${name} with (force)`)
      return
    } catch (error) {
      // An automatic vacuum is nobody's to end but a superuser's; it ends by itself.
      const vacuuming = error instanceof pg.DatabaseError && error.code === '42501'
      if (!vacuuming || Date.now() > deadline) throw error
    }
    await sleep(100)
  }
}
