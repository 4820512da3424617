import fc from 'fast-check'
import { expect, it } from 'vitest'
import { satang } from '../money.ts'
import { addDays, day } from '../thai-date.ts'
import { builtInLines } from './built-in-lines.ts'
import { type WorkUnit, workUnits } from './items.ts'
import { month } from './month.ts'
import {
  type WorkDone,
  type WorkRate,
  isDueIn,
  rateOf,
  scopeName,
  workChanges,
  workLinesOf,
} from './work.ts'

const rate = (id: number, values: Partial<WorkRate> = {}): WorkRate => ({
  payroll_work_rate_id: id,
  kind: 'exam_panel',
  role: null,
  licence_type: null,
  subject: null,
  valid_from: day('2026-01-01'),
  unit: 'time',
  rate: satang(30_000),
  item: { ...builtInLines.overtime, name: 'ค่าคุมสอบ', list_payroll_id: 7 },
  ...values,
})

const done = (id: number, values: Partial<WorkDone> = {}): WorkDone => ({
  key: `exam_panel:${id}`,
  kind: 'exam_panel',
  day: day('2026-10-05'),
  name: `รอบ ${id}`,
  role: 'examiner',
  subject: 'practice',
  licence_types: ['car'],
  minutes: 90,
  persons: 12,
  ...values,
})

it.each<[string, WorkRate[], Partial<WorkDone>, number | null]>([
  ['no rate pays nothing', [], {}, null],
  ['a rate of everything pays', [rate(1)], {}, 1],
  ['a role is more precise than everything', [rate(1), rate(2, { role: 'examiner' })], {}, 2],
  ['another role is not paid by it', [rate(1), rate(2, { role: 'chair' })], {}, 1],
  [
    'the role decides before licence type and subject',
    [rate(1, { licence_type: 'car', subject: 'practice' }), rate(2, { role: 'examiner' })],
    {},
    2,
  ],
  [
    'a session for all licence types fits',
    [rate(1, { licence_type: 'motorcycle' })],
    { licence_types: ['any'] },
    1,
  ],
  ['another licence type does not fit', [rate(1, { licence_type: 'motorcycle' })], {}, null],
  ['another subject does not fit', [rate(1, { subject: 'theory' })], {}, null],
  ['a later rate holds from its day', [rate(1), rate(2, { valid_from: day('2026-10-05') })], {}, 2],
  ['and not before', [rate(1), rate(2, { valid_from: day('2026-10-06') })], {}, 1],
  ['work before the first rate is not paid', [rate(1)], { day: day('2025-12-31') }, null],
  [
    'a later rate of 0 ends the pay',
    [rate(1), rate(2, { valid_from: day('2026-10-01'), rate: satang(0) })],
    {},
    null,
  ],
])('%s', (_, rates, work, expected) => {
  expect(rateOf(rates, done(1, work))?.payroll_work_rate_id ?? null).toBe(expected)
})

it.each<[WorkUnit, number[]]>([
  ['time', [100, 100, 100]],
  ['hour', [150, 150, 100]],
  ['person', [1_200, 1_200, 0]],
  ['day', [100, 0, 100]],
  ['month', [100, 0, 0]],
])('counts three sessions of two days by %s', (unit, expected) => {
  const sessions = [done(3, { day: day('2026-10-06'), minutes: 60, persons: 0 }), done(1), done(2)]
  const [line] = workLinesOf([rate(1, { unit })], sessions, [])
  expect(line?.work.map(({ quantity }) => quantity)).toEqual(expected)
  expect(line).toMatchObject({ source: 'work:1', title_value: unit, condition: 'multiply' })
})

it('does not count a day or a month that another month already pays', () => {
  const paid = (unit: WorkUnit) => [{ day: day('2026-10-05'), unit }]
  const count = (unit: WorkUnit) =>
    workLinesOf([rate(1, { unit })], [done(1)], paid(unit))[0]?.work[0]?.quantity
  expect((Object.keys(workUnits) as WorkUnit[]).map(count)).toEqual([100, 150, 0, 0, 1_200])
})

it('pays each piece of work by exactly one line, in any order of reading', () => {
  const rates = [
    rate(1),
    rate(2, { role: 'chair', unit: 'day' }),
    rate(3, { subject: 'theory', unit: 'person' }),
  ]
  const work = fc.record({
    role: fc.constantFrom('chair' as const, 'committee' as const, 'examiner' as const),
    subject: fc.constantFrom('theory' as const, 'practice' as const),
    at: fc.nat(40),
  })
  fc.assert(
    fc.property(fc.array(work, { maxLength: 12 }), (list) => {
      const all = list.map(({ at, ...values }, i) =>
        done(i, { ...values, day: addDays(day('2026-10-01'), at) }),
      )
      const lines = workLinesOf(rates, all, [])
      const keys = lines.flatMap((line) => line.work.map(({ key }) => key))
      expect(keys.toSorted()).toEqual(all.map(({ key }) => key).toSorted())
      const reversed = workLinesOf(rates, all.toReversed(), [])
      const bySource = (of: typeof lines) => new Map(of.map((line) => [line.source, line]))
      expect(bySource(reversed)).toEqual(bySource(lines))
    }),
  )
})

it.each([
  ['2026-10-31', [], true],
  ['2026-11-01', [], false],
  ['2026-09-30', [], false],
  ['2026-09-30', ['2026-09'], true],
  ['2026-09-30', ['2026-08'], false],
])('work on %s with closed months %j is due in October: %s', (on, closed, expected) => {
  expect(isDueIn(month('2026-10'), day(on), new Set(closed.map(month)))).toBe(expected)
})

it('lists work that was added, changed and removed since', () => {
  const rows =
    workLinesOf([rate(1, { unit: 'person' })], [done(1), done(2), done(3)], [])[0]?.work ?? []
  const [first, second, third] = rows
  if (!first || !second || !third) throw new Error('three rows expected')
  expect(workChanges([first, second], [second, third])).toEqual([
    { day: '2026-10-05', name: 'รอบ 1', before: 1_200, after: null },
    { day: '2026-10-05', name: 'รอบ 3', before: null, after: 1_200 },
  ])
  expect(workChanges([first], [{ ...first, quantity: 1_100 }])).toMatchObject([
    { before: 1_200, after: 1_100 },
  ])
  expect(workChanges(rows, rows)).toEqual([])
})

it('describes the scope of a rate', () => {
  expect(scopeName(rate(1))).toBe('คุมสอบ')
  expect(scopeName(rate(1, { role: 'chair', subject: 'practice', licence_type: 'car' }))).toBe(
    'คุมสอบภาคปฏิบัติ รถยนต์ (ประธาน)',
  )
})
