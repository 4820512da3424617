/**
 * Random steps of an exam right, and complete histories that are always tested; see
 * right-model.test.ts.
 */
import fc from 'fast-check'
import { type Ending, type RightStep, rightDays } from './right-model.ts'

const days = fc.integer({ min: -1, max: rightDays + 5 })
const soon = fc.integer({ min: 0, max: 4 })
const feeIndex = fc.nat({ max: 2 })
const how = fc.constantFrom<Ending>('refund', 'end', 'cancel')
const result = fc.constantFrom('fail', 'fail', 'pass', 'incomplete', 'absent')
const only = <Name extends 'cancel' | 'disable' | 'enable'>(name: Name) =>
  fc.constant({ do: name } as const)

/** A random step; some refer to bookings or fees that do not exist. */
export const step: fc.Arbitrary<RightStep> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait'), days: soon }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait'), days: fc.nat({ max: 40 }) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('book'), in: fc.oneof(soon, days) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('move'), in: fc.oneof(soon, days) }) },
  { weight: 1, arbitrary: only('cancel') },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('result'), result }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('retake'),
      in: fc.oneof(soon, days),
      paid: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('extend'),
      days: fc.integer({ min: 1, max: 20 }),
      fee: fc.constantFrom('free', 'paid', 'owed'),
    }),
  },
  { weight: 1, arbitrary: only('disable') },
  { weight: 2, arbitrary: only('enable') },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('payFee'), fee: feeIndex }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('endFee'), fee: feeIndex, how }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('endGrant'), how }) },
) as fc.Arbitrary<RightStep>

/** Complete histories that every run tests. */
export const wholeLives: ['KKN' | 'BPI', RightStep[]][] = [
  [
    'KKN',
    [
      { do: 'book', in: 3 },
      { do: 'move', in: 5 },
      { do: 'wait', days: 5 },
      { do: 'result', result: 'fail' },
      // Within the gap.
      { do: 'book', in: 2 },
      { do: 'retake', in: 4, paid: true },
      { do: 'extend', days: 10, fee: 'paid' },
      { do: 'disable' },
      { do: 'enable' },
      { do: 'wait', days: 37 },
      // The right has expired.
      { do: 'extend', days: 15, fee: 'owed' },
      { do: 'payFee', fee: 2 },
      { do: 'endFee', fee: 2, how: 'refund' },
      { do: 'book', in: 0 },
      { do: 'result', result: 'absent' },
      { do: 'endGrant', how: 'refund' },
    ],
  ],
  [
    'BPI',
    [
      { do: 'book', in: 0 },
      { do: 'result', result: 'incomplete' },
      { do: 'retake', in: 2, paid: false },
      { do: 'retake', in: 3, paid: false },
      // The balance of the retake fee must be paid first.
      { do: 'book', in: 3 },
      { do: 'payFee', fee: 0 },
      { do: 'wait', days: 3 },
      { do: 'result', result: 'pass' },
      { do: 'endGrant', how: 'end' },
      // The correction does not reopen a refunded right.
      { do: 'result', result: 'fail' },
    ],
  ],
]
