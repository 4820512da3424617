import fc from 'fast-check'
import { expect, it } from 'vitest'
import { examLicenceOrder } from './licence-types.ts'
import {
  type LimitedItem,
  isOnScoreSheet,
  isQuestion,
  isScaleValue,
  sheetContradiction,
  sheetParts,
  valueText,
} from './score-sheet.ts'

const item: LimitedItem = {
  type: 'practice',
  category: 'รถยนต์',
  course_id: null,
  other_fee_id: null,
}
const exam = { kind: 'practice', licence_type: 'car', course_id: 7, other_fee_id: null } as const

it.each([
  ['of its kind and licence type', {}, {}, true],
  ['of another kind', { type: 'theory' as const }, {}, false],
  ['of the fitness tests', { type: 'fitness' as const }, {}, false],
  [
    'of the fitness tests, which come before a theory exam,',
    { type: 'fitness' as const },
    { kind: 'theory' as const },
    true,
  ],
  ['of another licence type', { category: 'รถจักรยานยนต์' }, {}, false],
  [
    'of motorcycles for big bikes',
    { category: 'รถจักรยานยนต์' },
    { licence_type: 'bigbike' as const },
    true,
  ],
  ['of trucks for trailers', { category: 'รถบรรทุก' }, { licence_type: 'truck3' as const }, true],
  ['without a kind of vehicle', { category: 'ภาพรวม' }, {}, true],
  ['of its course', { course_id: 7 }, {}, true],
  ['of another course', { course_id: 8 }, {}, false],
  ['of a fee', { other_fee_id: 7 }, {}, false],
  [
    'of a course or a fee',
    { course_id: 8, other_fee_id: 3 },
    { course_id: null, other_fee_id: 3 },
    true,
  ],
] as const)('an item %s is on the score sheet: %s', (_, values, other, isOn) => {
  expect(isOnScoreSheet({ ...item, ...values }, { ...exam, ...other })).toBe(isOn)
})

it('an exam for any licence type has the items of every licence type', () => {
  fc.assert(
    fc.property(fc.constantFrom('รถยนต์', 'รถจักรยานยนต์', 'ลากจูง', 'ภาพรวม'), (category) => {
      expect(isOnScoreSheet({ ...item, category }, { ...exam, licence_type: 'any' })).toBe(true)
    }),
  )
})

it('a question about satisfaction is on no score sheet', () => {
  const question = { ...item, type: 'satisfaction', category: 'ด้านครูฝึก' } as const
  for (const licence_type of examLicenceOrder) {
    expect(isQuestion(question, { ...exam, licence_type })).toBe(true)
    expect(isOnScoreSheet(question, { ...exam, licence_type })).toBe(false)
  }
})

it('the fitness tests come before the items of the theory exam', () => {
  const items = (['theory', 'fitness', 'theory'] as const).map((type, id) => ({ type, id }))
  expect(sheetParts(items)).toEqual([
    { type: 'fitness', items: [items[1]] },
    { type: 'theory', items: [items[0], items[2]] },
  ])
})

it('isScaleValue accepts only the values of the scale', () => {
  expect([0, 1, 2].map((value) => isScaleValue('pass_fail', value))).toEqual([true, true, false])
  expect([0, 1, 5, 6].map((value) => isScaleValue('five', value))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(valueText('five', 5)).toBe('ดีมาก')
})

it.each([
  ['a pass with a failed manoeuvre', 'practice', 'pass', { value: 0 }, true],
  ['a pass with a failed item of theory', 'theory', 'pass', { type: 'theory', value: 0 }, true],
  ['a pass with passed manoeuvres', 'practice', 'pass', { value: 1 }, false],
  ['a pass with a manoeuvre that is not scored', 'practice', 'pass', { value: null }, false],
  ['a fail with a failed manoeuvre', 'practice', 'fail', { value: 0 }, false],
  [
    'a pass of theory with a failed fitness test',
    'theory',
    'pass',
    { type: 'fitness', value: 0 },
    false,
  ],
  ['a pass with the least of five', 'practice', 'pass', { scale: 'five', value: 1 }, false],
] as const)(
  'sheetContradiction, for %s, compares the result with the score sheet',
  (_, kind, result, values, contradicts) => {
    const passed = { title: 'ถอยหลังเข้าจอด', type: kind, scale: 'pass_fail', value: 1 } as const
    const scored = { ...passed, title: 'เทียบทางเท้า', ...values }
    const problem = sheetContradiction(kind, result, [passed, scored])
    expect(problem).toBe(contradicts ? 'ผลสอบไม่ตรงกับใบให้คะแนน ไม่ผ่าน: เทียบทางเท้า' : null)
  },
)
