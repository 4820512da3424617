/** Numbers of passed and failed tests, from the JSON reports of the test runners. */

export interface Counts {
  readonly passed: number
  readonly failed: number
}

/** The part of Vitest's JSON report that is read here. */
export interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

/** The part of Playwright's JSON report that is read here. */
export interface PlaywrightReport {
  readonly errors: readonly unknown[]
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
}

/** A file that fails outside its tests (for example, at import) counts as one failed test. */
export function countVitest(report: VitestReport): Counts {
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
  }
}

/** Flaky tests, and errors outside tests, count as failed. */
export function countPlaywright({ stats, errors }: PlaywrightReport): Counts {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
}

/** Adds one failure if the runner failed or ran no test although no test failed. */
export function withRunnerFailure(counts: Counts, exitCode: number): Counts {
  const nothingRan = counts.passed + counts.failed === 0
  if (counts.failed === 0 && (exitCode !== 0 || nothingRan)) return { ...counts, failed: 1 }
  return counts
}

export function sumCounts(list: readonly Counts[]): Counts {
  return {
    passed: list.reduce((total, { passed }) => total + passed, 0),
    failed: list.reduce((total, { failed }) => total + failed, 0),
  }
}
