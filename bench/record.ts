/** Records the statements that the product runs for one call. */
import { buildApp } from '../apps/server/src/app.ts'
import type { Services } from '../apps/server/src/kernel/context.ts'
import { commands } from '../apps/server/src/modules/index.ts'
import type { DB } from '../apps/server/src/db/types.ts'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Recording, Statement } from './replay.ts'

export interface Call {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: object
}

const transactionControl = /^(begin|commit|rollback)/i

/** Makes the call on a server of its own and gives its statements and its answer. */
export async function record(
  services: Services,
  url: string,
  call: Call,
): Promise<Recording & { answer: { data: Record<string, unknown> } }> {
  const statements: Statement[] = []
  const pool = new pg.Pool({ connectionString: url })
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ level, query }) => {
      if (level !== 'query' || transactionControl.test(query.sql)) return
      statements.push({ text: query.sql, values: [...query.parameters] })
    },
  })
  const app = await buildApp({ ...services, db }, { commands })
  try {
    const { method, headers, body } = call
    const response = await app.inject({
      method,
      url: call.url,
      headers,
      ...(body ? { payload: body } : {}),
    })
    if (response.statusCode !== 200) throw new Error(`${call.url}: ${response.body}`)
    return { statements, answer: response.json() }
  } finally {
    await app.close()
    await db.destroy()
  }
}
