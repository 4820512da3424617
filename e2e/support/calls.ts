/** API calls that prepare data for a test. Amounts are in baht, as on the wire. */
import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'
import type { Endpoint, WireInputOf, WireOutputOf } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { screens } from '@khapdee/contract/entities/screens'
import { user } from '@khapdee/contract/entities/user'
import { day } from '@khapdee/domain/thai-date'
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

/**
 * Registers a new customer for a course, paid in cash.
 * @param amountFor returns the amount to pay now for the price, more than 0
 * @returns the created application and its receipt
 */
export async function registerByCall(call: Call, amountFor: (price: number) => number) {
  const { data: lists } = await call(screens.register, {})
  const course = lists.course?.[0]
  if (course === undefined) throw new Error('the branch offers no course')
  const paid = amountFor(course.price)
  const { data: created } = await call(application.create, {
    customer: {
      prefix: 'นาย',
      fname: 'ทดสอบ',
      sname: 'การเงิน',
      idcard: newIdNumber(),
      birthday: day('1997-11-21'),
      phone_1: '0812345678',
    },
    course: [{ course_id: course.course_id, cost: course.price, paid }],
  })
  const [receipt] = created.payments
  if (receipt === undefined) throw new Error('nothing was paid')
  return { ...created, receipt }
}
