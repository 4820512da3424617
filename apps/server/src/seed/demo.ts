/**
 * Loads the demo school: its branches, people and catalogue, and a year of applications up to
 * today. Applications run the same use case as a clerk's call, so numbers, totals, receipts
 * and exam rights are consistent.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import { addDays } from '@khapdee/domain/thai-date'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'
import type { Actor } from '../kernel/access.ts'
import { removeStatementTimeout } from '../db/statement-timeout.ts'
import { lockByName } from '../kernel/advisory-lock.ts'
import type { AuditEntry, Services } from '../kernel/context.ts'
import { createApplication } from '../modules/application/create-application.ts'
import { demoPassword } from '../modules/user/passwords.ts'
import { actAs } from './act-as.ts'
import { branchCodes } from './demo-branches.ts'
import { createMistakes, isNoticed } from './demo-duplicates.ts'
import type { PlannedLine } from './demo-lines.ts'
import type { DemoCustomer } from './demo-people.ts'
import { type PlannedApplication, planApplications } from './demo-plan.ts'
import { demoUsers } from './demo-staff.ts'
import { insertBranches, insertCatalogue } from './insert-school.ts'
import { insertUsers } from './insert-users.ts'
import { insertDemoAudit } from './demo.queries.ts'

interface Options {
  /** Number of applications in the year; there are a third as many customers. */
  applications?: number
}

const wholeYear = 900
/** The school was founded this many days before the first application. */
const daysBefore = 400
/** Applications between two lines of progress. */
const progressStep = 90

/** Lines with the sign-in names and their password, printed at the start. */
function signInLines(): string[] {
  const names = (of: (username: string) => boolean) =>
    demoUsers
      .map(({ username }) => username)
      .filter(of)
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
  const began = `${addDays(today, -daysBefore)}T09:00:00+07:00`
  const stamps = { createdAt: began, updatedAt: began }
  const branchIdOf = await insertBranches(tx, stamps)
  return {
    branchIdOf,
    actorOf: await insertUsers(tx, branchIdOf, today, stamps),
    ...(await insertCatalogue(tx, branchIdOf, today, stamps)),
  }
}

const lineInput = ({ cost, paid, pay_type, promotion_code, exam_date }: PlannedLine) => ({
  cost,
  paid,
  pay_type,
  promotion_code,
  exam_date,
  note: '',
})

function inputOf(
  school: School,
  plan: PlannedApplication,
  customer: DemoCustomer & { privacy_notice: boolean },
): InputOf<typeof application.create> {
  return {
    type: 'course',
    bank_reference: '',
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
    note: plan.note,
  }
}

interface AuditRow extends AuditEntry {
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
  // Applications later today are left out, so that no row is in the future.
  const plans = planApplications(today, count).filter(({ at }) => at <= now)
  const trail: AuditRow[] = []
  const mistake = createMistakes(tx, school.branchIdOf)
  for (const [i, plan] of plans.entries()) {
    if (i % progressStep === 0) {
      say(`Loading the demo school … ${Math.round((100 * i) / plans.length)} %`)
    }
    const actor = school.actorOf(plan.clerk)
    const ctx = actAs(services, tx, actor, plan.at, (entry) =>
      trail.push({ ...entry, at: plan.at, user_id: actor.user_id }),
    )
    const customer = { ...(await mistake(plan, ctx.audit)), privacy_notice: isNoticed(plan, today) }
    await createApplication(ctx, inputOf(school, plan, customer))
  }
  await insertDemoAudit.rows(tx, JSON.stringify(trail))
  await tx
    .insertInto('setting')
    .values({ key: 'demo', value: JSON.stringify({ today }) })
    .execute()
}

/** The kind of content in the database, which stays locked until this transaction ends. */
async function whatIsThere(tx: Kysely<DB>): Promise<'demo' | 'other school' | 'nothing'> {
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
 * Loads the demo school unless the database already has a school. All or nothing, in one
 * transaction; of servers that start together one loads and the others wait.
 *
 * The same day gives the same school, except that applications later than now are left out.
 *
 * @param say receives lines of progress, in English
 * @returns lines with the sign-in names; none where the database has another school
 */
export async function seedDemo(
  services: Services,
  say: (text: string) => void,
  { applications = wholeYear }: Options = {},
): Promise<string[]> {
  return services.db.transaction().execute(async (tx) => {
    const found = await whatIsThere(tx)
    if (found === 'other school') {
      say('The database holds a school of its own: the demo school is not loaded into it.')
      return []
    }
    if (found === 'nothing') await load(tx, services, say, applications)
    return signInLines()
  })
}
