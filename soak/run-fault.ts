/** One fault under load: what the clerks were told while it lasted, and how soon it was over. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ledger } from './ledger.ts'
import { type Program, untilReady } from './program.ts'

export interface Fault {
  name: string
  ms: number
  /** Nothing can be done while it lasts, so that somebody must be told so. */
  outage: boolean
  begin(): void | Promise<void>
  end(): void | Promise<void>
}

export interface Suffered {
  fault: string
  'for (s)': number
  'acknowledged meanwhile': number
  'answered 503': number
  'ready again after (s)': number
  'first acknowledged after (s)': number
}

const patienceMs = 30_000
const glanceMs = 20

/** Seconds until the clerks were told of another success. */
async function untilAcknowledged({ counts }: Ledger): Promise<number> {
  const before = counts.acknowledged
  const start = performance.now()
  while (counts.acknowledged === before && performance.now() - start < patienceMs) {
    await sleep(glanceMs)
  }
  return (performance.now() - start) / 1000
}

/** Lets the clerks work in peace for `calmMs`, then puts them through the fault. */
export async function suffer(
  program: Program,
  ledger: Ledger,
  { name, ms, outage, begin, end }: Fault,
  calmMs: number,
): Promise<Suffered> {
  await sleep(calmMs)
  const { acknowledged, 'answered 503': told } = ledger.counts
  await begin()
  await sleep(ms)
  const meanwhile = ledger.counts.acknowledged - acknowledged
  await end()
  const [ready, first] = await Promise.all([untilReady(program.origin), untilAcknowledged(ledger)])
  const row = {
    fault: name,
    'for (s)': ms / 1000,
    'acknowledged meanwhile': meanwhile,
    'answered 503': ledger.counts['answered 503'] - told,
    'ready again after (s)': Number(ready.toFixed(2)),
    'first acknowledged after (s)': Number(first.toFixed(2)),
  }
  if (outage && row['answered 503'] === 0) ledger.faults.push(`${name}: nobody was told`)
  if (first * 1000 > patienceMs) ledger.faults.push(`${name}: it did not go on`)
  if (program.died()) ledger.faults.push(`${name}: the server died`)
  return row
}
