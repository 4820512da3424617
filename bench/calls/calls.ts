/**
 * The measured calls: for each the request to the product, its recorded SQL, and the request to the
 * minimal server (`floor.ts`).
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ThresholdName } from '../thresholds.ts'
import { type HttpCall, send } from '../http.ts'
import { record } from './record.ts'
import { newCustomer, registration } from './registration.ts'
import type { Recording } from './replay.ts'
import type { School } from '../school.ts'

export interface MeasuredCall {
  name: string
  /** Threshold for the throughput of the product divided by that of the minimal server. */
  threshold: ThresholdName
  recording: Recording
  /** Calls the product. A writing call creates a new record each time. */
  product: () => Promise<unknown>
  /** Request to the minimal server, with a body of the same size to parse. */
  floor: Pick<HttpCall, 'method' | 'body'>
}

async function readCall(
  school: School,
  path: string,
  { name, threshold }: Pick<MeasuredCall, 'name' | 'threshold'>,
): Promise<MeasuredCall> {
  const { headers } = school
  const { statements } = await record(school, { method: 'GET', url: path, headers })
  return {
    name,
    threshold,
    recording: { statements },
    product: () => send({ method: 'GET', url: school.origin + path, headers }),
    floor: { method: 'GET' },
  }
}

const listPath = '/api/v1/application/gettable?type=course'

/** The list of course applications with its default filters, count and totals. */
export const listCall = (school: School): Promise<MeasuredCall> =>
  readCall(school, listPath, { name: 'list of applications', threshold: 'list, share of floor' })

/** The list of `listCall`, filtered by a part of a customer's name. */
export const searchCall = (school: School): Promise<MeasuredCall> =>
  readCall(school, `${listPath}&text=${encodeURIComponent('ศรีสุข')}`, {
    name: 'text search',
    threshold: 'text search, share of floor',
  })

/** One application with all details. */
export async function getCall(school: School): Promise<MeasuredCall> {
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
    threshold: 'get, share of floor',
  })
}

/** The ids that the registration reserved, by table; within a table in the order of their use. */
async function reservedIds({ services }: School, id: number) {
  const { rows } = await sql<{ table: string; column: string; id: number }>`
    select 'application' as table, 'application_id' as column, ${id}::int as id
    union all (select 'application_line', 'line_id', line_id from application_line where application_id = ${id} order by 3)
    union all (select 'payment', 'payment_id', payment_id from payment where application_id = ${id} order by 3)
    union all (select 'exam_right', 'right_id', right_id from exam_right where application_id = ${id} order by 3)
    union all (select 'issued_document', 'document_id', document_id from issued_document where application_id = ${id} order by 3)`.execute(
    services.db,
  )
  return rows
}

/** Registration of a new customer for one course, fully paid in cash. */
export async function createCall(school: School): Promise<MeasuredCall> {
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
  const ids = await reservedIds(school, application_id)
  const codes = { AP: application_code, RE: payments[0]?.payment_code ?? '' }
  return {
    name: 'create with one payment',
    threshold: 'create, share of floor',
    recording: {
      statements,
      toReplace: { key, idcard: body.customer.idcard, customerId: customer_id, codes, ids },
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
