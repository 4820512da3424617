/** The calls that are measured: what the product is asked, and the SQL it runs for it. */
import { randomUUID } from 'node:crypto'
import type { BarName } from '../bars.ts'
import { type HttpCall, send } from '../http.ts'
import { record } from './record.ts'
import { newCustomer, registration } from './registration.ts'
import type { Recording } from './replay.ts'
import type { School } from '../school.ts'

export interface Measured {
  name: string
  /** On the product's share of the floor's throughput. */
  bar: BarName
  recording: Recording
  /** One call of the product; each writing call is a new one. */
  product: () => Promise<unknown>
  /** What the floor is sent, for the same work of reading it. */
  floor: Pick<HttpCall, 'method' | 'body'>
}

async function readCall(
  school: School,
  path: string,
  { name, bar }: Pick<Measured, 'name' | 'bar'>,
): Promise<Measured> {
  const { headers } = school
  const { statements } = await record(school, { method: 'GET', url: path, headers })
  return {
    name,
    bar,
    recording: { statements },
    product: () => send({ method: 'GET', url: school.origin + path, headers }),
    floor: { method: 'GET' },
  }
}

const listPath = '/api/v1/application/gettable?type=course'

/** The list of course applications with its default filters, count and totals. */
export const listCall = (school: School): Promise<Measured> =>
  readCall(school, listPath, { name: 'list of applications', bar: 'list of floor' })

/** The same list, searched for a part of a name. */
export const searchCall = (school: School): Promise<Measured> =>
  readCall(school, `${listPath}&text=${encodeURIComponent('ศรีสุข')}`, {
    name: 'text search',
    bar: 'text search of floor',
  })

/** One application as its screen shows it. */
export async function getCall(school: School): Promise<Measured> {
  const { application_id } = await school.services.db
    .selectFrom('application')
    .innerJoin('app_user', 'app_user.branch_id', 'application.branch_id')
    .select('application_id')
    .where('username', '=', 'registrar.kkn')
    .where('type', '=', 'course')
    .orderBy('application_id')
    .executeTakeFirstOrThrow()
  return readCall(school, `/api/v1/application/get/${application_id}`, {
    name: 'get one application',
    bar: 'get of floor',
  })
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
    bar: 'create of floor',
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
