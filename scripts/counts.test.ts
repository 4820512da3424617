import { describe, expect, it } from 'vitest'
import {
  countPlaywright,
  countVitest,
  failureLines,
  sumCounts,
  withRunnerFailure,
} from './counts.ts'

const failure = { test: 'a.test.ts: adds', message: 'expected 3' }

describe('countVitest', () => {
  it('returns failed tests with their messages, and a file that does not load as one failure', () => {
    const passed = { status: 'passed', fullName: 'passes' }
    const report = {
      numPassedTests: 3,
      testResults: [
        { name: 'a.test.ts', status: 'passed', message: '', assertionResults: [passed, passed] },
        {
          name: 'b.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [
            passed,
            { status: 'failed', fullName: 'adds', failureMessages: ['expected 3'] },
          ],
        },
        { name: 'c.test.ts', status: 'failed', message: 'no module', assertionResults: [] },
      ],
    }
    expect(countVitest(report)).toEqual({
      passed: 3,
      failures: [
        { test: 'b.test.ts: adds', message: 'expected 3' },
        { test: 'c.test.ts', message: 'no module' },
      ],
    })
  })
})

describe('countPlaywright', () => {
  it('returns failed and flaky tests of all suites and errors outside tests', () => {
    const test = (status: 'expected' | 'unexpected' | 'flaky', message?: string) => ({
      projectName: 'phone',
      status,
      results: [message === undefined ? {} : { error: { message } }],
    })
    const spec = { file: 'a.spec.ts', line: 7, title: 'pays' }
    const report = {
      stats: { expected: 5 },
      errors: [{ message: 'no browser' }],
      suites: [
        {
          specs: [{ ...spec, tests: [test('expected'), test('unexpected', 'timed out')] }],
          suites: [{ specs: [{ ...spec, line: 9, tests: [test('flaky', 'late')] }] }],
        },
      ],
    }
    expect(countPlaywright(report)).toEqual({
      passed: 5,
      failures: [
        { test: '[phone] a.spec.ts:7: pays', message: 'timed out' },
        { test: '[phone] a.spec.ts:9: pays (flaky)', message: 'late' },
        { test: 'Playwright', message: 'no browser' },
      ],
    })
  })
})

describe('withRunnerFailure', () => {
  it('adds a failure if no test ran', () => {
    expect(withRunnerFailure({ passed: 0, failures: [] }, 'vitest', 0)).toEqual({
      passed: 0,
      failures: [{ test: 'vitest', message: 'No test ran.' }],
    })
  })

  it('adds a failure if the runner failed without a failing test', () => {
    expect(withRunnerFailure({ passed: 7, failures: [] }, 'vitest', 1)).toEqual({
      passed: 7,
      failures: [{ test: 'vitest', message: 'Ended with exit code 1.' }],
    })
  })

  it('returns the counts unchanged if a test failed or the runner succeeded', () => {
    const failed = { passed: 7, failures: [failure] }
    expect(withRunnerFailure(failed, 'vitest', 1)).toBe(failed)
    const succeeded = { passed: 7, failures: [] }
    expect(withRunnerFailure(succeeded, 'vitest', 0)).toBe(succeeded)
  })
})

describe('sumCounts', () => {
  it('adds passed tests and joins failures', () => {
    const all = [
      { passed: 1, failures: [failure] },
      { passed: 3, failures: [failure, failure] },
    ]
    expect(sumCounts(all)).toEqual({ passed: 4, failures: [failure, failure, failure] })
  })
})

describe('failureLines', () => {
  it('shows each test with the first lines of its message', () => {
    const message = ['expected 3', '', 'to be 4', ...'abcdef'].join('\n')
    expect(failureLines([{ ...failure, message }])).toEqual([
      '✗ a.test.ts: adds',
      ...['expected 3', 'to be 4', 'a', 'b', 'c', 'd'].map((line) => `    ${line}`),
    ])
  })
})
