/** The lists of the school at ten thousand and at a million applications, on one server. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldingTallies } from '../../apps/server/src/modules/application/fold-tallies.ts'
import { type Figure, median, percentile, rounded } from '../figures.ts'
import { send } from '../http.ts'
import type { PartOptions } from '../part.ts'
import { type School, type SignedIn, openSchool } from '../school.ts'
import { type Case, casesOf, defaultList, pageCases } from './cases.ts'
import { growTo } from './grow.ts'

const sizes = { small: 10_000, large: 1_000_000 }
const warming = 7
const calls = 40

/** Milliseconds of one case for one role. */
interface Timing {
  name: string
  p50: number
  p95: number
}

async function time(school: School, { name, path }: Case, headers: SignedIn): Promise<Timing> {
  const figures: number[] = []
  for (let call = -warming; call < calls; call++) {
    const start = performance.now()
    await send({ method: 'GET', url: school.origin + path, headers })
    if (call >= 0) figures.push(performance.now() - start)
  }
  return { name, p50: rounded(median(figures)), p95: rounded(percentile(figures, 0.95)) }
}

/** Every case, as the owner of all branches and as a registrar of one. */
async function timeAll(school: School): Promise<Timing[]> {
  const branch = await school.services.db
    .selectFrom('branch')
    .select('branch_id')
    .where('code', '=', 'KKN')
    .executeTakeFirstOrThrow()
  const cases = await casesOf(school.services.db, branch.branch_id)
  const timings: Timing[] = []
  for (const role of ['owner', 'registrar.kkn']) {
    const headers = await school.signIn(role)
    const url = school.origin + defaultList
    const { meta } = JSON.parse(await send({ method: 'GET', url, headers }))
    for (const one of [...cases, ...pageCases(meta.totalPages)]) {
      timings.push(await time(school, { ...one, name: `${role}: ${one.name}` }, headers))
    }
  }
  return timings
}

async function grow(school: School, total: number, { say }: PartOptions): Promise<number> {
  const seconds = await growTo(school.url, total, say)
  // The server does the same within a minute.
  if (seconds > 0) await foldingTallies.run(school.services.db)
  return seconds
}

/** The timings of the small school; a kept folder that has grown already remembers them. */
async function timeSmall(
  school: School,
  options: PartOptions,
): Promise<{ seconds: number; timings: Timing[] }> {
  const file = join(school.folder, 'bench-small.json')
  if (existsSync(file)) return { seconds: 0, timings: JSON.parse(readFileSync(file, 'utf8')) }
  const seconds = await grow(school, sizes.small, options)
  const timings = await timeAll(school)
  writeFileSync(file, JSON.stringify(timings))
  return { seconds, timings }
}

/**
 * Loads, asks, loads again, asks again. With `keep` the folder stays, and the next run on it only
 * asks the large school.
 */
export async function growth(options: PartOptions): Promise<Figure[]> {
  const school = await openSchool(options.say, options.keep)
  try {
    const small = await timeSmall(school, options)
    const loading = await grow(school, sizes.large, options)
    const large = await timeAll(school)
    const rows = large.map(({ name, p50, p95 }) => {
      const before = small.timings.find((timing) => timing.name === name)?.p50 ?? Number.NaN
      return { name, 'p50 small': before, p50, p95, ratio: rounded(p50 / before) }
    })
    console.table(rows)
    const seconds = small.seconds + loading
    return [
      ...(loading > 0
        ? [{ what: 'load', value: seconds, unit: 's', bar: 'load of a million' } as const]
        : []),
      ...rows.flatMap(({ name, p50, p95, ratio }): Figure[] => [
        { what: `${name}, p50`, value: p50, unit: 'ms' },
        { what: name, value: p95, unit: 'ms', bar: 'any filter, p95' },
        {
          what: `${name}, large of small`,
          value: ratio,
          unit: 'ratio',
          ...(name.endsWith(': default') ? { bar: 'default list, grown' } : {}),
        },
      ]),
    ]
  } finally {
    await school.close()
  }
}
