/**
 * `npm run bench`: the product against two references, in one run on one database.
 * bare — the product's own SQL through `pg` in this process; floor — a `node:http` process that
 * checks a token and runs that SQL. Rounds alternate, so a noisy machine disturbs all alike.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from '../scripts/build.ts'
import { type Measured, createCall, listCall } from './calls.ts'
import { median, send, throughput } from './load.ts'
import { createPool, replay } from './replay.ts'
import { type School, openSchool, stopped } from './school.ts'

const rounds = 5
const roundMs = 2000
const warmMs = 700
const clientCounts = [1, 8]

type Tasks = Record<'bare' | 'floor' | 'product', () => Promise<unknown>>

/** Starts the floor with the recorded SQL; gives its address and what ends it. */
async function startFloor(school: School, calls: readonly Measured[]) {
  const settings = join(school.folder, 'floor.json')
  const recordings = calls.map((call) => call.recording)
  const { url, secret } = school
  writeFileSync(settings, JSON.stringify({ url, secret, recordings }), { mode: 0o600 })
  const process = fork('bench/floor.ts', [settings], { execArgv: ['--import', 'tsx'] })
  const [port] = await once(process, 'message')
  return { origin: `http://127.0.0.1:${port}`, stop: () => stopped(process) }
}

/** Calls a second of each task, the middle of the rounds. */
async function measure(tasks: Tasks, clients: number): Promise<Record<keyof Tasks, number>> {
  const names = Object.keys(tasks) as (keyof Tasks)[]
  const figures = { bare: [] as number[], floor: [] as number[], product: [] as number[] }
  for (const name of names) await throughput(tasks[name], clients, warmMs)
  for (let round = 0; round < rounds; round++) {
    for (const name of names) figures[name].push(await throughput(tasks[name], clients, roundMs))
  }
  return {
    bare: median(figures.bare),
    floor: median(figures.floor),
    product: median(figures.product),
  }
}

function rowOf(
  call: Measured,
  clients: number,
  { bare, floor, product }: Record<keyof Tasks, number>,
) {
  return {
    call: call.name,
    clients,
    'bare /s': Math.round(bare),
    'floor /s': Math.round(floor),
    'product /s': Math.round(product),
    'floor of bare': Number((floor / bare).toFixed(2)),
    'product of bare': Number((product / bare).toFixed(2)),
    'product of floor': Number((product / floor).toFixed(2)),
    bar: call.bar,
  }
}

await build(console.log)
const school = await openSchool(console.log)
const calls = [await listCall(school), await createCall(school)]
const floor = await startFloor(school, calls)
const pool = createPool(school.url)
try {
  const rows = []
  for (const [index, call] of calls.entries()) {
    const tasks: Tasks = {
      bare: () => replay(pool, call.recording),
      floor: () =>
        send({ ...call.floor, url: `${floor.origin}/${index}`, headers: school.headers }),
      product: call.product,
    }
    for (const clients of clientCounts) {
      rows.push(rowOf(call, clients, await measure(tasks, clients)))
    }
  }
  console.table(rows)
  if (rows.some((row) => row['product of floor'] < row.bar)) console.log('A bar is missed.')
} finally {
  await pool.end()
  await floor.stop()
  await school.close()
}
