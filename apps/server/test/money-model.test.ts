/**
 * Random sequences of payments, pay type changes, requests for voids and refunds, decisions, payouts, withdrawals,
 * refunds, ends, amendments, follow-ups, cancellations and day closes on the real server, of courses and request fees,
 * compared with money-model.ts after every step. `MODEL_RUNS` is the number of sequences; `npm run soak` runs 10,000 and prints
 * after every 500 how many have passed, so that it can be stopped at any time.
 *
 * Each of these faults was put into the server once, and the test failed:
 * - voids: the line is not updated, or keeps the pay type of the voided receipt; a receipt in a closed day or of a refunded
 *   line is voided; the requester decides
 * - refunds: more is refunded than was paid; a partial refund releases the use of the promotion; a void request stays open;
 *   a refund of one line ends the others
 * - a day close counts voided payments; a pay type change does not update the sums
 * - amendments: a change of course moves no money, or leaves the rights of the replaced line; a removal keeps the use of the
 *   promotion
 *
 * 200 sequences, the default, were enough to find each of these faults, too:
 * - refund requests: a decision or a payout ignores the state of the request; a payment, void request, approved void, pay type
 *   change, end, cancellation or amendment is accepted for a line or receipt in an open request; a second request is accepted
 * - payouts: the pay type is wrong; lines without money or void requests stay open
 * - a direct refund leaves the request open; a refund of everything takes kept money first
 * - a withdrawal by another user is accepted, or leaves the receipt with the state of a requested void
 * - a day close lets refund requests lapse
 * - only the last part of a split payment counts on the line
 * - a change of course counts the money twice, or loses the pay type; an end keeps the exam rights
 * - a rejected request fee is cancelled although it was paid, its refund request lapses, or it is still marked to be paid
 *   back after the refund
 * - the user who amended an application decides on it; a payment clears the agreed day of the next one
 */
import { randomUUID } from 'node:crypto'
import { closing } from '@khapdee/contract/entities/closing'
import { followUp } from '@khapdee/contract/entities/follow-up'
import { request } from '@khapdee/contract/entities/request'
import type { PayType } from '@khapdee/domain/application/status'
import { satang } from '@khapdee/domain/money'
import { addDays } from '@khapdee/domain/thai-date'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, it } from 'vitest'
import { type TestApp, startApp } from './app.ts'
import { lineInput } from './make/application.ts'
import { makeCourse } from './make/course.ts'
import { customerInput } from './make/customer.ts'
import {
  type MoneyDesk,
  type PaymentPart,
  type Registered,
  linePayments,
  moneyDesk,
  unpaidLine,
} from './make/money.ts'
import { makePromotion } from './make/promotion.ts'
import {
  type Model,
  type ModelRequest,
  modelItems,
  openMovements,
  newModel,
  snapshot,
} from './money-model.ts'
import { type AmendStep, type Step, applyStep } from './money-rules.ts'
import { partsOf, registrations, toStep, steps } from './money-steps.ts'

const runs = Number(process.env['MODEL_RUNS'] ?? 200)

/** The sequences run in both branches at the same time; each branch has its own day closes and promotion. */
const branches = ['KKN', 'BPI'] as const
type Branch = (typeof branches)[number]

let test: TestApp
let desk: MoneyDesk
/** A course that costs more than any other, so that the paid amount of another always fits. */
let specialCourse: number

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
  const values = { name: 'ทบทวนการขับรถยนต์ พิเศษ', price: modelItems.special.net }
  specialCourse = (await makeCourse(test.db, values)).course_id
  for (const code of branches) await makePromotion(test.db, { code })
})
afterAll(() => test.close())

/** The user with the role in the branch; one administrator works in both. */
const inBranch = (role: string, branch: Branch) =>
  role === 'admin' ? role : `${role}.${branch.toLowerCase()}`

/** The car course with 10 % off, and a book. */
function registerCourse(branch: Branch, paymentsFor: (line: number) => LinePaymentsInput) {
  const { course, otherFee } = test.school
  return desk.register({
    as: inBranch('registrar', branch),
    course: [
      {
        course_id: course.car,
        ...lineInput(600_000, { promotion_code: branch, ...paymentsFor(0) }),
      },
    ],
    other_fee: [{ other_fee_id: otherFee.book, ...lineInput(15_000, paymentsFor(1)) }],
  })
}

/** A request fee of two lines, which waits for its decision. */
async function registerFee(
  branch: Branch,
  paymentsFor: (line: number) => LinePaymentsInput,
): Promise<Registered> {
  const { licence, copy } = test.school.requestFee
  const input = {
    customer: customerInput(),
    request_fee: [
      { request_fee_id: licence, ...lineInput(modelItems.licence.net, paymentsFor(0)) },
      { request_fee_id: copy, ...lineInput(modelItems.copy.net, paymentsFor(1)) },
    ],
  }
  const { data } = await test.call(request.create, input, inBranch('registrar', branch))
  const { application_id, application_code: code, payments } = data
  return { application_id, code, payments, lines: await linesOf(application_id) }
}

type LinePaymentsInput = { payments?: ReturnType<typeof linePayments> }

function register(kind: 'course' | 'request_fee', branch: Branch, parts: readonly PaymentPart[]) {
  const paymentsFor = (line: number) => {
    const payments = linePayments(parts, line)
    return payments.length === 0 ? {} : { payments }
  }
  return kind === 'course' ? registerCourse(branch, paymentsFor) : registerFee(branch, paymentsFor)
}

/** The payments and cash since the last day close of a branch, and the use count of its promotion. */
async function readBranch(branch: Branch) {
  const { rows } = await sql<{ movements: number; cash: number; uses: number }>`
    select count(*)::int as movements,
      coalesce(sum(paid) filter (where pay_type = 'cash' and status <> 'deleted'), 0)::bigint as cash,
      (select usage from promotion where code = ${branch}) as uses
    from payment where branch_id = ${test.school.branch[branch]} and closing_id is null
      and kind <> 'moved'`.execute(test.db)
  return rows[0] ?? { movements: 0, cash: 0, uses: 0 }
}

type Snapshot = ReturnType<typeof snapshot>

/** One sequence: an application, its model, and its branch. */
interface Run {
  branch: Branch
  app: Registered
  model: Model
  /** Ids of the receipts, in their order. */
  payments: number[]
}

/** A stored request, with the requested refund. */
type RequestRow = [
  kind: ModelRequest['kind'],
  state: ModelRequest['state'],
  payment_id: number | null,
  value: number | null,
  pay_type: PayType | null,
  lines: [line_id: number, value: number][] | null,
]

/** Converts a stored request to the format of the model. */
const toModelRequest =
  ({ payments, app: { lines } }: Run) =>
  ([kind, state, payment_id, value, pay_type, parts]: RequestRow) =>
    kind === 'void'
      ? [kind, state, payments.indexOf(payment_id ?? 0)]
      : kind === 'refund'
        ? [kind, state, value, pay_type, parts?.map(([id, part]) => [lines.indexOf(id), part])]
        : [kind, state]

/** The {@link snapshot} of the stored application. */
async function readSnapshot(run: Run, usesBefore: number) {
  const { branch, app } = run
  const { application_id } = app
  const { rows } = await sql<Omit<Snapshot, 'requests'> & { requests: RequestRow[] }>`
    select status, mode, paid, paid_cash as cash, paid_transfer as transfer, balance, written_off, net,
      (select json_agg(json_build_array(status, paid, pay_type) order by position) from application_line where application_id = ${application_id}) as lines,
      (select coalesce(json_agg(json_build_array(paid, pay_type, status, closing_id is not null) order by payment_id), '[]')
        from payment where application_id = ${application_id} and kind = 'receipt') as receipts,
      (select coalesce(json_agg(json_build_array(paid, pay_type, closing_id is not null) order by payment_id), '[]')
        from payment where application_id = ${application_id} and kind = 'refund') as refunds,
      (select coalesce(json_agg(json_build_array(kind, state, payment_id, q.value, q.pay_type, (
          select json_agg(json_build_array(l.line_id, ql.value) order by l.position)
          from refund_request_line ql join application_line l using (line_id) where ql.request_id = r.request_id
        )) order by request_id), '[]')
        from approval_request r left join refund_request q using (request_id) where application_id = ${application_id}) as requests,
      due_date - ${test.clock.today()}::date as due, decision, refund_due,
      (select usage from promotion where code = ${branch}) - ${usesBefore}::int as uses,
      (select count(*) from exam_right where application_id = ${application_id} and disabled_at is null)::int as rights
    from application where application_id = ${application_id}`.execute(test.db)
  const [row] = rows
  if (row === undefined) throw new Error('the application is missing')
  return { ...row, requests: row.requests.map(toModelRequest(run)) }
}

/** The ids of all lines of an application, in their order. */
async function linesOf(application_id: number): Promise<number[]> {
  const lines = await test.db
    .selectFrom('application_line')
    .select('line_id')
    .where('application_id', '=', application_id)
    .orderBy('position')
    .execute()
  return lines.map(({ line_id }) => line_id)
}

/** The amendment of a step. */
function amendmentOf(step: AmendStep): Parameters<MoneyDesk['amend']>[1] {
  const { course, otherFee, requestFee } = test.school
  if (step.change === 'remove') return { remove: [step.line] }
  const { item } = step
  const line = unpaidLine(modelItems[item].net)
  if (item === 'book') return { add: { other_fee: [{ other_fee_id: otherFee.book, ...line }] } }
  if (item === 'copy' || item === 'licence')
    return { add: { request_fee: [{ request_fee_id: requestFee[item], ...line }] } }
  const by = { course_id: item === 'special' ? specialCourse : course[item], ...line }
  return step.change === 'add' ? { add: { course: [by] } } : { replace: [[step.line, by]] }
}

/** The day that is this many days after today. */
const dayAfter = (days: number | null) => (days === null ? null : addDays(test.clock.today(), days))

type StepAnswer = { status: number; body: { code?: string } }

/** The id of the request at this index. */
async function requestIdOf({ app: { application_id } }: Run, index: number): Promise<number> {
  const { request_id } = await test.db
    .selectFrom('approval_request')
    .select('request_id')
    .where('application_id', '=', application_id)
    .orderBy('request_id')
    .offset(index)
    .limit(1)
    .executeTakeFirstOrThrow()
  return request_id
}

/** Performs a step and returns its answer, or both answers if the step is sent again with the same key. */
async function perform(run: Run, step: Step): Promise<StepAnswer[]> {
  const { branch, app, model, payments } = run
  const { application_id } = app
  const as = (role: string) => inBranch(role, branch)
  const receipt = 'index' in step ? (payments[step.index] ?? 0) : 0
  const headers = { 'idempotency-key': randomUUID() }
  switch (step.do) {
    case 'pay': {
      const parts = step.parts.map(({ line, paid, payType }) => [line, paid, payType] as const)
      const due_date = dayAfter(step.due)
      const send = () =>
        desk.pay(app, parts, as('cashier'), { headers, split: step.split, due_date })
      const first = await send()
      if (first.status === 200) payments.push(...first.data.payments.map((one) => one.payment_id))
      return step.resend ? [first, await send()] : [first]
    }
    case 'editPayType':
      return [await desk.editPayType(receipt, step.payType, as('cashier'))]
    case 'requestVoid':
      return [await desk.requestVoid(receipt, as(step.by))]
    case 'decideVoid':
      return [await desk.decideVoid(receipt, step.decision, as(step.by))]
    case 'refund':
    case 'requestRefund': {
      const lines = step.lines?.map(({ line, value }) => [line, value] as const)
      const { value, payType } = step
      return step.do === 'refund'
        ? [await desk.refund(app, value, as('manager'), payType, lines)]
        : [await desk.requestRefund(app, value, as(step.by), payType, lines)]
    }
    case 'decideRefund': {
      const request_id = await requestIdOf(run, step.request)
      return [await desk.decideRefund(request_id, step.decision, as(step.by))]
    }
    case 'payOut': {
      const request_id = await requestIdOf(run, step.request)
      const send = () => desk.payOut(request_id, as('cashier'), headers)
      const first = await send()
      return step.resend ? [first, await send()] : [first]
    }
    case 'withdraw':
      return [await desk.withdraw(await requestIdOf(run, step.request), as(step.by))]
    case 'amend': {
      const answer = await desk.amend(app, amendmentOf(step), as(step.by))
      if (answer.status === 200) run.app = { ...app, lines: await linesOf(application_id) }
      return [answer]
    }
    case 'end':
      return [await desk.end(app, step.lines, as('manager'))]
    case 'followUp': {
      const input = { application_id, note: 'โทรแล้ว', next_date: dayAfter(step.due) }
      return [await test.call(followUp.create, input, as('cashier'))]
    }
    case 'decideFee': {
      const input = { application_id, decision: step.decision, note: 'ตรวจแล้ว' }
      return [await test.call(request.approve, input, as(step.by))]
    }
    case 'cancel':
      return [await desk.cancel(app, as(step.by))]
    case 'close': {
      const { cash } = openMovements(model)
      const input = {
        branch_id: test.school.branch[branch],
        date: test.clock.today(),
        expected_cash: satang(cash),
        counted_cash: satang(Math.max(0, cash)),
        deposit: satang(Math.max(0, cash)),
        note: 'นับแล้ว',
      }
      return [await test.call(closing.close, input, as('cashier'))]
    }
  }
}

/** The number of sequences between two lines of progress. */
const reportedEvery = 500

it.concurrent.for(branches)(
  'the stored money of branch %s equals the model after every step',
  { timeout: 60_000 + runs * 500 },
  async (branch, { expect }) => {
    const numRuns = Math.ceil(runs / branches.length)
    let passed = 0
    await fc.assert(
      fc.asyncProperty(registrations, steps, async ({ kind, paid }, chosen) => {
        const { uses, ...others } = await readBranch(branch)
        const model = newModel(kind, others)
        const parts = partsOf(model, paid)
        const app = await register(
          kind,
          branch,
          parts.map(({ line, paid: amount, payType }) => [line, amount, payType] as const),
        )
        const payments = app.payments.map(({ payment_id }) => payment_id)
        const run: Run = { branch, app, model, payments }
        applyStep(model, { do: 'pay', parts, due: null, split: true, resend: false })
        expect(await readSnapshot(run, uses)).toEqual(snapshot(model))
        for (const [i, abstract] of chosen.entries()) {
          const step = toStep(model, abstract)
          if (step === null) continue
          const answers = await perform(run, step)
          const refusal = applyStep(model, step)
          const codes = answers.map(({ status, body }) => (status === 200 ? null : body.code))
          expect({ i, step, codes }).toEqual({ i, step, codes: answers.map(() => refusal) })
          expect({ i, step, ...(await readSnapshot(run, uses)) }).toEqual({
            i,
            step,
            ...snapshot(model),
          })
        }
        passed += 1
        if (passed % reportedEvery === 0)
          console.log(`${branch}: ${passed} of ${numRuns} sequences`)
      }),
      { numRuns },
    )
  },
)
