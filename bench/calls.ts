/** The calls that are measured: what the product is asked, and the SQL it runs for it. */
import { randomUUID } from 'node:crypto'
import { type HttpCall, send } from './load.ts'
import { record } from './record.ts'
import { newCustomer, registration } from './registration.ts'
import type { Recording } from './replay.ts'
import type { School } from './school.ts'

export interface Measured {
  name: string
  /** The least that the product must reach of the floor's throughput. */
  bar: number
  recording: Recording
  /** One call of the product; each writing call is a new one. */
  product: () => Promise<unknown>
  /** What the floor is sent, for the same work of reading it. */
  floor: Pick<HttpCall, 'method' | 'body'>
}

/** The list of course applications with its default filters, count and totals. */
export async function listCall(school: School): Promise<Measured> {
  const path = '/api/v1/application/gettable?type=course'
  const { headers } = school
  const { statements } = await record(school, { method: 'GET', url: path, headers })
  return {
    name: 'list of applications',
    bar: 0.8,
    recording: { statements },
    product: () => send({ method: 'GET', url: school.origin + path, headers }),
    floor: { method: 'GET' },
  }
}

/** Registering a new customer for a course that is paid in full, by cash. */
export async function createCall(school: School): Promise<Measured> {
  const path = '/api/v1/application/create'
  const key = randomUUID()
  const body = await registration(school.services.db)
  const headers = { ...school.headers, 'content-type': 'application/json' }
  const { statements, answer } = await record(school, {
    method: 'POST',
    url: path,
    headers: { ...headers, 'idempotency-key': key },
    body: JSON.stringify(body),
  })
  const { application_id, application_code, payments } = answer.data
  const { customer_id } = await school.services.db
    .selectFrom('application')
    .select('customer_id')
    .where('application_id', '=', application_id)
    .executeTakeFirstOrThrow()
  const codes = { AP: application_code, RE: payments[0]?.payment_code ?? '' }
  return {
    name: 'create with one payment',
    bar: 0.6,
    recording: {
      statements,
      fresh: { key, idcard: body.customer.idcard, customerId: customer_id, codes },
    },
    product: () =>
      send({
        method: 'POST',
        url: school.origin + path,
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body: JSON.stringify({ ...body, customer: newCustomer() }),
      }),
    floor: { method: 'POST', body: JSON.stringify(body) },
  }
}
