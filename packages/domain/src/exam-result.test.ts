import { expect, it } from 'vitest'
import { resultText, scoreProblem } from './exam-result.ts'

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
  expect(scoreProblem(kind, result, score) === null).toBe(isPossible)
})

it.each([
  ['theory', 'fail', 40, 'ไม่ผ่าน (40/50)'],
  ['practice', 'pass', 90, 'ผ่าน (90 คะแนน)'],
  ['practice', 'absent', null, 'ขาดสอบ'],
] as const)('the text of %s %s %j is %s', (kind, result, score, text) => {
  expect(resultText(kind, result, score)).toBe(text)
})
