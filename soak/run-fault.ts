/** Runs one fault under load; measures the answers during the fault and the recovery after it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ledger } from './ledger.ts'
import { type Program, untilReady } from './program.ts'

export interface Fault {
  name: string
  ms: number
  /** Whether no request can succeed during the fault; then at least one must be answered with 503. */
  outage: boolean
  begin(): void | Promise<void>
  end(): void | Promise<void>
}

export interface FaultResult {
  fault: string
  'for (s)': number
  'acknowledged during the fault': number
  'answered 503': number
  'ready again after (s)': number
  'first acknowledged after (s)': number
}

const timeoutMs = 30_000
const pollMs = 20

/** Seconds until the next acknowledged intent, at most `timeoutMs`. */
async function untilAcknowledged({ counts }: Ledger): Promise<number> {
  const before = counts.acknowledged
  const start = performance.now()
  while (counts.acknowledged === before && performance.now() - start < timeoutMs) {
    await sleep(pollMs)
  }
  return (performance.now() - start) / 1000
}

/** Lets the clerks work undisturbed for `warmUpMs`, then runs the fault. */
export async function runFault(
  program: Pick<Program, 'origin' | 'died'>,
  ledger: Ledger,
  { name, ms, outage, begin, end }: Fault,
  warmUpMs: number,
): Promise<FaultResult> {
  await sleep(warmUpMs)
  const { acknowledged, 'answered 503': answered503 } = ledger.counts
  await begin()
  await sleep(ms)
  const acknowledgedDuring = ledger.counts.acknowledged - acknowledged
  await end()
  const [ready, first] = await Promise.all([untilReady(program.origin), untilAcknowledged(ledger)])
  const row = {
    fault: name,
    'for (s)': ms / 1000,
    'acknowledged during the fault': acknowledgedDuring,
    'answered 503': ledger.counts['answered 503'] - answered503,
    'ready again after (s)': Number(ready.toFixed(2)),
    'first acknowledged after (s)': Number(first.toFixed(2)),
  }
  if (outage && row['answered 503'] === 0)
    ledger.violations.push(`${name}: no request was answered with 503`)
  if (first * 1000 > timeoutMs) ledger.violations.push(`${name}: work did not resume`)
  if (program.died()) ledger.violations.push(`${name}: the server died`)
  return row
}
