/** Prints the results of the parts as tables; each function returns whether the part passed. */
import type { ClerksReport } from './clerks.ts'
import { percentile } from '../bench/figures.ts'
import type { ExportReport } from './export.ts'
import type { FaultsReport } from './faults.ts'
import type { Ledger, SoakResult } from './ledger.ts'
import type { OperationsReport } from './operations.ts'

const maxPrinted = 10

/** Prints a heading and the first lines below it, or nothing if there are no lines. */
function printProblems(heading: string, lines: readonly string[]): void {
  if (lines.length === 0) return
  console.log(`✗ ${heading}: ${lines.length}`)
  for (const line of lines.slice(0, maxPrinted)) console.log(`  ${line}`)
}

/** Prints counts and problems; returns whether there are no problems. */
function printResult(
  ledger: Ledger,
  { lost, unexplained, brokenInvariants, checked }: SoakResult,
): boolean {
  console.table({ ...ledger.counts, ...ledger.acknowledgedByPath })
  console.table({
    'documents acknowledged': ledger.documents.size,
    'receipts voided': ledger.voids.size,
    'seats taken': ledger.seats.size,
    'rows checked by the invariants': checked,
    'acknowledged and lost': lost.length,
    'done without being acknowledged': unexplained.length,
    'invariants broken': brokenInvariants.length,
    'wrong answers': ledger.violations.length,
  })
  printProblems('acknowledged and lost', lost)
  printProblems('done without being acknowledged', unexplained)
  printProblems('invariants broken', brokenInvariants)
  printProblems('wrong answers', ledger.violations)
  return [lost, unexplained, brokenInvariants, ledger.violations].every(
    ({ length }) => length === 0,
  )
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export function printClerks({ ledger, recovery, ...result }: ClerksReport): boolean {
  console.table(
    Object.fromEntries(
      Object.entries(recovery).map(([target, seconds]) => [
        `${target} killed`,
        {
          times: seconds.length,
          'ready after, median (s)': median(seconds).toFixed(2),
          'ready after, longest (s)': Math.max(0, ...seconds).toFixed(2),
        },
      ]),
    ),
  )
  return printResult(ledger, result)
}

export function printFaults({ ledger, faultResults, ...result }: FaultsReport): boolean {
  console.table(faultResults)
  return printResult(ledger, result)
}

export function printOperations({
  ledger,
  faultResults,
  results,
  rightsChecked,
}: OperationsReport): boolean {
  console.table(faultResults)
  console.log(`Writing calls after a change of rights: ${rightsChecked}`)
  return Object.entries(results)
    .map(([name, result]) => {
      console.log(name)
      return printResult(ledger, result)
    })
    .every(Boolean)
}

/** Minimum rows of an exported list, and maximum memory of the server. */
const minRows = 200_000
const maxMegabytes = 300

export function printExport(reports: readonly ExportReport[]): boolean {
  console.table(
    Object.fromEntries(
      reports.map(({ list, rows, megabytes, seconds, waits, peak }) => [
        list,
        {
          rows,
          'file (MB)': megabytes.toFixed(1),
          'duration (s)': seconds.toFixed(1),
          'other calls, median (ms)': percentile(waits, 0.5).toFixed(1),
          'p99 (ms)': percentile(waits, 0.99).toFixed(1),
          'longest (ms)': Math.max(...waits).toFixed(1),
          'server memory, peak (MB)': peak,
        },
      ]),
    ),
  )
  const short = reports.filter(({ rows }) => rows < minRows)
  const large = reports.filter(({ peak }) => peak > maxMegabytes)
  printProblems(
    `fewer than ${minRows} rows`,
    short.map(({ list }) => list),
  )
  printProblems(
    `more than ${maxMegabytes} MB`,
    large.map(({ list }) => list),
  )
  return short.length === 0 && large.length === 0
}
