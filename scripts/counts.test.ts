import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest, judge, sum } from './counts.ts'

describe('countVitest', () => {
  it('counts a file that does not load as a failure, and none twice', () => {
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
  it('counts what fails at times, and what fails outside tests, as failures', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 2 }
    expect(countPlaywright({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 4 })
  })
})

describe('judge', () => {
  it('fails a runner that ran nothing', () => {
    expect(judge({ passed: 0, failed: 0 }, 0)).toEqual({ passed: 0, failed: 1 })
  })

  it('fails a runner that failed without a failing test', () => {
    expect(judge({ passed: 7, failed: 0 }, 1)).toEqual({ passed: 7, failed: 1 })
  })

  it('leaves the rest as it is', () => {
    expect(judge({ passed: 7, failed: 2 }, 1)).toEqual({ passed: 7, failed: 2 })
    expect(judge({ passed: 7, failed: 0 }, 0)).toEqual({ passed: 7, failed: 0 })
  })
})

describe('sum', () => {
  it('adds up', () => {
    const all = [
      { passed: 1, failed: 2 },
      { passed: 3, failed: 4 },
    ]
    expect(sum(all)).toEqual({ passed: 4, failed: 6 })
  })
})
