/** API calls that prepare data for a test. Amounts are in baht, as on the wire. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type APIRequestContext, expect, test } from '@playwright/test'
import {
  type Endpoint,
  type WireInputOf,
  type WireOutputOf,
  inQuery,
  pathFields,
} from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { readPdf } from '../../apps/server/src/adapters/pdf/test/read-pdf.ts'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examDocument } from '@khapdee/contract/entities/exam-document'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { holiday } from '@khapdee/contract/entities/holiday'
import { place } from '@khapdee/contract/entities/place'
import { request as requestFee } from '@khapdee/contract/entities/request'
import { screens } from '@khapdee/contract/entities/screens'
import { user } from '@khapdee/contract/entities/user'
import {
  type Day,
  addDays,
  day,
  instantInBangkok,
  timeInBangkok,
  todayInBangkok,
} from '@khapdee/domain/thai-date'
import { newMark, nextNumber } from './numbers.ts'
import { newIdNumber } from './registration.ts'

const api = '/api/v1'

/**
 * Calls an endpoint; the input is sent in the path, the query or the body, as the endpoint
 * requires.
 */
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
  return async (endpoint, input) => {
    const inPath = new Set(pathFields(endpoint.path))
    const fields = Object.entries(input as object)
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      String(fields.find(([field]) => field === name)?.[1]),
    )
    const others = Object.fromEntries(fields.filter(([name]) => !inPath.has(name)))
    const answer = await http.fetch(`${api}/${path}`, {
      method: endpoint.method,
      headers: { authorization, 'idempotency-key': randomUUID() },
      ...(inQuery(endpoint) ? { params: others } : { data: others }),
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

const newCustomer = (sname: string, idcard = newIdNumber()) => ({
  prefix: 'นาย',
  fname: 'ทดสอบ',
  sname,
  idcard,
  birthday: day('1997-11-21'),
  phone_1: '0812345678',
})

/**
 * Registers a new customer for a course, paid in cash.
 * @param amountFor returns the amount to pay now for the price, more than 0
 * @param options `withExam`: the course grants exam rights; `fname` and `idcard`: of the customer
 * @returns the created application and its receipt
 */
export async function registerByCall(
  call: Call,
  amountFor: (price: number) => number,
  { withExam = false, fname = 'ทดสอบ', idcard = newIdNumber() } = {},
) {
  const { data: lists } = await call(screens.register, {})
  // One theory and one practice right: score sheets and sessions differ by licence type.
  const courses = lists.course?.filter(
    ({ exams = [] }) =>
      !withExam || (exams.length > 0 && exams.every(({ licence_type }) => licence_type === 'car')),
  )
  const { course_id, price: cost } = firstPriced(courses)
  const { data: created } = await call(application.create, {
    customer: { ...newCustomer('การเงิน', idcard), fname },
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
 * A day after the sessions of the demo school, which end after three weeks. Neither it nor the days after it are holidays.
 * @param length the number of days
 */
export async function freeDaysByCall(call: Call, length = 1): Promise<Day> {
  const first = addDays(todayInBangkok(new Date()), 30)
  const { data } = await call(holiday.gettable, { start: first, perPage: 100 })
  const holidays = new Set<string>(data.map((row) => row.day))
  const isFree = (date: Day) =>
    Array.from({ length }, (_, i) => addDays(date, i)).every((one) => !holidays.has(one))
  const days = Array.from({ length: 45 }, (_, i) => addDays(first, i)).filter(isFree)
  const chosen = days[(nextNumber('free-days') * length) % days.length]
  if (chosen === undefined) throw new Error('there are holidays everywhere')
  return chosen
}

/** Upper limit for the duration of a test that prepares records of today. */
const journeyMs = 90_000

/**
 * Today in Bangkok. Shortly before midnight, waits for the next day, so that the whole test runs on
 * one day.
 */
async function dayOfTest(): Promise<Day> {
  const today = todayInBangkok(new Date())
  const left = Date.parse(instantInBangkok(addDays(today, 1), '00:00')) - Date.now()
  if (left > journeyMs) return today
  test.setTimeout(test.info().timeout + left)
  await sleep(left + 1000)
  return todayInBangkok(new Date())
}

/**
 * Creates a theory session of today for any licence that has just begun, in a separate room. It
 * begins with the current minute, because candidates book and check in until half an hour after the
 * start, and ends at midnight.
 */
export async function beginSessionByCall(
  http: APIRequestContext,
  username: string,
  capacity: number,
): Promise<{ exam_session_id: number; exam_date: Day; room: string }> {
  const exam_date = await dayOfTest()
  const call = await createApiClient(http, username)
  const { userData } = await logIn(http, username)
  const { branch_id } = userData
  const room = `ห้องสอบ ${newMark()}`
  const { data: created } = await call(place.create, {
    branch_id,
    name: room,
    kind: 'classroom',
    capacity,
    is_shared: false,
  })
  const { data } = await call(examSession.create, {
    branch_id,
    kind: 'theory',
    licence_types: ['any'],
    date: exam_date,
    start_time: timeInBangkok(new Date()),
    end_time: '23:59',
    capacity,
    place_id: created.place_id,
    panel: [],
    override_reason: 'ทดสอบนอกเวลาทำการ',
  })
  const [exam_session_id] = data.exam_session_ids
  if (exam_session_id === undefined) throw new Error('no session was created')
  return { exam_session_id, exam_date, room }
}

/**
 * The registering and the booking clerk of a branch. @param branch the end of their user names,
 * such as "kkn"
 */
export async function openDesk(http: APIRequestContext, branch: string) {
  return {
    cashier: await createApiClient(http, `cashier.${branch}`),
    manager: await createApiClient(http, `manager.${branch}`),
  }
}

/**
 * Registers a candidate and books the theory exam in a session of today.
 * @returns the application, its rights and the booking
 */
export async function bookToday(
  { cashier, manager }: { cashier: Call; manager: Call },
  { exam_session_id, exam_date }: { exam_session_id: number; exam_date: Day },
  fname?: string,
) {
  const { application_id, application_code } = await registerByCall(cashier, (price) => price, {
    withExam: true,
    ...(fname !== undefined && { fname }),
  })
  const { data: rights } = await manager(examRight.gettable, { application_id })
  const rightOf = (kind: string) => rights.find((right) => right.kind === kind)?.right_id ?? 0
  const right_id = rightOf('theory')
  const { data: booked } = await manager(examBooking.book, { right_id, exam_date, exam_session_id })
  return { application_id, application_code, exam_id: booked.exam_id, rightOf }
}

/** Prints the appointment slip of a booking. @returns the code for check-in on it, in groups of four */
export async function slipCodeByCall(
  http: APIRequestContext,
  call: Call,
  exam_id: number,
): Promise<string> {
  const { data } = await call(examDocument.slip, { exam_id })
  const file = await (await http.get(data.pdf)).body()
  const text = readPdf(file)
    .map((page) => page.text)
    .join(' ')
  const [code] = /\b[0-9A-Z]{4}(-[0-9A-Z]{4}){2}\b/.exec(text) ?? []
  if (code === undefined) throw new Error('the slip shows no code')
  return code
}
