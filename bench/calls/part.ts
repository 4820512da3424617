/**
 * Calls of the product against two references, in one run on one database. bare: the product's own
 * SQL through `pg` in this process. floor: a `node:http` process that checks a token and runs that
 * SQL. Rounds alternate, so that a noisy machine disturbs all alike.
 */
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Figure, median, rounded } from '../figures.ts'
import { send, throughput } from '../http.ts'
import type { PartOptions } from '../part.ts'
import { type School, openSchool, stopped } from '../school.ts'
import { type Measured, createCall, getCall, listCall, searchCall } from './calls.ts'
import { createPool, replay } from './replay.ts'

const rounds = 5
const roundMs = 1500
/** Long enough for what runs in it to be compiled; the product is more than the floor. */
const warmMs = 2000
const clientCounts = [1, 8]

type Tasks = Record<'bare' | 'floor' | 'product', () => Promise<unknown>>

/** Starts the floor with the recorded SQL; gives its address and what ends it. */
async function startFloor(school: School, calls: readonly Measured[]) {
  const settings = join(school.folder, 'floor.json')
  const recordings = calls.map((call) => call.recording)
  const { url, secret } = school
  writeFileSync(settings, JSON.stringify({ url, secret, recordings }), { mode: 0o600 })
  const child = fork(join(import.meta.dirname, 'floor.ts'), [settings], {
    execArgv: ['--import', 'tsx'],
  })
  const [port] = await once(child, 'message')
  return { origin: `http://127.0.0.1:${port}`, stop: () => stopped(child) }
}

/**
 * Calls a second of each task, the middle of the rounds; and the product's share of the floor, the
 * middle of each round's own.
 */
async function measure({ bare, floor, product }: Tasks, clients: number) {
  const tasks = [bare, floor, product]
  for (const task of tasks) await throughput(task, clients, warmMs)
  const figures: [bare: number, floor: number, product: number][] = []
  for (let round = 0; round < rounds; round++) {
    figures.push([
      await throughput(bare, clients, roundMs),
      await throughput(floor, clients, roundMs),
      await throughput(product, clients, roundMs),
    ])
  }
  return {
    bare: Math.round(median(figures.map(([a]) => a))),
    floor: Math.round(median(figures.map(([, b]) => b))),
    product: Math.round(median(figures.map(([, , c]) => c))),
    'floor of bare': rounded(median(figures.map(([a, b]) => b / a))),
    'product of bare': rounded(median(figures.map(([a, , c]) => c / a))),
    'product of floor': rounded(median(figures.map(([, b, c]) => c / b))),
  }
}

/** Resident memory of a process, in megabytes. */
const memoryOf = (pid: number): number =>
  Math.round(
    Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024,
  )

async function measureAll(school: School, made: readonly Measured[]) {
  const floor = await startFloor(school, made)
  const pool = createPool(school.url)
  try {
    const rows = []
    for (const [index, call] of made.entries()) {
      const url = `${floor.origin}/${index}`
      const tasks: Tasks = {
        bare: () => replay(pool, call.recording),
        floor: () => send({ ...call.floor, url, headers: school.headers }),
        product: call.product,
      }
      for (const clients of clientCounts) {
        rows.push({ call: call.name, clients, bar: call.bar, ...(await measure(tasks, clients)) })
      }
    }
    return rows
  } finally {
    await pool.end()
    await floor.stop()
  }
}

export async function calls({ say }: PartOptions): Promise<Figure[]> {
  const school = await openSchool(say)
  try {
    const made = [
      await listCall(school),
      await searchCall(school),
      await getCall(school),
      await createCall(school),
    ]
    const rows = await measureAll(school, made)
    console.table(rows)
    const memory = memoryOf(school.pid)
    return [
      ...rows.flatMap(({ call, clients, bar, ...row }): Figure[] => {
        const what = `${call}, ${clients} clients`
        return [
          ...(['bare', 'floor', 'product'] as const).map((name): Figure => ({
            what: `${what}, ${name}`,
            value: row[name],
            unit: '/s',
          })),
          { what, value: row['product of floor'], unit: 'ratio', bar },
        ]
      }),
      { what: 'server after load', value: memory, unit: 'MB', bar: 'server memory' },
    ]
  } finally {
    await school.close()
  }
}
