/**
 * Random sequences of payments, pay type changes, void requests, decisions, refunds, cancellations and day
 * closes on the real server, compared with money-model.ts after every step. `MODEL_RUNS` is the number of
 * sequences; `npm run soak` runs 10,000.
 *
 * The test has found each of these faults when it was put into the server: a void that does not update the
 * line; a refund of more than was paid; a day close that counts voided payments; a pay type change that does
 * not update the sums; a void of a receipt in a closed day; a decision by the requester; a partial refund that
 * releases the use of the promotion; a refund that leaves a void request open; a refund of a line that ends the
 * others; a void of a receipt of a refunded line; a void that leaves the line the pay type of the voided receipt; a
 * change of course that moves nothing; one that leaves the rights of the replaced line; a removal that keeps the use
 * of the promotion. Two hundred sequences are enough to find the last eight.
 */
import { randomUUID } from 'node:crypto'
import { closing } from '@khapdee/contract/entities/closing'
import { satang } from '@khapdee/domain/money'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from './app.ts'
import { lineInput } from './make/application.ts'
import {
  type MoneyDesk,
  type Part,
  type Registered,
  linePayments,
  moneyDesk,
  unpaidLine,
} from './make/money.ts'
import { makePromotion } from './make/promotion.ts'
import {
  type AmendStep,
  type Step,
  type Model,
  modelItems,
  openMovements,
  newModel,
  snapshot,
  applyStep,
} from './money-model.ts'
import { partsOf, registrations, toStep, steps } from './money-steps.ts'

const runs = Number(process.env['MODEL_RUNS'] ?? 400)

/** The sequences run in both branches at the same time; each branch has its own day closes and promotion. */
const branches = ['KKN', 'BPI'] as const
type Branch = (typeof branches)[number]

let test: TestApp
let desk: MoneyDesk

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
  for (const code of branches) await makePromotion(test.db, { code })
})
afterAll(() => test.close())

/** The user with the role in the branch; one administrator works in both. */
const inBranch = (role: string, branch: Branch) =>
  role === 'admin' ? role : `${role}.${branch.toLowerCase()}`

/** The car course with 10 % off, and a book. */
function register(branch: Branch, parts: readonly Part[]) {
  const { course, otherFee } = test.school
  const given = (line: number) => {
    const payments = linePayments(parts, line)
    return payments.length === 0 ? {} : { payments }
  }
  return desk.register({
    as: inBranch('registrar', branch),
    course: [
      {
        course_id: course.car,
        ...lineInput(600_000, { promotion_code: branch, ...given(0) }),
      },
    ],
    other_fee: [{ other_fee_id: otherFee.book, ...lineInput(15_000, given(1)) }],
  })
}
const items = ['car', 'book'] as const

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

/** The {@link snapshot} of the stored application. */
async function readSnapshot(
  { branch, app: { application_id } }: Run,
  usesBefore: number,
): Promise<Snapshot> {
  const { rows } = await sql<Snapshot>`
    select status, mode, paid, paid_cash as cash, paid_transfer as transfer, balance, written_off, net,
      (select json_agg(json_build_array(status, paid, pay_type) order by position) from application_line where application_id = ${application_id}) as lines,
      (select coalesce(json_agg(json_build_array(paid, pay_type, status, closing_id is not null) order by payment_id), '[]')
        from payment where application_id = ${application_id} and kind = 'receipt') as receipts,
      (select coalesce(json_agg(json_build_array(paid, pay_type, closing_id is not null) order by payment_id), '[]')
        from payment where application_id = ${application_id} and kind = 'refund') as refunds,
      (select usage from promotion where code = ${branch}) - ${usesBefore}::int as uses,
      (select count(*) from exam_right where application_id = ${application_id} and disabled_at is null)::int as rights
    from application where application_id = ${application_id}`.execute(test.db)
  const [row] = rows
  if (row === undefined) throw new Error('the application is missing')
  return row
}

/** The ids of all lines of an application, in their order. */
const linesOf = async ({ application_id }: Registered): Promise<number[]> => {
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
  const { course, otherFee } = test.school
  if (step.change === 'remove') return { remove: [step.line] }
  const line = unpaidLine(modelItems[step.item].net)
  if (step.item === 'book')
    return { add: { other_fee: [{ other_fee_id: otherFee.book, ...line }] } }
  const by = { course_id: course[step.item], ...line }
  return step.change === 'add' ? { add: { course: [by] } } : { replace: [[step.line, by]] }
}

/** Performs a step and returns its answer, or both answers if the step is sent again with the same key. */
async function perform(run: Run, step: Step) {
  const { branch, app, model, payments } = run
  const as = (role: string) => inBranch(role, branch)
  const receipt = 'index' in step ? (payments[step.index] ?? 0) : 0
  switch (step.do) {
    case 'pay': {
      const parts = step.parts.map(({ line, paid, payType }) => [line, paid, payType] as const)
      const headers = { 'idempotency-key': randomUUID() }
      const send = () => desk.pay(app, parts, as('cashier'), { headers, split: step.split })
      const first = await send()
      if (first.status === 200) payments.push(...first.data.payments.map((one) => one.payment_id))
      return step.resend ? [first, await send()] : [first]
    }
    case 'edit':
      return [await desk.editPayType(receipt, step.payType, as('cashier'))]
    case 'requestVoid':
      return [await desk.requestVoid(receipt, as(step.by))]
    case 'decide':
      return [await desk.decide(receipt, step.decision, as(step.by))]
    case 'refund':
      return [
        await desk.refund(
          app,
          step.value,
          as('manager'),
          step.payType,
          step.lines?.map(({ line, value }) => [line, value] as const),
        ),
      ]
    case 'amend': {
      const answer = await desk.amend(app, amendmentOf(step), as('registrar'))
      if (answer.status === 200) run.app = { ...app, lines: await linesOf(app) }
      return [answer]
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
        note: 'นับแล้ว',
      }
      return [await test.call(closing.close, input, as('cashier'))]
    }
  }
}

it.concurrent.each(branches)(
  'the stored money of branch %s equals the model after every step',
  async (branch) => {
    await fc.assert(
      fc.asyncProperty(registrations, steps, async (paid, chosen) => {
        const { uses, ...others } = await readBranch(branch)
        const model = newModel(items, others)
        const parts = partsOf(model, paid)
        const app = await register(
          branch,
          parts.map(({ line, paid: amount, payType }) => [line, amount, payType] as const),
        )
        const payments = app.payments.map(({ payment_id }) => payment_id)
        const run: Run = { branch, app, model, payments }
        applyStep(model, { do: 'pay', parts, split: true, resend: false })
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
      }),
      { numRuns: Math.ceil(runs / branches.length) },
    )
  },
  60_000 + runs * 500,
)
