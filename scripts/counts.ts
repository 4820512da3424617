/** How many tests passed and failed, read from what the test runners report. */

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

/** A file that fails outside its tests, as one that does not load, counts as a failed test. */
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

/** A test that passes only at times has failed. */
export function countPlaywright({ stats, errors }: PlaywrightReport): Counts {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
}

/** Never lets a runner's failure, or one that ran nothing, pass for success. */
export function judge(counts: Counts, exitCode: number): Counts {
  const nothingRan = counts.passed + counts.failed === 0
  if (counts.failed === 0 && (exitCode !== 0 || nothingRan)) return { ...counts, failed: 1 }
  return counts
}

export function sum(all: readonly Counts[]): Counts {
  return {
    passed: all.reduce((total, { passed }) => total + passed, 0),
    failed: all.reduce((total, { failed }) => total + failed, 0),
  }
}
