import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  noShowPolicies,
  recordedResults,
  resultOfScore,
  resultText,
  rightAfter,
  scoreProblem,
  theoryPoints,
} from './exam-result.ts'

it.each([
  ['theory', 'pass', 45, true],
  ['theory', 'pass', 44, false],
  ['theory', 'fail', 44, true],
  ['theory', 'fail', 45, false],
  ['theory', 'incomplete', 45, true],
  ['theory', 'pass', 50, true],
  ['theory', 'pass', 51, false],
  ['theory', 'absent', 0, false],
  ['practice', 'pass', 3, true],
  ['practice', 'absent', 3, false],
  ['theory', 'fail', null, true],
] as const)('%s %s with the score %j is possible: %s', (kind, result, score, isPossible) => {
  expect(scoreProblem(kind, result, score, theoryPoints) === null).toBe(isPossible)
})

it.each([
  ['theory', 'fail', 40, 'ไม่ผ่าน (40/50)'],
  ['practice', 'pass', 90, 'ผ่าน (90 คะแนน)'],
  ['practice', 'absent', null, 'ขาดสอบ'],
] as const)('the text of %s %s %j is %s', (kind, result, score, text) => {
  expect(resultText(kind, result, score, theoryPoints)).toBe(text)
})

const keysOf = <Key extends string>(labels: Record<Key, unknown>) =>
  fc.constantFrom(...(Object.keys(labels) as Key[]))

it('the result of a score never contradicts the score', () => {
  const points = fc
    .tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 200 }))
    .map(([a, b]) => ({ pass: Math.min(a, b), full: Math.max(a, b) }))
  fc.assert(
    fc.property(points, fc.integer({ min: 0, max: 220 }), (marks, score) => {
      const result = resultOfScore('theory', score, marks)
      expect(result === null).toBe(score > marks.full)
      expect(result && scoreProblem('theory', result, score, marks)).toBeNull()
    }),
  )
  expect(resultOfScore('practice', 45, theoryPoints)).toBeNull()
})

it('a right is used by a pass only, and forfeited by an absence only where the branch says so', () => {
  fc.assert(
    fc.property(keysOf(recordedResults), keysOf(noShowPolicies), (result, policy) => {
      const { used, forfeited } = rightAfter(result, policy)
      expect(used).toBe(result === 'pass')
      expect(forfeited).toBe(result === 'absent' && policy === 'use')
    }),
  )
})
