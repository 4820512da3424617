import type { PayrollLineRow } from '@khapdee/contract/entities/payroll-shapes'
import { satang } from '@khapdee/domain/money'
import { expect, it } from 'vitest'
import { type AddedLine, type Changes, changesSince, noChanges } from './month-lines.ts'

/** A line of 100 satang, with a source or of an item. */
const aLine = (payroll_line_id: number, of: string | number) =>
  ({
    payroll_line_id,
    source: typeof of === 'string' ? of : null,
    list_payroll_id: typeof of === 'number' ? of : null,
    value: satang(100),
    per_value: satang(0),
    override_reason: null,
  }) as PayrollLineRow

const added = (key: number, item: number, value: number): AddedLine => ({
  key,
  item: { value: String(item) } as AddedLine['item'],
  side: 'income',
  per_value: satang(0),
  value: satang(value),
})
const lines = (...changes: [number, number][]) =>
  new Map(changes.map(([id, value]) => [id, { value: satang(value) }]))

const before = [aLine(1, 'salary'), aLine(2, 5), aLine(3, 5), aLine(4, 6)]
// The second line of item 5 was removed and one of item 6 added; the tax is proposed anew.
const typed = lines([2, 200])
const sent: Changes = { lines: typed, removed: new Set([3]), added: [added(7, 6, 300)] }
const after = [aLine(11, 'salary'), aLine(12, 5), aLine(14, 6), aLine(15, 6), aLine(16, 'tax')]

it.each<[string, Changes, Changes]>([
  ['nothing', sent, noChanges],
  [
    'another value of a line that was saved, and one of another line',
    { ...sent, lines: new Map([...typed, ...lines([1, 400], [2, 500])]) },
    { ...noChanges, lines: lines([11, 400], [12, 500]) },
  ],
  [
    'the value before the save',
    { ...sent, lines: new Map() },
    {
      ...noChanges,
      lines: new Map([[12, { value: satang(100), per_value: satang(0), override_reason: '' }]]),
    },
  ],
  [
    'another value of the line that was added, and one more line',
    { ...sent, added: [added(7, 6, 600), added(8, 6, 700)] },
    {
      lines: new Map([[15, { value: satang(600), per_value: satang(0) }]]),
      removed: new Set(),
      added: [added(8, 6, 700)],
    },
  ],
  [
    'the removal of both',
    { ...sent, removed: new Set([3, 2]), added: [] },
    { ...noChanges, removed: new Set([12, 15]) },
  ],
])('keeps %s, typed while lines were being saved', (_, present, kept) => {
  expect(changesSince({ before, sent, after }, present)).toEqual(kept)
})
