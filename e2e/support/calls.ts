/** API calls that prepare data for a test. Amounts are in baht, as on the wire. */
import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'
import type { Endpoint, WireInputOf, WireOutputOf } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { request as requestFee } from '@khapdee/contract/entities/request'
import { screens } from '@khapdee/contract/entities/screens'
import { user } from '@khapdee/contract/entities/user'
import { day, todayInBangkok } from '@khapdee/domain/thai-date'
import { newIdNumber } from './registration.ts'

const api = '/api/v1'

/** Calls an endpoint; `input` is the body, ignored for GET. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  input: WireInputOf<E>,
) => Promise<WireOutputOf<E>>

/** Opens a session for a user of the demo school. */
export async function logIn(http: APIRequestContext, username: string) {
  const credentials = { username, password: 'khapdee-demo' }
  const answer = await http.post(`${api}/${user.login.path}`, { data: credentials })
  const { data }: WireOutputOf<typeof user.login> = await answer.json()
  return data
}

/** Creates an API client with its own session; each call asserts that it succeeds. */
export async function createApiClient(http: APIRequestContext, username: string): Promise<Call> {
  const { accessToken } = await logIn(http, username)
  const authorization = `Bearer ${accessToken}`
  return async ({ method, path }, input) => {
    const answer = await http.fetch(`${api}/${path}`, {
      method,
      headers: { authorization, 'idempotency-key': randomUUID() },
      ...(method !== 'GET' && { data: input }),
    })
    expect(answer.status(), await answer.text()).toBe(200)
    return answer.json()
  }
}

/** The first item that has a price. */
function firstPriced<Item extends { price: number }>(items: readonly Item[] | undefined): Item {
  const found = items?.find(({ price }) => price > 0)
  if (found === undefined) throw new Error('the branch offers no item with a price')
  return found
}

const newCustomer = (sname: string) => ({
  prefix: 'นาย',
  fname: 'ทดสอบ',
  sname,
  idcard: newIdNumber(),
  birthday: day('1997-11-21'),
  phone_1: '0812345678',
})

/**
 * Registers a new customer for a course, paid in cash.
 * @param amountFor returns the amount to pay now for the price, more than 0
 * @param options `withExam`: the course grants exam rights; `fname`: first name of the customer
 * @returns the created application and its receipt
 */
export async function registerByCall(
  call: Call,
  amountFor: (price: number) => number,
  { withExam = false, fname = 'ทดสอบ' } = {},
) {
  const { data: lists } = await call(screens.register, {})
  // One theory and one practice right: score sheets and sessions differ by licence type.
  const courses = lists.course?.filter(
    ({ exams = [] }) =>
      !withExam || (exams.length > 0 && exams.every(({ licence_type }) => licence_type === 'car')),
  )
  const { course_id, price: cost } = firstPriced(courses)
  const { data: created } = await call(application.create, {
    customer: { ...newCustomer('การเงิน'), fname },
    course: [{ course_id, cost, paid: amountFor(cost) }],
  })
  const [receipt] = created.payments
  if (receipt === undefined) throw new Error('nothing was paid')
  return { ...created, receipt }
}

/** Sells a new customer a fee, paid in cash. */
export async function sellFeeByCall(call: Call) {
  const { data: lists } = await call(screens.register, {})
  const { other_fee_id, price: cost } = firstPriced(lists.other_fee)
  const { data: created } = await call(applicationFee.create, {
    customer: newCustomer('การเงิน'),
    other_fee: [{ other_fee_id, cost, paid: cost }],
  })
  return created
}

/** Registers a request fee of a new customer, paid in cash, which waits for its decision. */
export async function registerRequestFeeByCall(call: Call) {
  const { data: lists } = await call(screens.register, {})
  const { request_fee_id, price: cost } = firstPriced(lists.request_fee)
  const { data: created } = await call(requestFee.create, {
    customer: newCustomer('ค่าคำขอ'),
    request_fee: [{ request_fee_id, cost, paid: cost }],
  })
  return created
}

/**
 * Creates a theory session of today for any licence that has begun. It lasts from midnight to midnight, so that tests
 * pass at any time of day.
 * @returns `exam_session_id`
 */
export async function beginSessionByCall(
  http: APIRequestContext,
  username: string,
  capacity: number,
): Promise<number> {
  const call = await createApiClient(http, username)
  const { userData } = await logIn(http, username)
  const { data } = await call(examSession.create, {
    branch_id: userData.branch_id,
    kind: 'theory',
    licence_types: ['any'],
    date: todayInBangkok(new Date()),
    start_time: '00:00',
    end_time: '23:59',
    capacity,
    panel: [],
    override_reason: 'ทดสอบนอกเวลาทำการ',
  })
  const [id] = data.exam_session_ids
  if (id === undefined) throw new Error('no session was created')
  return id
}
