/** The lists of a school of ten thousand applications and of one of a million, side by side. */
import { join } from 'node:path'
import { foldingTallies } from '../../apps/server/src/modules/application/fold-tallies.ts'
import { type Figure, median, percentile, rounded } from '../figures.ts'
import { send } from '../http.ts'
import type { PartOptions } from '../part.ts'
import { type School, type SignedIn, openSchool } from '../school.ts'
import { type Case, casesOf, pagesOfAll } from './cases.ts'
import { growTo } from './grow.ts'
import { paymentsOf } from './payments.ts'

const sizes = { small: 10_000, large: 1_000_000 }
const warming = 7
const calls = 40

interface Schools {
  small: School
  large: School
}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await task()
  return performance.now() - start
}

const asking = (school: School, path: string, headers: SignedIn) => () =>
  send({ method: 'GET', url: school.origin + path, headers })

/** The cases of a school with the pages that only its size tells, asked by one role. */
async function prepare(
  school: School,
  role: string,
): Promise<{ cases: Case[]; headers: SignedIn }> {
  const headers = await school.signIn(role)
  const pagesOf = async (path: string): Promise<number> =>
    JSON.parse(await asking(school, path, headers)()).meta.totalPages
  const branch = await school.services.db
    .selectFrom('branch')
    .select('branch_id')
    .where('code', '=', 'KKN')
    .executeTakeFirstOrThrow()
  const cases = await casesOf(school.services.db, branch.branch_id)
  return { headers, cases: [...cases, ...(await pagesOfAll(pagesOf))] }
}

type Task = () => Promise<unknown>

/** Milliseconds of one thing. The schools take turns, so that a noisy machine disturbs both alike. */
async function time(name: string, tasks: (call: number) => { small: Task; large: Task }) {
  const figures: { small: number; large: number }[] = []
  for (let call = 0; call < warming + calls; call++) {
    const { small, large } = tasks(call)
    const figure = { small: await timed(small), large: await timed(large) }
    if (call >= warming) figures.push(figure)
  }
  const ofSmall = median(figures.map((figure) => figure.small))
  const ofLarge = figures.map((figure) => figure.large)
  return {
    name,
    'p50 small': rounded(ofSmall),
    p50: rounded(median(ofLarge)),
    p95: rounded(percentile(ofLarge, 0.95)),
    ratio: rounded(median(ofLarge) / ofSmall),
  }
}

/** Milliseconds of every case, asked by one role. */
async function timeAll({ small, large }: Schools, role: string) {
  const asked = { small: await prepare(small, role), large: await prepare(large, role) }
  const rows = []
  for (const [index, { name, path }] of asked.large.cases.entries()) {
    const tasks = {
      small: asking(small, asked.small.cases[index]?.path ?? '', asked.small.headers),
      large: asking(large, path, asked.large.headers),
    }
    rows.push(await time(`${role}: ${name}`, () => tasks))
  }
  return rows
}

/** Milliseconds of taking a payment for what is owed. */
async function timePayments({ small, large }: Schools, role: string) {
  const tasksOf = async (school: School) =>
    paymentsOf(school, await school.signIn(role), 'KKN', warming + calls)
  const payments = { small: await tasksOf(small), large: await tasksOf(large) }
  const task = (tasks: readonly Task[], call: number): Task => tasks[call] ?? (async () => {})
  return time(`${role}: pay a balance`, (call) => ({
    small: task(payments.small, call),
    large: task(payments.large, call),
  }))
}

async function grow(school: School, total: number, { say }: PartOptions): Promise<number> {
  const seconds = await growTo(school.url, total, say)
  // The server does the same within a minute.
  if (seconds > 0) await foldingTallies.run(school.services.db)
  return seconds
}

async function measure(schools: Schools, options: PartOptions): Promise<Figure[]> {
  await grow(schools.small, sizes.small, options)
  const seconds = await grow(schools.large, sizes.large, options)
  // The owner sees all branches, the cashier one.
  const rows = [
    ...(await timeAll(schools, 'owner')),
    ...(await timeAll(schools, 'cashier.kkn')),
    await timePayments(schools, 'cashier.kkn'),
  ]
  console.table(rows)
  return [
    ...(seconds > 0
      ? [{ what: 'load', value: seconds, unit: 's', bar: 'load of a million' } as const]
      : []),
    ...rows.flatMap(({ name, p50, p95, ratio }): Figure[] => [
      { what: `${name}, p50`, value: p50, unit: 'ms' },
      { what: name, value: p95, unit: 'ms', bar: 'any filter, p95' },
      {
        what: `${name}, large of small`,
        value: ratio,
        unit: 'ratio',
        ...(name.endsWith(' default') ? { bar: 'default list, grown' } : {}),
      },
    ]),
  ]
}

/** With `keep` the folder stays, the small school below it, and the next run on it loads nothing. */
export async function growth(options: PartOptions): Promise<Figure[]> {
  const { say, keep } = options
  const large = await openSchool(say, keep)
  try {
    const small = await openSchool(say, keep === undefined ? undefined : join(keep, 'small'))
    try {
      return await measure({ small, large }, options)
    } finally {
      await small.close()
    }
  } finally {
    await large.close()
  }
}
