/**
 * Loads the demo school: its branches, people and catalogue, and a year of applications and day closes up to today.
 */
import { existsSync } from 'node:fs'
import { type Day, addDays, todayInBangkok } from '@khapdee/domain/thai-date'
import { followUp } from '@khapdee/contract/entities/follow-up'
import { type Kysely, sql } from 'kysely'
import { runTransaction } from '../db/transaction.ts'
import type { DB } from '../db/types.ts'
import type { Actor } from '../kernel/access.ts'
import { removeStatementTimeout } from '../db/statement-timeout.ts'
import { lockByName } from '../kernel/advisory-lock.ts'
import type { AuditEntry, Services } from '../kernel/context.ts'
import { recordFollowUp } from '../modules/application/follow-ups.ts'
import { demoPassword } from '../modules/user/passwords.ts'
import { actAs } from './act-as.ts'
import { insertDemoEntries } from './demo-account-entries.ts'
import { insertRecurringEntries } from './demo-recurring-entries.ts'
import { type ActAs, callOf } from './demo-acts.ts'
import { type SchoolIds, applicationStories } from './demo-applications.ts'
import { branchCodes } from './demo-branches.ts'
import { createDemoEvents } from './demo-calendar-events.ts'
import { closeDays } from './demo-closings.ts'
import { createDuplicates } from './demo-duplicates.ts'
import { readClosedDays, withoutClosedDays } from './demo-days.ts'
import { replenishDemoPettyCash } from './demo-petty-cash.ts'
import { createDemoPayroll } from './demo-payroll.ts'
import { createDemoCertificates } from './demo-certificates.ts'
import { createDemoEvaluations } from './demo-evaluations.ts'
import { insertWeeklySessions } from './demo-exam-sessions.ts'
import { createDemoExams } from './demo-exams.ts'
import { planFollowUps } from './demo-follow-ups.ts'
import { lockMonths } from './demo-locks.ts'
import { withOtherFees } from './demo-other-fees.ts'
import { planApplications } from './demo-plan.ts'
import { atWork, userOf } from './demo-rota.ts'
import { demoUsers } from './demo-staff.ts'
import { demoStatementFile, loadDemoStatement } from './demo-statement.ts'
import { withVehicleChecks } from './demo-vehicle-checks.ts'
import { insertBranches, insertCatalogue } from './insert-school.ts'
import { insertUsers } from './insert-users.ts'
import {
  dropTextIndexes,
  insertDemoAudit,
  tickDemoDocuments,
  updateStatistics,
} from './demo.queries.ts'
import { runStories } from './stories.ts'

interface Options {
  /** Number of applications in the year. The number of customers is about a third of it. */
  applications?: number
}

const defaultApplications = 500
/** Branches, users and catalogue are created this many days before today, before the first application. */
const schoolAgeDays = 400
/** Number of applications between two lines of progress. */
const progressStep = 90
/** Lines of progress at which the tables have grown so much that statements are to be planned again. */
const growthSteps = new Set([1, 3, 6])

/** Lines with the sign-in names, their password and the statement file, printed at the start. */
function signInLines(dataDir: string): string[] {
  const names = (isIncluded: (username: string) => boolean) =>
    demoUsers
      .map(({ username }) => username)
      .filter(isIncluded)
      .join(' · ')
  const statementFile = demoStatementFile(dataDir)
  return [
    `Sign in with the password ${demoPassword} as one of`,
    `  ${names((username) => !username.includes('.'))}`,
    ...branchCodes.map((code) => `  ${names((name) => name.endsWith(`.${code.toLowerCase()}`))}`),
    ...(existsSync(statementFile) ? [`A bank statement to import: ${statementFile}`] : []),
  ]
}

interface School extends SchoolIds {
  actorOf(username: string): Actor
}

async function insertSchool(tx: Kysely<DB>, services: Services): Promise<School> {
  const today = services.clock.today()
  const createdAt = `${addDays(today, -schoolAgeDays)}T09:00:00+07:00`
  const timestamps = { createdAt, updatedAt: createdAt }
  const branchIdOf = await insertBranches(tx, timestamps)
  return {
    branchIdOf,
    actorOf: await insertUsers(tx, branchIdOf, today, timestamps),
    ...(await insertCatalogue(tx, branchIdOf, today, timestamps)),
  }
}

interface AuditRow extends AuditEntry {
  call: string
  at: Date
  user_id: number
}

async function load(
  tx: Kysely<DB>,
  services: Services,
  say: (text: string) => void,
  count: number,
): Promise<void> {
  const createTextIndexes = await dropTextIndexes(tx)
  const school = await insertSchool(tx, services)
  const now = services.clock.now()
  const today = services.clock.today()
  // Applications planned for later today are skipped, so that no row is in the future.
  const planned = withVehicleChecks(planApplications(today, count), today)
  const isClosed = await readClosedDays({ tx, clock: services.clock }, school.branchIdOf)
  const plans = withOtherFees(planned, today)
    .filter(({ at }) => at <= now)
    .map((plan) => withoutClosedDays(plan, school.branchIdOf, isClosed))
  const trail: AuditRow[] = []
  const actAsUser = (username: string, at: Date, call: string) => {
    const actor = school.actorOf(username)
    return actAs(services, tx, actor, at, (entry) =>
      trail.push({ ...entry, call, at, user_id: actor.user_id }),
    )
  }
  const year = {
    school,
    today,
    actAs: actAsUser,
    customerOf: createDuplicates(tx, school.branchIdOf),
    async progress(n: number) {
      if (n % progressStep !== 0) return
      say(`Loading the demo school … ${Math.round((100 * n) / plans.length)} %`)
      if (growthSteps.has(n / progressStep)) await updateStatistics(tx)
    },
  }
  const examYear = {
    tx,
    today,
    actAs: actAsUser,
    branchIdOf: school.branchIdOf,
    userIdOf: (username: string) => school.actorOf(username).user_id,
    otherFeeIdOf: school.otherFeeIdOf,
    isClosed,
  }
  const sessions = await insertWeeklySessions(examYear, now)
  await createDemoEvents(actAsUser, school.branchIdOf, today)
  await runStories(
    [
      ...plans.flatMap((plan, n) => applicationStories(year, plan, n)),
      ...closeDays(actAsUser, school.branchIdOf, examYear.userIdOf, today),
    ],
    now,
  )
  await tickDemoDocuments.rows(tx, services.clock.today())
  await createDemoExams(examYear, sessions, now)
  await createDemoEvaluations(examYear, now)
  await createDemoCertificates(examYear, now)
  await followUpBalances(tx, actAsUser, today)
  // Before the entries of the books are numbered by their days.
  await createDemoPayroll(tx, actAsUser, school.branchIdOf, today)
  const renumbered = await insertDemoEntries(
    {
      tx,
      today,
      branchIdOf: school.branchIdOf,
      userIdOf: (username) => school.actorOf(username).user_id,
      audit: (entry) => trail.push(entry),
    },
    now,
  )
  for (const { entity, id, after } of trail) {
    const code = entity === 'account_entry' ? renumbered.get(Number(id)) : undefined
    if (code !== undefined) Object.assign(after ?? {}, { code })
  }
  await insertRecurringEntries(tx, today, school)
  await replenishDemoPettyCash(tx, actAsUser, today, now)
  await loadDemoStatement(tx, actAsUser, school.branchIdOf('KKN'), today)
  // Last, because no money of a locked month can be booked.
  await lockMonths(actAsUser, school.branchIdOf, today)
  const rows = trail.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  await insertDemoAudit.rows(tx, JSON.stringify(rows))
  await createTextIndexes()
  await tx
    .insertInto('setting')
    .values({ key: 'demo', value: JSON.stringify({ today }) })
    .execute()
}

/** Follows up some of the balances, as the cashiers of their branches. */
async function followUpBalances(tx: Kysely<DB>, actAsUser: ActAs, today: Day): Promise<void> {
  const balances = await tx
    .selectFrom('application as a')
    .innerJoin('branch as b', 'b.branch_id', 'a.branch_id')
    .select(['a.application_id', 'a.due_date', 'b.code'])
    .where('a.balance', '>', sql.lit(0))
    .orderBy('a.application_id')
    .$narrowType<{ due_date: Day | null }>()
    .execute()
  const codes = new Map(balances.map(({ application_id, code }) => [application_id, code]))
  for (const { at, ...input } of planFollowUps(balances, today)) {
    const code = codes.get(input.application_id) ?? ''
    const cashier = userOf(atWork('cashier', todayInBangkok(at)), code)
    await recordFollowUp(actAsUser(cashier, at, callOf(followUp.create)), {
      ...input,
      clears_date: false,
    })
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
 * @returns lines with the sign-in names and the statement file; empty if the database has another school
 */
export async function seedDemo(
  services: Services,
  say: (text: string) => void,
  { applications = defaultApplications }: Options = {},
): Promise<string[]> {
  return runTransaction(services.db, async (tx) => {
    const found = await findSchool(tx)
    if (found === 'other school') {
      say('The database holds a school of its own: the demo school is not loaded into it.')
      return []
    }
    if (found === 'nothing') await load(tx, services, say, applications)
    return signInLines(services.config.dataDir)
  })
}
