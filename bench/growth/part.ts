/** Measures list requests alternately on 10,000 and on 1,000,000 applications. */
import { join } from 'node:path'
import { createDb, createPool } from '../../apps/server/src/db/client.ts'
import { compactTotals } from '../../apps/server/src/modules/application/compact-totals.ts'
import { median, percentile, rounded } from '../figures.ts'
import type { Figure, ThresholdName } from '../thresholds.ts'
import { send } from '../http.ts'
import type { PartOptions } from '../part.ts'
import { type School, type AuthHeaders, openSchool } from '../school.ts'
import { type Case, casesOf, pageCases } from './cases.ts'
import { bookEntries } from './entries.ts'
import { bookExams } from './exams.ts'
import { growTo } from './grow.ts'
import { createPaymentTasks } from './payments.ts'

const sizes = { small: 10_000, large: 1_000_000 }
const warmUpCalls = 7
const calls = 40
/** A case that has taken this long ends after {@link minCalls} measured calls. */
const slowCaseMs = 30_000
const minCalls = 5

interface Schools {
  small: School
  large: School
}

/**
 * How long a task takes, in milliseconds. A request that the server aborts is measured until then,
 * so that the other cases are measured too.
 */
async function durationOf(task: () => Promise<unknown>, failed: Set<string>): Promise<number> {
  const start = performance.now()
  try {
    await task()
  } catch (error) {
    failed.add(String(error))
  }
  return performance.now() - start
}

/** A task that requests the path. */
const requestTo = (school: School, path: string, headers: AuthHeaders) => () =>
  send({ method: 'GET', url: school.origin + path, headers })

/** Whether a case reads the books, which cashiers do not. */
const readsBooks = ({ name }: Case) => /^(books|report)/.test(name)

/** The users and their cases: the owner sees all branches, the others only one. */
const users: Readonly<Record<string, (each: Case) => boolean>> = {
  owner: () => true,
  'cashier.kkn': (each) => !readsBooks(each),
  'manager.kkn': readsBooks,
}

/** The cases of one school, including its deep pages, and the headers of the user. */
async function prepare(
  school: School,
  username: string,
): Promise<{ cases: Case[]; headers: AuthHeaders }> {
  const headers = await school.signIn(username)
  const pagesOf = async (path: string): Promise<number> =>
    JSON.parse(await requestTo(school, path, headers)()).meta.totalPages
  const branch = await school.services.db
    .selectFrom('branch')
    .select('branch_id')
    .where('code', '=', 'KKN')
    .executeTakeFirstOrThrow()
  const all = [
    ...(await casesOf(school.services.db, branch.branch_id)),
    ...(await pageCases(pagesOf)),
  ]
  return { headers, cases: all.filter(users[username] ?? (() => true)) }
}

type Task = () => Promise<unknown>

/** Times one task in milliseconds, alternately on both schools, so that the load of the machine affects both equally. */
async function time(name: string, tasks: (call: number) => { small: Task; large: Task }) {
  const figures: { small: number; large: number }[] = []
  const failed = new Set<string>()
  const start = performance.now()
  for (let call = 0; call < warmUpCalls + calls; call++) {
    const { small, large } = tasks(call)
    const figure = {
      small: await durationOf(small, failed),
      large: await durationOf(large, failed),
    }
    if (call >= warmUpCalls) figures.push(figure)
    // A case that fails or is slow is recognised after a few calls.
    const isSlow = performance.now() - start > slowCaseMs
    if (figures.length >= (failed.size > 0 ? 1 : isSlow ? minCalls : calls)) break
  }
  const [error] = failed
  if (error !== undefined) console.error(`${name}: ${error}`)
  const ofSmall = median(figures.map((figure) => figure.small))
  const ofLarge = figures.map((figure) => figure.large)
  const row = {
    name,
    'p50 small': rounded(ofSmall),
    p50: rounded(median(ofLarge)),
    p95: rounded(percentile(ofLarge, 0.95)),
    ratio: rounded(median(ofLarge) / ofSmall),
  }
  // Printed immediately, so that an interrupted run has shown its results.
  console.log(`${name}: p50 ${row.p50} ms, p95 ${row.p95} ms`)
  return row
}

/** The number of cases measured with one sign-in; an access token is valid for 15 minutes. */
const casesPerSignIn = 10

/** Times every case for one user. */
async function timeAll({ small, large }: Schools, username: string, chosen: RegExp) {
  const requests = { small: await prepare(small, username), large: await prepare(large, username) }
  const rows = []
  for (const [index, { name, path }] of requests.large.cases.entries()) {
    if (!chosen.test(name)) continue
    if (rows.length % casesPerSignIn === 0) {
      requests.small.headers = await small.signIn(username)
      requests.large.headers = await large.signIn(username)
    }
    const tasks = {
      small: requestTo(small, requests.small.cases[index]?.path ?? '', requests.small.headers),
      large: requestTo(large, path, requests.large.headers),
    }
    rows.push(await time(`${username}: ${name}`, () => tasks))
  }
  return rows
}

/** Times payments of outstanding balances. */
async function timePayments({ small, large }: Schools, username: string) {
  const tasksOf = async (school: School) =>
    createPaymentTasks(school, await school.signIn(username), 'KKN', warmUpCalls + calls)
  const payments = { small: await tasksOf(small), large: await tasksOf(large) }
  const task = (tasks: readonly Task[], call: number): Task => tasks[call] ?? (async () => {})
  return time(`${username}: pay a balance`, (call) => ({
    small: task(payments.small, call),
    large: task(payments.large, call),
  }))
}

/**
 * Merges the tallies of a load, which the server does only once a minute and not during its
 * statements.
 */
async function compact({ databaseUrl }: School): Promise<void> {
  const pool = createPool(databaseUrl)
  pool.on('connect', (client) => void client.query('set statement_timeout = 0'))
  const unlimited = createDb(pool, { namedStatements: false })
  await compactTotals.run(unlimited).finally(() => unlimited.destroy())
}

/**
 * Grows the school to `total` applications. Returns the seconds of the load; 0 if there was nothing
 * to load.
 */
async function grow(school: School, total: number, { log }: PartOptions): Promise<number> {
  const seconds = await growTo(school.databaseUrl, total, log)
  const enteredIn = await bookEntries(school.databaseUrl)
  if (enteredIn > 0) log(`entries booked in ${enteredIn} s`)
  if (seconds > 0 || enteredIn > 0) await compact(school)
  const bookedIn = await bookExams(school.databaseUrl)
  if (bookedIn > 0) log(`exams booked in ${bookedIn} s`)
  return seconds
}

/** The threshold of a case: the books have their own ones for a month and a year. */
function thresholdOf(name: string): ThresholdName {
  if (/: books.*, a month$/.test(name)) return 'books of a month, p95'
  return /: books.*, a year$/.test(name) ? 'books of a year, p95' : 'any filter, p95'
}

async function measure(schools: Schools, options: PartOptions): Promise<Figure[]> {
  await grow(schools.small, sizes.small, options)
  const seconds = await grow(schools.large, sizes.large, options)
  const rows = []
  for (const username of Object.keys(users))
    rows.push(...(await timeAll(schools, username, options.cases)))
  rows.push(
    ...(options.cases.test('pay a balance') ? [await timePayments(schools, 'cashier.kkn')] : []),
  )
  console.table(rows)
  return [
    ...(seconds > 0
      ? [
          {
            label: 'load',
            value: seconds,
            unit: 's',
            threshold: 'load of 1,000,000 applications',
          } as const,
        ]
      : []),
    ...rows.flatMap(({ name, p50, p95, ratio }): Figure[] => [
      { label: `${name}, p50`, value: p50, unit: 'ms' },
      { label: name, value: p95, unit: 'ms', threshold: thresholdOf(name) },
      {
        label: `${name}, large / small`,
        value: ratio,
        unit: 'ratio',
        ...(name.endsWith(' default') ? { threshold: 'default list, large / small' } : {}),
      },
    ]),
  ]
}

/**
 * Measures both schools. With `keep`, the data folder is kept and reused by the next run; the small
 * school is in its subfolder `small`.
 */
export async function growth(options: PartOptions): Promise<Figure[]> {
  const { log, keep } = options
  const large = await openSchool(log, keep)
  try {
    const small = await openSchool(log, keep === undefined ? undefined : join(keep, 'small'))
    try {
      return await measure({ small, large }, options)
    } finally {
      await small.close()
    }
  } finally {
    await large.close()
  }
}
