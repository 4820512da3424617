/** Requests that pay outstanding balances. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { send } from '../http.ts'
import type { School, AuthHeaders } from '../school.ts'

/** Amount of each payment in satang: one baht, so that no balance runs out. */
const amount = 100

/** Returns `count` tasks, each of which pays one baht for a different application of the branch. */
export async function createPaymentTasks(
  { services, origin }: School,
  headers: AuthHeaders,
  branchCode: string,
  count: number,
): Promise<(() => Promise<unknown>)[]> {
  const { rows } = await sql<{ application_id: number; line_id: number }>`
    select distinct on (a.application_id) a.application_id, l.line_id
    from application a join branch b using (branch_id) join application_line l using (application_id)
    where b.code = ${branchCode} and a.status = 'outstanding' and not a.is_delete
      and l.cost - l.discount - l.paid > ${amount}
    order by a.application_id desc limit ${count}`.execute(services.db)
  if (rows.length < count) throw new Error(`only ${rows.length} applications are outstanding`)
  return rows.map(({ application_id, line_id }) => () => {
    const lines = [{ line_id, paid: amount / 100, pay_type: 'cash' }]
    return send({
      method: 'POST',
      url: `${origin}/api/v1/application/paybalance`,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ application_id, lines }),
    })
  })
}
