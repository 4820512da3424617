/** What tests do to the database server as a whole. */
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
