/**
 * Loads the demo school: its branches, people and catalogue, and a year of applications up to
 * today. Applications are created by the same use case as a clerk's, so numbers, totals,
 * receipts and exam rights are consistent.
 */
import { satang } from '@khapdee/domain/money'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'
import type { Actor } from '../kernel/access.ts'
import { removeStatementTimeout } from '../db/statement-timeout.ts'
import { lockByName } from '../kernel/advisory-lock.ts'
import type { AuditEntry, Services, UserContext } from '../kernel/context.ts'
import {
  type NewApplicationInput,
  createApplication,
} from '../modules/application/create-application.ts'
import { recordFollowUp } from '../modules/application/follow-ups.ts'
import { amendDemo, wantsAmendment } from './demo-amendments.ts'
import { refundDemo, wantsRefund } from './demo-refunds.ts'
import { demoPassword } from '../modules/user/passwords.ts'
import { actAs } from './act-as.ts'
import {
  decideRequestFee,
  plannedRequestFee,
  requestVoid,
  wantsVoid,
  wantsRequestFee,
} from './demo-requests.ts'
import { branchCodes } from './demo-branches.ts'
import { planFollowUps } from './demo-follow-ups.ts'
import { createDuplicates, hasNotice } from './demo-duplicates.ts'
import type { PlannedLine } from './demo-lines.ts'
import type { DemoCustomer } from './demo-people.ts'
import { type PlannedApplication, planApplications } from './demo-plan.ts'
import { demoUsers } from './demo-staff.ts'
import { withOtherFees } from './demo-other-fees.ts'
import { withVehicleChecks } from './demo-vehicle-checks.ts'
import { insertBranches, insertCatalogue } from './insert-school.ts'
import { insertUsers } from './insert-users.ts'
import { insertDemoAudit, tickDemoDocuments } from './demo.queries.ts'

interface Options {
  /** Number of applications in the year; there are a third as many customers. */
  applications?: number
}

const defaultApplications = 900
/** Branches, users and catalogue are created this many days before today, before the first application. */
const schoolAgeDays = 400
/** Number of applications between two lines of progress. */
const progressStep = 90

/** Lines with the sign-in names and their password, printed at the start. */
function signInLines(): string[] {
  const names = (isIncluded: (username: string) => boolean) =>
    demoUsers
      .map(({ username }) => username)
      .filter(isIncluded)
      .join(' · ')
  return [
    `Sign in with the password ${demoPassword} as one of`,
    `  ${names((username) => !username.includes('.'))}`,
    ...branchCodes.map((code) => `  ${names((name) => name.endsWith(`.${code.toLowerCase()}`))}`),
  ]
}

type School = Awaited<ReturnType<typeof insertCatalogue>> & {
  branchIdOf(code: string): number
  actorOf(username: string): Actor
}

async function insertSchool(tx: Kysely<DB>, services: Services): Promise<School> {
  const today = services.clock.today()
  const createdAt = `${addDays(today, -schoolAgeDays)}T09:00:00+07:00`
  const stamps = { createdAt, updatedAt: createdAt }
  const branchIdOf = await insertBranches(tx, stamps)
  return {
    branchIdOf,
    actorOf: await insertUsers(tx, branchIdOf, today, stamps),
    ...(await insertCatalogue(tx, branchIdOf, today, stamps)),
  }
}

const lineInput = ({
  cost,
  paid,
  pay_type,
  cash_part,
  promotion_code,
  exam_date,
}: PlannedLine) => ({
  cost,
  ...(cash_part === undefined
    ? { paid, pay_type }
    : {
        payments: [
          { pay_type: 'cash' as const, paid: cash_part },
          { pay_type: 'transfer' as const, paid: satang(paid - cash_part) },
        ],
      }),
  promotion_code,
  exam_date,
  note: '',
})

function inputOf(
  school: School,
  plan: PlannedApplication,
  customer: DemoCustomer & { privacy_notice: boolean; is_walk_in: boolean | undefined },
): NewApplicationInput {
  return {
    type: plan.type,
    vehicle: plan.vehicle,
    bank_reference: '',
    cash_received: plan.cash_received,
    branch_id: school.branchIdOf(plan.branch),
    customer,
    course: plan.course.map((line) => ({
      course_id: school.courseIdOf(line.item),
      ...lineInput(line),
    })),
    other_fee: plan.other_fee.map((line) => ({
      other_fee_id: school.otherFeeIdOf(line.item),
      ...lineInput(line),
    })),
    request_fee: plan.request_fee.map((line) => ({
      request_fee_id: school.requestFeeIdOf(line.item),
      ...lineInput(line),
    })),
    due_date: plan.due_date,
    note: plan.note,
  }
}

interface AuditRow extends AuditEntry {
  /** The call, if it is not the registration. */
  call?: string
  at: Date
  user_id: number
}

async function load(
  tx: Kysely<DB>,
  services: Services,
  say: (text: string) => void,
  count: number,
): Promise<void> {
  const school = await insertSchool(tx, services)
  const now = services.clock.now()
  const today = services.clock.today()
  // Applications later today are omitted, so that no row is in the future.
  const planned = withVehicleChecks(planApplications(today, count), today)
  const plans = withOtherFees(planned, today).filter(({ at }) => at <= now)
  const trail: AuditRow[] = []
  const customerOf = createDuplicates(tx, school.branchIdOf)
  for (const [i, plan] of plans.entries()) {
    if (i % progressStep === 0) {
      say(`Loading the demo school … ${Math.round((100 * i) / plans.length)} %`)
    }
    const actor = school.actorOf(plan.clerk)
    const ctx = actAs(services, tx, actor, plan.at, (entry) =>
      trail.push({ ...entry, at: plan.at, user_id: actor.user_id }),
    )
    const customer = {
      ...(await customerOf(plan, ctx.audit)),
      privacy_notice: hasNotice(plan, today),
      is_walk_in: plan.isWalkIn,
    }
    const { data } = await createApplication(ctx, inputOf(school, plan, customer))
    await addRequests(school, services, { tx, trail, ctx, plan, n: i }, data)
  }
  await tickDemoDocuments.rows(tx, services.clock.today())
  await followUpBalances(tx, services, school, trail)
  await insertDemoAudit.rows(tx, JSON.stringify(trail))
  await tx
    .insertInto('setting')
    .values({ key: 'demo', value: JSON.stringify({ today }) })
    .execute()
}

interface Registered {
  tx: Kysely<DB>
  trail: AuditRow[]
  /** The context of the clerk at the time of the registration. */
  ctx: UserContext
  plan: PlannedApplication
  /** Position of the plan. */
  n: number
}

/**
 * For some applications, amends them, requests a refund or the void of the receipt, or registers a request fee, and
 * decides older requests.
 */
async function addRequests(
  school: School,
  services: Services,
  { tx, trail, ctx, plan, n }: Registered,
  {
    application_id,
    payments: [receipt],
  }: { application_id: number; payments: readonly { payment_id: number }[] },
): Promise<void> {
  const today = services.clock.today()
  const actLater = (username: string, at: Date, call: string) => {
    const actor = school.actorOf(username)
    if (at > services.clock.now()) return null
    return actAs(services, tx, actor, at, (entry) =>
      trail.push({ ...entry, call, at, user_id: actor.user_id }),
    )
  }
  // The receipts of replaced and refunded lines cannot be voided.
  if (wantsVoid(n, plan.day, today)) {
    await requestVoid(actLater, plan, { n, today, payment_id: receipt?.payment_id })
  } else if (wantsAmendment(plan, n)) {
    await amendDemo(actLater, plan, { n, application_id, ...school })
  } else if (wantsRefund(plan, n, today)) {
    await refundDemo(actLater, plan, { n, today, application_id })
  }
  // Vehicle checks and other fees have walk-ins, who cannot make requests.
  const mayBeWalkIn = plan.type === 'vehicle_check' || plan.type === 'other_fee'
  if (mayBeWalkIn || !wantsRequestFee(n, plan.day, today)) return
  const [line] = plannedRequestFee(n)
  const { data } = await createApplication(ctx, {
    ...inputOf(
      school,
      {
        ...plan,
        course: [],
        other_fee: [],
        request_fee: [line],
        cash_received: null,
        due_date: null,
        note: '',
      },
      { ...plan.customer, privacy_notice: false, is_walk_in: undefined },
    ),
    type: 'request_fee',
    vehicle: undefined,
  })
  await decideRequestFee(actLater, plan, { n, today, application_id: data.application_id })
}

/** Follows up some of the balances, as the cashiers of their branches. */
async function followUpBalances(
  tx: Kysely<DB>,
  services: Services,
  school: School,
  trail: AuditRow[],
): Promise<void> {
  const balances = await tx
    .selectFrom('application as a')
    .innerJoin('branch as b', 'b.branch_id', 'a.branch_id')
    .select(['a.application_id', 'a.due_date', 'b.code'])
    .where('a.balance', '>', sql.lit(0))
    .orderBy('a.application_id')
    .$narrowType<{ due_date: Day | null }>()
    .execute()
  const codes = new Map(balances.map(({ application_id, code }) => [application_id, code]))
  for (const { at, ...input } of planFollowUps(balances, services.clock.today())) {
    const code = codes.get(input.application_id) ?? ''
    const actor = school.actorOf(`cashier.${code.toLowerCase()}`)
    const ctx = actAs(services, tx, actor, at, (entry) =>
      trail.push({ ...entry, at, user_id: actor.user_id }),
    )
    await recordFollowUp(ctx, input)
  }
}

/** The kind of school in the database. Other servers cannot seed it until the transaction ends. */
async function findSchool(tx: Kysely<DB>): Promise<'demo' | 'other school' | 'nothing'> {
  // Waiting for another server that loads the demo may take longer than the statement timeout.
  await removeStatementTimeout(tx)
  await lockByName(tx, 'seed demo')
  const { demo, users } = await tx
    .selectNoFrom([
      sql<boolean>`exists (select from setting where key = 'demo')`.as('demo'),
      sql<boolean>`exists (select from app_user)`.as('users'),
    ])
    .executeTakeFirstOrThrow()
  if (demo) return 'demo'
  return users ? 'other school' : 'nothing'
}

/**
 * Loads the demo school, in one transaction, unless the database already has a school. If several servers
 * start at the same time, one loads it and the others wait.
 *
 * The school depends only on the day, except that applications later than now are omitted.
 *
 * @param say receives lines of progress, in English
 * @returns lines with the sign-in names; empty if the database has another school
 */
export async function seedDemo(
  services: Services,
  say: (text: string) => void,
  { applications = defaultApplications }: Options = {},
): Promise<string[]> {
  return services.db.transaction().execute(async (tx) => {
    const found = await findSchool(tx)
    if (found === 'other school') {
      say('The database holds a school of its own: the demo school is not loaded into it.')
      return []
    }
    if (found === 'nothing') await load(tx, services, say, applications)
    return signInLines()
  })
}
