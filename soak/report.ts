/** What the parts found, as tables. */
import type { ClerksReport } from './clerks.ts'
import { percentile } from '../bench/figures.ts'
import type { ExportReport } from './export.ts'
import type { FaultsReport } from './faults.ts'
import type { Ledger, Verdict } from './ledger.ts'

const mostTold = 10

/** A heading and its lines, as many as a person reads. */
function tell(heading: string, lines: readonly string[]): void {
  if (lines.length === 0) return
  console.log(`✗ ${heading}: ${lines.length}`)
  for (const line of lines.slice(0, mostTold)) console.log(`  ${line}`)
}

/** Prints the counts, and what is wrong; gives whether nothing is. */
function tellVerdict(ledger: Ledger, { lost, unexplained, broken, checked }: Verdict): boolean {
  console.table({ ...ledger.counts, ...ledger.done })
  console.table({
    'documents acknowledged': ledger.papers.size,
    'receipts voided': ledger.voids.size,
    'rows checked by the invariants': checked,
    'acknowledged and lost': lost.length,
    'done without being acknowledged': unexplained.length,
    'invariants broken': broken.length,
    'wrong answers': ledger.faults.length,
  })
  tell('acknowledged and lost', lost)
  tell('done without being acknowledged', unexplained)
  tell('invariants broken', broken)
  tell('wrong answers', ledger.faults)
  return [lost, unexplained, broken, ledger.faults].every(({ length }) => length === 0)
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export function tellClerks({ ledger, back, ...verdict }: ClerksReport): boolean {
  console.table(
    Object.fromEntries(
      Object.entries(back).map(([victim, seconds]) => [
        `${victim} killed`,
        {
          times: seconds.length,
          'back after, median (s)': middle(seconds).toFixed(2),
          'back after, longest (s)': Math.max(0, ...seconds).toFixed(2),
        },
      ]),
    ),
  )
  return tellVerdict(ledger, verdict)
}

export function tellFaults({ ledger, suffered, ...verdict }: FaultsReport): boolean {
  console.table(suffered)
  return tellVerdict(ledger, verdict)
}

/** What the file of a list must hold at least, and the megabytes that it may cost. */
const fewestRows = 200_000
const mostMegabytes = 300

export function tellExport(reports: readonly ExportReport[]): boolean {
  console.table(
    Object.fromEntries(
      reports.map(({ list, rows, megabytes, seconds, waits, peak }) => [
        list,
        {
          rows,
          'file (MB)': megabytes.toFixed(1),
          'took (s)': seconds.toFixed(1),
          'other calls waited, median (ms)': percentile(waits, 0.5).toFixed(1),
          'p99 (ms)': percentile(waits, 0.99).toFixed(1),
          'longest (ms)': Math.max(...waits).toFixed(1),
          'peak of the server (MB)': peak,
        },
      ]),
    ),
  )
  const short = reports.filter(({ rows }) => rows < fewestRows)
  const large = reports.filter(({ peak }) => peak > mostMegabytes)
  tell(
    `fewer than ${fewestRows} rows`,
    short.map(({ list }) => list),
  )
  tell(
    `more than ${mostMegabytes} MB`,
    large.map(({ list }) => list),
  )
  return short.length === 0 && large.length === 0
}
