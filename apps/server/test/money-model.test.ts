/**
 * Any order of paying, correcting, asking, deciding, refunding, cancelling and closing, on the real
 * server, against the model beside this file. `MODEL_RUNS` says how many lives are lived: the last
 * two faults below are found within thirty, and `npm run soak` lives 10,000.
 *
 * Each of these faults, put into the server one at a time, was found: a void that forgets the line;
 * a refund above what was paid; a close that counts voided money; another way of paying that leaves
 * the sums; a receipt voided on a closed day; a decision by the requester; a partial refund that
 * gives the promotion's use back; a refund that leaves a receipt waiting to be voided.
 */
import { randomUUID } from 'node:crypto'
import { closing } from '@khapdee/contract/entities/closing'
import { satang } from '@khapdee/domain/money'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from './app.ts'
import { lineInput } from './make/application.ts'
import { type MoneyDesk, type Registered, moneyDesk } from './make/money.ts'
import { makePromotion } from './make/promotion.ts'
import { type Concrete, type Model, drawerOf, newModel, seen, take } from './money-model.ts'
import { concrete, steps } from './money-steps.ts'

const runs = Number(process.env['MODEL_RUNS'] ?? 400)

/**
 * Lives go on in both branches at once. They share the server, and neither drawer nor promotion.
 */
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
const register = (branch: Branch) =>
  desk.register({
    as: inBranch('registrar', branch),
    course: [
      {
        course_id: test.school.course.car,
        ...lineInput(600_000, { promotion_code: branch }),
      },
    ],
  })
const nets = [540_000, 15_000]

/** The cash in the drawer of the branch, and the use count of its promotion. */
async function before(branch: Branch) {
  const { rows } = await sql<{ movements: number; cash: number; uses: number }>`
    select count(*)::int as movements,
      coalesce(sum(paid) filter (where pay_type = 'cash' and status <> 'deleted'), 0)::bigint as cash,
      (select usage from promotion where code = ${branch}) as uses
    from payment where branch_id = ${test.school.branch[branch]} and closing_id is null`.execute(
    test.db,
  )
  return rows[0] ?? { movements: 0, cash: 0, uses: 0 }
}

type Seen = ReturnType<typeof seen>

interface Life {
  branch: Branch
  app: Registered
  model: Model
  /** Of the receipts, in their order. */
  payments: number[]
}

/** The model's `seen`, read from the rows. */
async function stored(
  { branch, app: { application_id } }: Life,
  usesBefore: number,
): Promise<Seen> {
  const { rows } = await sql<Seen>`
    select status, paid, paid_cash as cash, paid_transfer as transfer, balance,
      (select json_agg(paid order by position) from application_line where application_id = ${application_id}) as lines,
      (select coalesce(json_agg(json_build_array(paid, pay_type, status, closing_id is not null) order by payment_id), '[]')
        from payment where application_id = ${application_id} and kind = 'receipt') as receipts,
      (select coalesce(json_agg(json_build_array(paid, pay_type, closing_id is not null)), '[]')
        from payment where application_id = ${application_id} and kind = 'refund') as refunds,
      (select usage from promotion where code = ${branch}) - ${usesBefore}::int as uses,
      (select count(*) from exam_right where application_id = ${application_id} and disabled_at is null)::int as rights
    from application where application_id = ${application_id}`.execute(test.db)
  const [row] = rows
  if (row === undefined) throw new Error('the application has gone')
  return row
}

/** Performs a step and returns its answers: two when it is sent twice with one key. */
async function perform({ branch, app, model, payments }: Life, step: Concrete) {
  const as = (role: string) => inBranch(role, branch)
  const receipt = 'which' in step ? (payments[step.which] ?? 0) : 0
  switch (step.do) {
    case 'pay': {
      const parts = step.parts.map(({ line, paid, way }) => [line, paid, way] as const)
      const headers = { 'idempotency-key': randomUUID() }
      const send = () => desk.pay(app, parts, as('cashier'), { headers })
      const first = await send()
      if (first.status === 200) payments.push(...first.data.payments.map((one) => one.payment_id))
      return step.twice ? [first, await send()] : [first]
    }
    case 'edit':
      return [await desk.editPayType(receipt, step.way, as('cashier'))]
    case 'ask':
      return [await desk.askDelete(receipt, as(step.by))]
    case 'decide':
      return [await desk.decide(receipt, step.decision, as(step.by))]
    case 'refund':
      return [await desk.refund(app, step.value, as('manager'), step.way)]
    case 'cancel':
      return [await desk.cancel(app, as(step.by))]
    case 'close': {
      const { cash } = drawerOf(model)
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
      fc.asyncProperty(steps, async (chosen) => {
        const { uses, ...others } = await before(branch)
        const model = newModel(nets, others)
        const life: Life = { branch, app: await register(branch), model, payments: [] }
        for (const [i, abstract] of chosen.entries()) {
          const step = concrete(model, abstract)
          if (step === null) continue
          const answers = await perform(life, step)
          const refusal = take(model, step)
          const told = answers.map(({ status, body }) => (status === 200 ? null : body.code))
          expect({ i, step, told }).toEqual({ i, step, told: answers.map(() => refusal) })
          expect({ i, step, ...(await stored(life, uses)) }).toEqual({ i, step, ...seen(model) })
        }
      }),
      { numRuns: Math.ceil(runs / branches.length) },
    )
  },
  60_000 + runs * 500,
)
