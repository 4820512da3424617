/** Taking a payment for what is owed, in a small school and in a large one. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { send } from '../http.ts'
import type { School, SignedIn } from '../school.ts'

/** One baht, in satang: so little that every call finds something owed. */
const little = 100

/** Calls that each take one baht for another application of a branch; @param count how many */
export async function paymentsOf(
  { services, origin }: School,
  headers: SignedIn,
  branchCode: string,
  count: number,
): Promise<(() => Promise<unknown>)[]> {
  const { rows } = await sql<{ application_id: number; line_id: number }>`
    select distinct on (a.application_id) a.application_id, l.line_id
    from application a join branch b using (branch_id) join application_line l using (application_id)
    where b.code = ${branchCode} and a.status = 'outstanding' and not a.is_delete
      and l.cost - l.discount - l.paid > ${little}
    order by a.application_id desc limit ${count}`.execute(services.db)
  if (rows.length < count) throw new Error(`only ${rows.length} applications owe anything`)
  return rows.map(({ application_id, line_id }) => () => {
    const lines = [{ line_id, paid: little / 100, pay_type: 'cash' }]
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
