import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest, withRunnerFailure, sumCounts } from './counts.ts'

describe('countVitest', () => {
  it('counts a file that does not load as one failure', () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 1,
      testResults: [
        { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'passed' }] },
        { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
        { status: 'failed', assertionResults: [] },
      ],
    }
    expect(countVitest(report)).toEqual({ passed: 3, failed: 2 })
  })
})

describe('countPlaywright', () => {
  it('counts flaky tests and errors outside tests as failures', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 2 }
    expect(countPlaywright({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 4 })
  })
})

describe('withRunnerFailure', () => {
  it('adds a failure if no test ran', () => {
    expect(withRunnerFailure({ passed: 0, failed: 0 }, 0)).toEqual({ passed: 0, failed: 1 })
  })

  it('adds a failure if the runner failed without a failing test', () => {
    expect(withRunnerFailure({ passed: 7, failed: 0 }, 1)).toEqual({ passed: 7, failed: 1 })
  })

  it('returns the counts unchanged if a test failed or the runner succeeded', () => {
    expect(withRunnerFailure({ passed: 7, failed: 2 }, 1)).toEqual({ passed: 7, failed: 2 })
    expect(withRunnerFailure({ passed: 7, failed: 0 }, 0)).toEqual({ passed: 7, failed: 0 })
  })
})

describe('sumCounts', () => {
  it('adds passed and failed counts', () => {
    const all = [
      { passed: 1, failed: 2 },
      { passed: 3, failed: 4 },
    ]
    expect(sumCounts(all)).toEqual({ passed: 4, failed: 6 })
  })
})
