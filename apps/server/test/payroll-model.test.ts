/**
 * Random histories of the months of two people on the real server: several users build, change, submit, return, confirm,
 * approve, pay, reopen and void them, one of them their own month. After every step the answers, months, postings, payslips
 * and the cash of the drawer equal payroll-model.ts. `MODEL_RUNS` is the number of histories; `npm run soak` runs 10,000.
 */
import { randomUUID } from 'node:crypto'
import { drawer } from '@khapdee/contract/entities/drawer'
import { payroll } from '@khapdee/contract/entities/payroll'
import { payrollItem } from '@khapdee/contract/entities/payroll-item'
import { satang } from '@khapdee/domain/money'
import type { Permission } from '@khapdee/domain/permissions'
import { day } from '@khapdee/domain/thai-date'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from './app.ts'
import { makeEmployee } from './make/employee.ts'
import {
  type Actor,
  type Model,
  type ModelMonth,
  type Outcome,
  type Status,
  type Step,
  type StepName,
  type Whom,
  actors,
  applyStep,
  find,
  stepNames,
} from './payroll-model.ts'

const runs = Number(process.env['MODEL_RUNS'] ?? 5)

let test: TestApp
let branch_id: number
let chiefRole: number
let bonusItem: number

beforeAll(async () => {
  test = await startApp()
  branch_id = test.school.branch.KKN
  const { role_id } = await test.db
    .insertInto('role')
    .values({ name: 'หัวหน้าฝ่ายบุคคล', all_branches: false })
    .returning('role_id')
    .executeTakeFirstOrThrow()
  chiefRole = role_id
  const permissions: Permission[] = [
    'payroll.view',
    ...actors.chief.may.map((right): Permission => `payroll.${right}`),
  ]
  await test.db
    .insertInto('role_permission')
    .values(permissions.map((permission) => ({ role_id, permission })))
    .execute()
  await makeEmployee(test, branch_id, { username: 'chief', role_id })
  await test.db.deleteFrom('employment_period').execute()
  const item = await test.call(payrollItem.create, { name: 'โบนัส', category: 'bonus' }, 'admin')
  bonusItem = item.data.list_payroll_id
})
afterAll(() => test.close())

/** The months that the sequences use, each its own, from January 2021 on. */
const monthCount = 70
const monthOf = (run: number) => {
  const at = run % monthCount
  return `${2021 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
}

/** One sequence of steps: its month, the two people, and their pay without bonuses. */
interface Run {
  month: string
  people: Record<'first' | 'second', { user_id: number; username: string }>
  model: Model
  /**
   * The net pay of each person without bonuses, and what it costs the school; read when the month
   * is first built.
   */
  base: { net: number; cost: number }
  /** The cost that earlier sequences posted in the same month. */
  costBefore: number
}

async function employ(month: string, role_id?: number) {
  const { user_id, username } = await makeEmployee(
    test,
    branch_id,
    role_id === undefined ? {} : { role_id },
  )
  await sql`update employment_period set start = ${`${month}-01`}::date,
    "end" = (${`${month}-01`}::date + interval '1 month - 1 day')::date where user_id = ${user_id}`.execute(
    test.db,
  )
  return { user_id, username }
}

/** The sum of what a month has posted to the books. */
async function postedCost(month: string): Promise<number> {
  const { rows } = await sql<{ cost: number }>`
    select coalesce(sum(e.value), 0)::float8 as cost from account_entry e
    join payroll_posting p using (payroll_posting_id) where p.month = ${month}`.execute(test.db)
  return rows[0]?.cost ?? 0
}

const cashInDrawer = async () =>
  Number((await test.call(drawer.get, { branch_id }, 'admin')).data.balance)

async function startRun(number: number): Promise<Run> {
  const month = monthOf(number)
  const { earlier } = await test.db
    .selectFrom('payroll_month')
    .select(sql<number>`count(*)::int`.as('earlier'))
    .where('month', '=', month)
    .where('status', '<>', 'void')
    .executeTakeFirstOrThrow()
  return {
    month,
    people: { first: await employ(month), second: await employ(month, chiefRole) },
    model: { months: [], earlier, paid: [] },
    base: { net: 0, cost: 0 },
    costBefore: await postedCost(month),
  }
}

const usernameOf = ({ people }: Run, by: Actor) => (by === 'second' ? people.second.username : by)
const idsOf = ({ people }: Run, whom: Exclude<Whom, 'all'>) =>
  whom === 'both' ? [people.first.user_id, people.second.user_id] : [people[whom].user_id]

const read = ({ month, people }: Run, person: 'first' | 'second') =>
  test.call(payroll.user, { user_id: people[person].user_id, month }, 'admin')

/** The net pay of the months, with the bonuses that the caller has seen. */
const netOf = ({ base }: Run, count: number, bonus: number) => count * base.net + bonus

type Answer = { status: number; body: { code?: string; data: Record<string, unknown> } }

async function perform(run: Run, step: Step, expected: Outcome): Promise<Answer> {
  const { month } = run
  const as = usernameOf(run, step.by)
  if (step.do === 'build') return test.call(payroll.build, { branch_id, month }, as)
  if (step.do === 'save') {
    const { status, body } = await read(run, step.person)
    const version: number = status === 200 ? body.data.version : 1
    const lines = [{ list_payroll_id: bonusItem, value: satang(step.bonus) }]
    const { user_id } = run.people[step.person]
    return test.call(payroll.lines, { user_id, month, version, lines }, as)
  }
  const net = 'refusal' in expected ? 0 : netOf(run, expected.count, expected.bonus)
  const input = {
    branch_id,
    month,
    ...(step.whom === 'all' ? {} : { user_ids: idsOf(run, step.whom) }),
    ...(step.net === 'none' ? {} : { net: satang(step.net === 'seen' ? net : net + 1) }),
    ...(['return', 'reopen', 'void'].includes(step.do) && { note: 'ตรวจอีกครั้ง' }),
    ...(step.do === 'pay' && { pay_date: day(test.clock.today()), pay_type: 'cash' }),
  }
  const headers = { 'idempotency-key': randomUUID() }
  const send = () => test.call(payroll[step.do], input as never, as, headers)
  const answer = await send()
  if (!step.resend) return answer
  const again = await send()
  const outcomeOf = ({ status, body }: Answer) => [status, body.code, body.data]
  expect(outcomeOf(again)).toEqual(outcomeOf(answer))
  return answer
}

/** The stored months of the sequence and their posted cost, in the form that the model uses. */
async function stored({ month, people, costBefore }: Run) {
  const ids = [people.first.user_id, people.second.user_id]
  const { rows } = await sql<{ user_id: number; month: object }>`
    select p.user_id, jsonb_build_object('status', p.status, 'revision', p.revision, 'net', p.net,
      'hasPayslip', p.payslip_code is not null, 'steps', (select coalesce(jsonb_agg(s.step order by s.payroll_step_id), '[]')
        from payroll_step s where s.payroll_id = p.payroll_id)) as month
    from payroll_month p where p.month = ${month} and p.user_id = any(${ids}::int[]) order by p.payroll_id`.execute(
    test.db,
  )
  const months = rows.map(({ user_id, month: row }) => ({
    person: user_id === people.first.user_id ? 'first' : 'second',
    ...row,
  }))
  return { months, cost: (await postedCost(month)) - costBefore }
}

function modelMonth(run: Run, month: ModelMonth) {
  const { person, status, revision, hasPayslip, steps: taken, bonus } = month
  return { person, status, revision, hasPayslip, steps: taken, net: netOf(run, 1, bonus) }
}

/** The cost that the model expects to be posted. */
const modelCost = ({ model, base }: Run) =>
  model.months
    .filter(({ status }) => status === 'approved' || status === 'paid')
    .reduce((sum, { bonus }) => sum + base.cost + bonus, 0)

/** The result of an answer: the error code, or what was built or paid out. Amounts are in baht. */
function resultOf(step: Step, { status, body }: Answer) {
  if (status !== 200) return { code: body.code }
  const { built, count, net } = body.data
  return step.do === 'build' ? { built } : step.do === 'save' ? {} : { count, net }
}

/** The result that the model expects. */
function modelResult(run: Run, step: Step, expected: Outcome) {
  if ('refusal' in expected) return { code: expected.refusal }
  const { count, bonus } = expected
  if (step.do === 'build') return { built: count }
  return step.do === 'save' ? {} : { count, net: netOf(run, count, bonus) / 100 }
}

async function takeStep(run: Run, step: Step): Promise<void> {
  const wasBuilt = run.model.months.length > 0
  const expected = applyStep(run.model, step)
  const answer = await perform(run, step, expected)
  if (!wasBuilt && run.model.months.length > 0) {
    const { totals } = (await read(run, 'first')).data
    run.base = { net: totals.net, cost: totals.income + totals.employer }
  }
  expect({ step, ...resultOf(step, answer) }).toEqual({ step, ...modelResult(run, step, expected) })
  expect({ step, ...(await stored(run)) }).toEqual({
    step,
    months: run.model.months.map((month) => modelMonth(run, month)),
    cost: modelCost(run),
  })
}

/** Asserts that the lists show the people as the model expects. */
async function expectListed(run: Run): Promise<void> {
  for (const { person, status } of run.model.months) {
    const { data } = await read(run, person)
    expect([data.status, data.is_payroll, data.is_approve]).toEqual([
      status,
      ['submitted', 'confirmed', 'approved', 'paid'].includes(status),
      ['approved', 'paid'].includes(status),
    ])
  }
}

/**
 * Pays or voids the months, so that calls for all people of the month skip them in later sequences.
 */
async function settle(run: Run): Promise<void> {
  const by = 'admin'
  const end = { by, net: 'none', resend: false } as const
  await takeStep(run, { do: 'build', by })
  for (const whom of ['first', 'second'] as const) {
    const status = find(run.model, whom)?.status
    if (status === 'approved') await takeStep(run, { do: 'pay', whom, ...end })
    else if (status !== 'paid' && status !== 'void')
      await takeStep(run, { do: 'void', whom, ...end })
  }
}

const by = fc.constantFrom(...(Object.keys(actors) as Actor[]))
const whom = fc.constantFrom('first' as const, 'second' as const, 'both' as const, 'all' as const)
const call = {
  by,
  whom,
  net: fc.constantFrom('none' as const, 'none' as const, 'seen' as const, 'wrong' as const),
  resend: fc.boolean(),
}
/** A random step; `forward` is the next step of the first person's month. */
const steps = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.record({ do: fc.constant('build' as const), by }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('save' as const),
        by,
        person: fc.constantFrom('first' as const, 'second' as const),
        bonus: fc.integer({ min: 1, max: 100_000 }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constantFrom(...stepNames), ...call }),
    },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('forward' as const), ...call }) },
  ),
  { minLength: 15, maxLength: 25 },
)

const forward = {
  draft: 'submit',
  returned: 'submit',
  submitted: 'confirm',
  confirmed: 'approve',
  approved: 'pay',
  void: 'reopen',
  paid: 'reopen',
} as const satisfies Record<Status, StepName>

/** Replaces `forward` by the step that comes next in the present state. */
function resolve(
  { model }: Run,
  step: Step | (Omit<Extract<Step, { whom: Whom }>, 'do'> & { do: 'forward' }),
): Step {
  if (step.do !== 'forward') return step
  const person = step.whom === 'second' ? 'second' : 'first'
  return { ...step, do: forward[find(model, person)?.status ?? 'draft'] }
}

it(
  'the months, the books, the payslips and the drawer equal the model after every step of several people',
  { timeout: 60_000 + runs * 2000 },
  async () => {
    let number = 0
    await fc.assert(
      fc.asyncProperty(steps, async (chosen) => {
        const run = await startRun(number++)
        const top_up = { branch_id, kind: 'top_up', value: satang(5_000_000), note: 'x' } as const
        await test.call(drawer.move, top_up, 'admin')
        const cash = await cashInDrawer()
        await takeStep(run, { do: 'build', by: 'hr' })
        for (const step of chosen) await takeStep(run, resolve(run, step))
        await expectListed(run)
        await settle(run)
        const paid = run.model.paid.reduce((sum, { bonus }) => sum + netOf(run, 1, bonus), 0)
        expect(await cashInDrawer()).toBe(cash - paid)
      }),
      { numRuns: runs },
    )
  },
)
