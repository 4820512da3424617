/** Times the calls with which clerks read and change one application, one call after another. */
import { randomUUID } from 'node:crypto'
import { addDays, todayInBangkok } from '@khapdee/domain/thai-date'
import type { Kysely } from 'kysely'
import type { DB } from '../../apps/server/src/db/types.ts'
import { median, percentile, rounded } from '../figures.ts'
import { send } from '../http.ts'
import type { AuthHeaders, School } from '../school.ts'
import type { Figure } from '../thresholds.ts'
import { newCustomer, registration } from './registration.ts'

const warmUpRounds = 5
const rounds = 40

/** The answer fields that the calls below use. */
interface Answer {
  application_id: number
  request_id: number
  held_form_id: number
  version: number
  branch_id: number
  course: { line_id: number; status: string }[]
  other_fee: { line_id: number }[]
  request_fee: { line_id: number }[]
  documents: {
    application_document_id: number
    valid_days: number
    ticked_at: string | null
    proposal: object | null
  }[]
}

type Clerk = 'registrar' | 'cashier' | 'manager'
interface Caller {
  /** Sends a call and times it. */
  call(path: string, as: Clerk, body?: object): Promise<Answer>
  /** Sends a call that only prepares another, without timing it. */
  callUntimed(path: string, as: Clerk, body?: object): Promise<Answer>
}

/** Sends calls; `recordDuration` gets the duration of each timed call in milliseconds. */
function createCaller(
  origin: string,
  clerks: Readonly<Record<Clerk, AuthHeaders>>,
  recordDuration: (path: string, ms: number) => void,
): Caller {
  const callUntimed = async (path: string, as: Clerk, body?: object): Promise<Answer> => {
    const url = `${origin}/api/v1/${path}`
    if (body === undefined) {
      return JSON.parse(await send({ method: 'GET', url, headers: clerks[as] })).data
    }
    const headers = {
      ...clerks[as],
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    }
    return JSON.parse(await send({ method: 'POST', url, headers, body: JSON.stringify(body) })).data
  }
  return {
    callUntimed,
    async call(path, as, body) {
      const start = performance.now()
      const answer = await callUntimed(path, as, body)
      // Without the id, so that the calls of an endpoint are counted together.
      recordDuration(path.replace(/\/\d+$/, ''), performance.now() - start)
      return answer
    },
  }
}

/** The items to sell, with prices in baht, and the other input that a registration needs. */
async function readItems(db: Kysely<DB>) {
  const { course, ...otherInput } = await registration(db)
  const [{ course_id, cost } = { course_id: 0, cost: 0 }] = course
  const other = await db
    .selectFrom('course')
    .select(['course_id', 'price'])
    .where('branch_id', 'is', null)
    .where('is_activate', '=', true)
    .where('is_delete', '=', false)
    .where('course_id', '<>', course_id)
    // `register` pays half of the first course (cost × 100 / 2 satang). `payAndAmend` replaces it by this course,
    // which must cost at least what was paid.
    .where('price', '>=', cost * 50)
    .orderBy('course_id')
    .executeTakeFirstOrThrow()
  const fees = await db
    .selectFrom('other_fee')
    .select(['other_fee_id', 'price'])
    .where('branch_id', 'is', null)
    .where('kind', '=', 'general')
    .where('is_activate', '=', true)
    .where('is_delete', '=', false)
    .where('price', '>', 1000)
    .orderBy('other_fee_id')
    .limit(2)
    .execute()
  const requestFee = await db
    .selectFrom('request_fee')
    .select(['request_fee_id', 'price'])
    .where('is_activate', '=', true)
    .where('is_delete', '=', false)
    .where('price', '>', 100)
    .orderBy('request_fee_id')
    .executeTakeFirstOrThrow()
  return {
    otherInput,
    course: { course_id, cost },
    otherCourse: { course_id: other.course_id, cost: other.price / 100 },
    fees: fees.map(({ other_fee_id, price }) => ({ other_fee_id, cost: price / 100 })),
    requestFee: { request_fee_id: requestFee.request_fee_id, cost: requestFee.price / 100 },
  }
}
type Items = Awaited<ReturnType<typeof readItems>>

/** Registers a half-paid course and an unpaid fee. */
const register = (
  { callUntimed }: Caller,
  { otherInput, course, fees }: Items,
  customer = newCustomer(),
) =>
  callUntimed('application/create', 'registrar', {
    ...otherInput,
    customer,
    course: [{ ...course, paid: course.cost / 2, pay_type: 'cash' }],
    other_fee: fees.slice(0, 1).map((fee) => ({ ...fee, paid: 0, pay_type: 'cash' })),
  })

const read = ({ call }: Caller, application_id: number) =>
  call(`application/get/${application_id}`, 'cashier')

/** Records a follow-up, pays in cash and by transfer in one save, adds a fee, and replaces the course. */
async function payAndAmend(caller: Caller, items: Items, application_id: number): Promise<void> {
  const { call } = caller
  const next_date = addDays(todayInBangkok(new Date()), 7)
  await call('application/follow-up', 'cashier', { application_id, note: 'โทรแล้ว', next_date })
  const { branch_id, other_fee, version: seen } = await read(caller, application_id)
  await call('payment/promptpay', 'cashier', { branch_id, application_id, amount: 5 })
  const payments = [
    { pay_type: 'cash', paid: 5 },
    { pay_type: 'transfer', paid: 5 },
  ]
  await call('application/paybalance', 'cashier', {
    application_id,
    version: seen,
    lines: [{ line_id: other_fee[0]?.line_id, payments }],
  })
  const before = await read(caller, application_id)
  await call('application/amend', 'registrar', {
    application_id,
    version: before.version,
    add: { other_fee: items.fees.slice(1) },
  })
  const { version, course } = await read(caller, application_id)
  await call('application/amend', 'registrar', {
    application_id,
    version,
    replace: [{ line_id: course[0]?.line_id, by: items.otherCourse }],
    note: 'ผู้สมัครขอเปลี่ยนหลักสูตร',
  })
}

/**
 * Requests a refund, withdraws the request, requests it again, approves it and pays it out; then
 * ends the remaining lines and refunds them.
 */
async function refundAndEnd(caller: Caller, application_id: number): Promise<void> {
  const { call } = caller
  const { course } = await read(caller, application_id)
  const line = course.find(({ status }) => status === 'open')
  const refund = {
    application_id,
    value: 50,
    note: 'ย้ายที่อยู่',
    lines: [{ line_id: line?.line_id, value: 50 }],
  }
  const first = await call('application/refund/request', 'cashier', refund)
  await call('approval/withdraw', 'cashier', { request_id: first.request_id })
  const { request_id } = await call('application/refund/request', 'cashier', refund)
  await call('application/refund/decide', 'manager', { request_id, decision: 'approve' })
  await call('application/refund/payout', 'cashier', { request_id })
  const { version } = await read(caller, application_id)
  await call('application/end', 'manager', { application_id, version, note: 'ไม่มาเรียน' })
  await call('application/refund', 'manager', { application_id, value: 1, note: 'ลูกค้าขอเพิ่ม' })
}

/** Ticks off a document, copies it to a second application of the customer, and unticks the copy. */
async function receiveDocuments(caller: Caller, items: Items): Promise<void> {
  const { call } = caller
  const customer = newCustomer()
  const first = await register(caller, items, customer)
  const second = await register(caller, items, customer)
  const { documents } = await read(caller, first.application_id)
  const withoutExpiry = documents.find(({ valid_days }) => valid_days === 0)
  await call('application/document/tick', 'registrar', {
    application_document_id: withoutExpiry?.application_document_id,
  })
  const { documents: others } = await read(caller, second.application_id)
  const proposed = others.find(({ proposal }) => proposal !== null)
  const input = { application_document_id: proposed?.application_document_id }
  await call('application/document/copy', 'registrar', input)
  await call('application/document/untick', 'registrar', input)
}

/**
 * Stores a held form with the attempt of a save that got no answer, lists the held forms, reads
 * this one and deletes it.
 */
async function holdForm({ call }: Caller, { otherInput }: Items): Promise<void> {
  const values = JSON.stringify({ ...otherInput, note: 'ก'.repeat(2000) })
  const attempt = { key: randomUUID(), content: values }
  const body = { type: 'course', name: 'สมหญิง ใจดี', values, attempt }
  const { held_form_id } = await call('held-form/create', 'registrar', body)
  await call('held-form/gettable', 'registrar')
  await call(`held-form/get/${held_form_id}`, 'registrar')
  await call('held-form/discard', 'registrar', { held_form_id })
}

/** Rejects a partly paid request fee. */
async function rejectFee({ call, callUntimed }: Caller, { requestFee }: Items): Promise<void> {
  const { application_id } = await callUntimed('request/create', 'registrar', {
    customer: newCustomer(),
    request_fee: [{ ...requestFee, paid: 1, pay_type: 'cash' }],
  })
  const rejection = { application_id, decision: 'reject', note: 'เอกสารไม่ครบ' }
  await call('request/approve', 'manager', rejection)
}

/** The lists that clerks open at the beginning of a day. */
const lists: readonly [path: string, as: Clerk][] = [
  ['approval/gettable?status=waiting', 'manager'],
  ['approval/gettable?status=due', 'cashier'],
  ['approval/gettable?status=decided', 'manager'],
  ['approval/count', 'manager'],
  ['follow-up/worklist?status=outstanding', 'cashier'],
  ['follow-up/list', 'cashier'],
]

/**
 * Measures one call at a time. Prints the median and the 95th percentile of each, and returns the
 * latter, in milliseconds.
 */
export async function clerkCalls(school: School): Promise<Figure[]> {
  const durations = new Map<string, number[]>()
  let isWarm = false
  const recordDuration = (path: string, ms: number): void => {
    if (isWarm) durations.set(path, [...(durations.get(path) ?? []), ms])
  }
  const clerks = {
    registrar: school.headers,
    cashier: await school.signIn('cashier.kkn'),
    manager: await school.signIn('manager.kkn'),
  }
  const caller = createCaller(school.origin, clerks, recordDuration)
  const items = await readItems(school.services.db)
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    isWarm = round >= warmUpRounds
    const { application_id } = await register(caller, items)
    await payAndAmend(caller, items, application_id)
    await refundAndEnd(caller, application_id)
    await receiveDocuments(caller, items)
    await holdForm(caller, items)
    await rejectFee(caller, items)
    for (const [path, as] of lists) await caller.call(path, as)
  }
  const rows = [...durations]
    .map(([path, ms]) => ({
      call: path,
      p50: rounded(median(ms)),
      p95: rounded(percentile(ms, 0.95)),
    }))
    .toSorted((a, b) => b.p95 - a.p95)
  console.table(rows)
  return rows.map(({ call, p95 }) => ({
    label: `${call}, p95`,
    value: p95,
    unit: 'ms',
    threshold: 'clerk call, p95',
  }))
}
