import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type EntrySum,
  changeProblem,
  columnsOf,
  donutOf,
  groupFilterLabel,
  groupLabel,
  isSameMonth,
  keptMoneyProblem,
  periodsOf,
  daysOfPeriod,
  previousPeriod,
  totalOf,
} from './account-entry.ts'
import { accountSides } from './expense-item.ts'
import { satang, sumSatang } from './money.ts'
import { addDays, day, daysBetween } from './thai-date.ts'

const sides = Object.keys(accountSides) as (keyof typeof accountSides)[]
const periods = ['2026-11-01', '2026-11-02', '2026-11-03']
const sums = fc.array(
  fc.record({
    period: fc.constantFrom(...periods),
    side: fc.constantFrom(...sides),
    group: fc.constantFrom('line:course', 'group:ค่าเช่า', 'group:อื่น ๆ'),
    value: fc.integer({ min: -1_000_000, max: 1_000_000 }).map(satang),
  }),
)

describe('the charts of the books', () => {
  it('split the total of a side without a remainder', () => {
    fc.assert(
      fc.property(sums, fc.constantFrom(...sides), (rows: EntrySum[], side) => {
        const total = totalOf(rows, side)
        expect(sumSatang(donutOf(rows, side).series)).toBe(total)
        expect(sumSatang(columnsOf(rows, side, periods).data)).toBe(total)
      }),
    )
  })

  it('have named groups, the largest first', () => {
    const row = (group: string, value: number): EntrySum => ({
      period: '2026-11-01',
      side: 'income',
      group,
      value: satang(value),
    })
    const rows = [row('group:ค่าเช่า', 5), row('line:course', 7), row('group:ค่าเช่า', 1)]
    expect(donutOf(rows, 'income')).toEqual({
      keys: ['line:course', 'group:ค่าเช่า'],
      labels: ['หลักสูตร', 'ค่าเช่า'],
      series: [7, 6],
    })
  })

  it('show days up to 31 of them, and months beyond', () => {
    expect(periodsOf(day('2026-11-01'), day('2026-11-30'))).toHaveLength(30)
    expect(periodsOf(day('2026-10-01'), day('2026-10-31')).at(-1)).toBe('2026-10-31')
    expect(periodsOf(day('2026-10-01'), day('2026-11-01'))).toEqual(['2026-10', '2026-11'])
    expect(periodsOf(day('2025-12-31'), day('2026-02-01'))).toEqual([
      '2025-12',
      '2026-01',
      '2026-02',
    ])
  })
})

it('compare with the preceding period of the same length', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 800 }), (length) => {
      const start = day('2026-03-01')
      const end = addDays(start, length)
      const before = previousPeriod(start, end) ?? { start, end }
      expect(addDays(before.end, 1)).toBe(start)
      expect(daysBetween(before.start, before.end)).toBe(length)
    }),
  )
  expect(previousPeriod(day('1000-01-01'), day('1000-01-01'))).toBeNull()
  expect(previousPeriod(day('9999-12-31'), day('1000-01-01'))).toBeNull()
  expect(previousPeriod(day('2000-01-03'), day('9999-12-31'))).toEqual({
    start: '2000-01-01',
    end: '2000-01-02',
  })
})

it.each([
  ['line:exam', 'ค่าสอบ'],
  ['line:__proto__', '__proto__'],
  ['group:a:b', 'a:b'],
  ['group:course', 'course'],
])('name the group %s', (group, label) => {
  expect(groupLabel(group)).toBe(label)
})

it.each([
  ['group:ค่าเช่า', 'ค่าเช่า'],
  ['expenses:group:ค่าเช่า', 'ค่าเช่า (รายจ่าย)'],
  ['income:line:exam', 'ค่าสอบ (รายรับ)'],
])('names the filter %s', (filter, label) => {
  expect(groupFilterLabel(filter)).toBe(label)
})

it('keeps a voucher in its month', () => {
  expect(isSameMonth(day('2026-11-01'), day('2026-11-30'))).toBe(true)
  expect(isSameMonth(day('2026-11-30'), day('2026-12-01'))).toBe(false)
  expect(isSameMonth(day('2026-11-30'), day('2025-11-30'))).toBe(false)
})

it('allows staff to change only entries of staff, until they are voided', () => {
  expect(changeProblem({ status: 'posted', payment_id: null })).toBeNull()
  expect(changeProblem({ status: 'draft', payment_id: null })).toBeNull()
  expect(changeProblem({ status: 'void', payment_id: null })).toMatch(/ยกเลิกแล้ว/)
  expect(changeProblem({ status: 'posted', payment_id: 1 })).toMatch(/ใบเสร็จ/)
  const ofPayroll = { status: 'posted', payment_id: null, is_payroll: true } as const
  expect(changeProblem(ofPayroll)).toMatch(/เงินเดือน/)
})

it('keeps the money of an entry whose day is locked, whose cash is counted, or that is matched', () => {
  const open = { is_locked: false, is_counted: false, is_matched: false }
  expect(keptMoneyProblem(open)).toBeNull()
  expect(keptMoneyProblem({ ...open, is_locked: true })).toMatch(
    /^วันของรายการนี้ล็อกบัญชีแล้ว แก้ไขได้เฉพาะ/,
  )
  expect(keptMoneyProblem({ ...open, is_counted: true })).toMatch(/ตรวจนับแล้ว แก้ไขได้เฉพาะ/)
  expect(keptMoneyProblem({ ...open, is_matched: true })).toMatch(/จับคู่.*แล้ว แก้ไขได้เฉพาะ/)
})

describe('the days of a period', () => {
  it('are all days of a month and no others, within those of the list', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), (offset) => {
        const inside = addDays(day('2000-01-01'), offset)
        const month = inside.slice(0, 7)
        const { start, end } = daysOfPeriod(month)
        expect(start).toBe(`${month}-01`)
        expect(end.slice(0, 7)).toBe(month)
        expect(addDays(end, 1).slice(0, 7)).not.toBe(month)
      }),
    )
    expect(daysOfPeriod('2026-11-09')).toEqual({ start: '2026-11-09', end: '2026-11-09' })
    expect(daysOfPeriod('2028-02').end).toBe('2028-02-29')
    // The columns at both ends of a list sum only its own days.
    const within = { start: '2026-10-20', end: '2026-11-14' }
    expect(daysOfPeriod('2026-10', within)).toEqual({ start: '2026-10-20', end: '2026-10-31' })
    expect(daysOfPeriod('2026-11', within)).toEqual({ start: '2026-11-01', end: '2026-11-14' })
    expect(daysOfPeriod('2026-11', { start: 'all', end: '' }).end).toBe('2026-11-30')
  })
})
