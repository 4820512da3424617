/**
 * Compares the throughput of calls with two references on the same database. `bare`: the SQL of the
 * product through `pg` in this process. `floor`: a minimal `node:http` process that verifies a
 * token and runs that SQL. Product and references alternate, so that the load of the machine
 * affects all of them equally.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median, rounded } from '../figures.ts'
import type { Figure } from '../thresholds.ts'
import { send, throughput } from '../http.ts'
import type { PartOptions } from '../part.ts'
import { memoryOf } from '../process-memory.ts'
import { type School, openSchool, stopProcess } from '../school.ts'
import { type MeasuredCall, createCall, getCall, listCall, searchCall } from './calls.ts'
import { clerkCalls } from './clerk-calls.ts'
import { createPool, replay } from './replay.ts'

const rounds = 5
const roundMs = 1500
/** Long enough for V8 to optimise the product, which has more code than the minimal server. */
const warmUpMs = 2000
const clientCounts = [1, 8]

type Tasks = Record<'bare' | 'floor' | 'product', () => Promise<unknown>>

/** Starts the minimal server with the recorded SQL. */
async function startFloor(school: School, calls: readonly MeasuredCall[]) {
  const settings = join(school.folder, 'floor.json')
  const recordings = calls.map((call) => call.recording)
  const { databaseUrl, secret } = school
  writeFileSync(settings, JSON.stringify({ databaseUrl, secret, recordings }), { mode: 0o600 })
  const child = fork(join(import.meta.dirname, 'floor.ts'), [settings], {
    execArgv: ['--import', 'tsx'],
  })
  const [port] = await once(child, 'message')
  return { origin: `http://127.0.0.1:${port}`, stop: () => stopProcess(child) }
}

/**
 * Returns the median calls per second of each task, and the medians of the ratios between tasks of
 * the same round.
 */
async function measure({ bare, floor, product }: Tasks, clients: number) {
  const tasks = [bare, floor, product]
  for (const task of tasks) await throughput(task, clients, warmUpMs)
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

async function measureAll(school: School, calls: readonly MeasuredCall[]) {
  const floor = await startFloor(school, calls)
  const pool = createPool(school.databaseUrl)
  try {
    const rows = []
    for (const [index, call] of calls.entries()) {
      const url = `${floor.origin}/${index}`
      const tasks: Tasks = {
        bare: () => replay(pool, call.recording),
        floor: () => send({ ...call.floor, url, headers: school.headers }),
        product: call.product,
      }
      for (const clients of clientCounts) {
        rows.push({
          call: call.name,
          clients,
          threshold: call.threshold,
          ...(await measure(tasks, clients)),
        })
      }
    }
    return rows
  } finally {
    await pool.end()
    await floor.stop()
  }
}

/** Measures the throughput of list, search, get and create, the times of the clerk calls, and then the server's memory. */
export async function calls({ log }: PartOptions): Promise<Figure[]> {
  const school = await openSchool(log)
  try {
    const calls = [
      await listCall(school),
      await searchCall(school),
      await getCall(school),
      await createCall(school),
    ]
    const rows = await measureAll(school, calls)
    console.table(rows)
    const clerkFigures = await clerkCalls(school)
    const memory = memoryOf(school.pid)
    return [
      ...rows.flatMap(({ call, clients, threshold, ...row }): Figure[] => {
        const label = `${call}, ${clients} clients`
        return [
          ...(['bare', 'floor', 'product'] as const).map((name): Figure => ({
            label: `${label}, ${name}`,
            value: row[name],
            unit: '/s',
          })),
          { label, value: row['product of floor'], unit: 'ratio', threshold },
        ]
      }),
      ...clerkFigures,
      { label: 'server after load', value: memory, unit: 'MB', threshold: 'server memory' },
    ]
  } finally {
    await school.close()
  }
}
