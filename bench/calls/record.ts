/** Records the SQL statements of one call. */
import { buildApp } from '../../apps/server/src/app.ts'
import { commands } from '../../apps/server/src/modules/index.ts'
import type { DB } from '../../apps/server/src/db/types.ts'
import { Kysely, PostgresDialect } from 'kysely'
import { createPool } from '../../apps/server/src/db/client.ts'
import type { HttpCall } from '../http.ts'
import type { Statement } from './replay.ts'
import type { School } from '../school.ts'

const transactionControl = /^(begin|commit|rollback)/i

interface Answer {
  data: {
    application_id: number
    application_code: string
    payments: { payment_code: string }[]
  }
}

/** Sends the call to a server in this process; returns its statements, without begin and commit, and its answer. */
export async function record(
  { services, databaseUrl }: School,
  call: HttpCall,
): Promise<{ statements: Statement[]; answer: Answer }> {
  const statements: Statement[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: createPool(databaseUrl) }),
    log: ({ level, query }) => {
      if (level !== 'query' || transactionControl.test(query.sql)) return
      statements.push({ text: query.sql, values: [...query.parameters] })
    },
  })
  const app = await buildApp({ ...services, db }, { commands })
  try {
    const { method, url, headers, body } = call
    const payload = body === undefined ? {} : { payload: body }
    const response = await app.inject({ method, url, headers, ...payload })
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.body}`)
    return { statements, answer: response.json() }
  } finally {
    await app.close()
    await db.destroy()
  }
}
