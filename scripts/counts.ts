/** Passed and failed tests, from the JSON reports of the test runners. */

export interface Failure {
  /** File and title of the test. */
  readonly test: string
  /** The error message; may have several lines. */
  readonly message: string
}

export interface Counts {
  readonly passed: number
  readonly failures: readonly Failure[]
}

/** The part of Vitest's JSON report that is read here. */
export interface VitestReport {
  readonly numPassedTests: number
  readonly testResults: readonly {
    /** The path of the file. */
    readonly name: string
    readonly status: string
    /** Why the file failed outside its tests. */
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages?: readonly string[] | null
    }[]
  }[]
}

interface PlaywrightError {
  readonly message?: string
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs?: readonly {
    readonly file: string
    readonly line: number
    readonly title: string
    readonly tests: readonly {
      readonly projectName: string
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
      readonly results: readonly { readonly error?: PlaywrightError }[]
    }[]
  }[]
}

/** The part of Playwright's JSON report that is read here. */
export interface PlaywrightReport extends PlaywrightSuite {
  readonly errors: readonly PlaywrightError[]
  readonly stats: { readonly expected: number }
}

/** A file that fails outside its tests (for example, at import) is one failure. */
export function countVitest({ numPassedTests, testResults }: VitestReport): Counts {
  return {
    passed: numPassedTests,
    failures: testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((result) => result.status === 'failed')
      if (status === 'failed' && failed.length === 0) return [{ test: name, message }]
      return failed.map(({ fullName, failureMessages }) => ({
        test: `${name}: ${fullName}`,
        message: (failureMessages ?? []).join('\n'),
      }))
    }),
  }
}

/** Flaky tests, and errors outside tests, are failures. */
export function countPlaywright(report: PlaywrightReport): Counts {
  const messageOf = ({ message }: PlaywrightError) => message ?? ''
  return {
    passed: report.stats.expected,
    failures: [
      ...playwrightFailures(report),
      ...report.errors.map((error) => ({ test: 'Playwright', message: messageOf(error) })),
    ],
  }
}

function playwrightFailures({ suites = [], specs = [] }: PlaywrightSuite): Failure[] {
  return [
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ projectName, status, results }) => ({
          test: `[${projectName}] ${file}:${line}: ${title}${status === 'flaky' ? ' (flaky)' : ''}`,
          message: results.find(({ error }) => error !== undefined)?.error?.message ?? '',
        })),
    ),
    ...suites.flatMap(playwrightFailures),
  ]
}

/** Adds one failure if the runner failed or ran no test although no test failed. */
export function withRunnerFailure(counts: Counts, runner: string, exitCode: number): Counts {
  if (counts.failures.length > 0 || (exitCode === 0 && counts.passed > 0)) return counts
  const message = exitCode === 0 ? 'No test ran.' : `Ended with exit code ${exitCode}.`
  return { ...counts, failures: [{ test: runner, message }] }
}

export function sumCounts(list: readonly Counts[]): Counts {
  return {
    passed: list.reduce((total, { passed }) => total + passed, 0),
    failures: list.flatMap(({ failures }) => failures),
  }
}

/** Number of lines of a message that are repeated at the end of a run. */
const messageLines = 6

/** The failures as lines of text, each with the start of its message. */
export const failureLines = (failures: readonly Failure[]): string[] =>
  failures.flatMap(({ test, message }) => [
    `✗ ${test}`,
    ...message
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, messageLines)
      .map((line) => `    ${line}`),
  ])
