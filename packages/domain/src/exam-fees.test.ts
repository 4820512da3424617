import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ExamFeeRule,
  feeItemOf,
  feeOfNextBooking,
  isForOtherExams,
  isLateMove,
  namesRight,
} from './exam-fees.ts'
import { retakeDay } from './exam-booking.ts'
import { allExams } from './exams.ts'
import { addDays, day } from './thai-date.ts'

const car: ExamFeeRule = {
  purpose: 'retake',
  kind: 'practice',
  licence_type: 'car',
  other_fee_id: 1,
}
const all: ExamFeeRule = { ...car, licence_type: 'any', other_fee_id: 2 }
const theory: ExamFeeRule = { ...all, kind: 'theory', other_fee_id: 3 }
const rules = [all, car, theory]

describe('feeItemOf', () => {
  it.each([
    ['the licence type before all types', 'retake', 'practice', 'car', 1],
    ['all types where the licence type has none', 'retake', 'practice', 'motorcycle', 2],
    ['the kind of exam', 'retake', 'theory', 'car', 3],
    ['nothing for another purpose', 'extend', 'practice', 'car', null],
  ] as const)('finds %s', (_, purpose, kind, licence_type, item) => {
    expect(feeItemOf(rules, purpose, { kind, licence_type })).toBe(item)
  })

  it('never finds an item for which isForOtherExams is true', () => {
    const rule = fc.record({
      purpose: fc.constantFrom('retake', 'no_show', 'move', 'extend'),
      kind: fc.constantFrom('theory', 'practice'),
      licence_type: fc.constantFrom('any', 'car', 'motorcycle'),
      other_fee_id: fc.integer({ min: 1, max: 3 }),
    }) as fc.Arbitrary<ExamFeeRule>
    fc.assert(
      fc.property(fc.array(rule), fc.constantFrom(...allExams), (given, exam) => {
        const item = feeItemOf(given, 'retake', exam)
        return item === null || !isForOtherExams(given, item, exam)
      }),
    )
  })
})

it('isForOtherExams is true for a fee that is chosen for other exams only, and false for one that is not chosen at all', () => {
  const exam = { kind: 'theory', licence_type: 'car' } as const
  expect(isForOtherExams(rules, 1, exam)).toBe(true)
  expect(isForOtherExams(rules, 3, exam)).toBe(false)
  expect(isForOtherExams(rules, 9, exam)).toBe(false)
})

it.each([
  [null, null, null],
  ['fail', null, 'retake'],
  ['incomplete', null, 'retake'],
  ['absent', 'fee', 'no_show'],
  ['absent', 'keep', null],
  ['unknown', null, null],
  ['pass', null, null],
] as const)('proposes after %s (%s) the fee %s', (last, noShow, purpose) => {
  expect(feeOfNextBooking(last, noShow)).toBe(purpose)
})

it.each([
  ['first', false],
  ['retake', true],
  ['extend', true],
  ['move', true],
  ['rental', false],
  [null, false],
] as const)('returns whether lines of the use %s refer to a right', (use, expected) => {
  expect(namesRight(use)).toBe(expected)
})

it.each([
  ['2026-11-25', true],
  ['2026-11-26', false],
])('a move on Monday of an exam on %s is late: %s', (exam, late) => {
  const monday = day('2026-11-23')
  const earliest = retakeDay('theory', monday, 3, (each) => each <= addDays(monday, 4))
  expect(isLateMove(day(exam), earliest)).toBe(late)
})
