import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ExamRight,
  examDayProblem,
  examRightSentence,
  examRightStatus,
  extendedLastDay,
  extensionProblem,
  grantedLastDayProblem,
  lastRightDay,
  maxExtensionDays,
  mayDisable,
  mayEnable,
  newLastDayProblem,
  recordedTheoryProblem,
  theoryValidDays,
  shortenedLastDay,
} from './exam-right.ts'
import { type Day, addDays, day, formatDay } from './thai-date.ts'

describe('examDayProblem', () => {
  const today = day('2026-11-21')
  const last = lastRightDay(today, 90)

  it.each([
    ['2026-11-20', 'วันสอบต้องไม่ก่อนวันนี้'],
    ['2026-11-21', null],
    ['2027-02-19', null],
    ['2027-02-20', 'วันสอบต้องไม่เกินวันสุดท้ายของสิทธิ์สอบ (19/02/2570)'],
  ])('for an exam on %s is %s with a right of 90 days from 2026-11-21', (examDay, problem) => {
    expect(examDayProblem(day(examDay), today, last)).toBe(problem)
  })
})

describe('examRightStatus', () => {
  const right = {
    permission_date: day('2026-11-21'),
    disabled: false,
    used: false,
    forfeited: false,
  }

  it.each([
    ['2026-08-23', 'active'],
    ['2026-11-06', 'active'],
    ['2026-11-07', 'expiring'],
    ['2026-11-21', 'expiring'],
    ['2026-11-22', 'expired'],
  ])('on %s, the status is %s for a right valid until 2026-11-21', (today, status) => {
    expect(examRightStatus(right, day(today))).toBe(status)
  })

  it('stays used or disabled on any day', () => {
    const late = day('2027-01-01')
    expect(examRightStatus({ ...right, disabled: true }, late)).toBe('disabled')
    expect(examRightStatus({ ...right, used: true }, late)).toBe('used')
    expect(examRightStatus({ ...right, used: true, disabled: true }, late)).toBe('used')
  })
})

const today = day('2026-11-21')
const rightUntil = (last: string, state: Partial<ExamRight> = {}): ExamRight => ({
  permission_date: day(last),
  disabled: false,
  used: false,
  forfeited: false,
  ...state,
})

describe('an extension', () => {
  it.each([
    ['2026-11-30', '2026-12-10'],
    ['2026-11-21', '2026-12-01'],
    ['2026-05-01', '2026-12-01'],
  ])('by 10 days of a right until %s lasts until %s', (last, extended) => {
    expect(extendedLastDay(rightUntil(last), today, 10)).toBe(extended)
  })

  it.each([
    [{}, null],
    [{ used: true }, 'สอบผ่านแล้ว ต่ออายุสิทธิ์สอบไม่ได้'],
    [{ forfeited: true }, 'ขาดสอบ สิทธิ์สอบสิ้นสุดแล้ว ต่ออายุไม่ได้'],
    [{ disabled: true }, 'สิทธิ์สอบนี้ถูกระงับ ต่ออายุไม่ได้'],
  ])('of a right with %j has the problem %s', (state, problem) => {
    expect(extensionProblem(rightUntil('2026-01-01', state))).toBe(problem)
  })

  it.each([
    ['2026-11-30', '2026-11-20', 'วันสุดท้ายของสิทธิ์ต้องไม่ก่อนวันนี้'],
    ['2026-11-30', '2026-11-30', 'วันสุดท้ายของสิทธิ์ต้องหลังวันเดิม (30/11/2569)'],
    ['2026-11-30', '2026-12-01', null],
    ['2026-01-01', '2026-11-21', null],
    ['2026-11-21', '2028-11-20', null],
    ['2026-11-21', '2028-11-21', 'ต่ออายุสิทธิ์สอบได้ถึงวันที่ 20/11/2571'],
  ])('of a right until %s to %s has the problem %s', (last, chosen, problem) => {
    expect(newLastDayProblem(rightUntil(last), today, day(chosen))).toBe(problem)
  })

  it('by any number of days makes the right valid and later, and is within the limit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1000, max: 1000 }),
        fc.integer({ min: 1, max: maxExtensionDays }),
        (offset, days) => {
          const right = rightUntil(addDays(today, offset))
          const last = extendedLastDay(right, today, days)
          expect(newLastDayProblem(right, today, last)).toBeNull()
          expect(examRightStatus({ ...right, permission_date: last }, today)).toMatch(
            /^(active|expiring)$/,
          )
        },
      ),
    )
  })
})

describe('withdrawing 10 days of an extension', () => {
  it.each([
    // No day of it was used.
    ['2026-12-31', '2026-12-21'],
    ['2026-12-01', '2026-11-21'],
    // Some days have begun.
    ['2026-11-26', '2026-11-21'],
    ['2026-11-21', '2026-11-21'],
    // All of them are over.
    ['2026-11-01', '2026-11-01'],
  ])('of a right until %s leaves it until %s', (last, shortened) => {
    expect(shortenedLastDay(rightUntil(last), today, 10)).toBe(shortened)
  })

  it('on its day leaves the right as it was before, or valid for the day that has begun', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1000, max: 1000 }),
        fc.integer({ min: 1, max: maxExtensionDays }),
        (offset, days) => {
          const before = addDays(today, offset)
          const permission_date = extendedLastDay(rightUntil(before), today, days)
          expect(shortenedLastDay({ permission_date }, today, days)).toBe(
            before > today ? before : today,
          )
        },
      ),
    )
  })
})

describe('a right without an application', () => {
  it.each([
    ['2026-11-20', 'วันสุดท้ายของสิทธิ์ต้องไม่ก่อนวันนี้'],
    [today, null],
    [addDays(today, maxExtensionDays), null],
    [
      addDays(today, maxExtensionDays + 1),
      `ให้สิทธิ์สอบได้ถึงวันที่ ${formatDay(addDays(today, maxExtensionDays))}`,
    ],
  ] as [Day, string | null][])('until %s: %s', (last, problem) => {
    expect(grantedLastDayProblem(today, last)).toBe(problem)
  })

  it.each([
    ['theory', today, 'บันทึกผลทฤษฎีจากที่อื่นได้เฉพาะสิทธิ์สอบภาคปฏิบัติ'],
    ['practice', addDays(today, 1), 'วันที่สอบผ่านต้องไม่เกินวันนี้'],
    ['practice', today, null],
    ['practice', addDays(today, -theoryValidDays), null],
    [
      'practice',
      addDays(today, -theoryValidDays - 1),
      `ผลทฤษฎีใช้ได้ไม่เกิน 180 วันก่อนวันเริ่มสิทธิ์ (ตั้งแต่ ${formatDay(addDays(today, -theoryValidDays))})`,
    ],
  ] as const)('theory passed elsewhere, for %s on %s: %s', (kind, passedOn, problem) => {
    expect(recordedTheoryProblem(kind, passedOn, today, today)).toBe(problem)
  })
})

describe('disabling and enabling', () => {
  it.each([
    [{}, true, false],
    [{ disabled: true }, false, true],
    [{ used: true }, false, false],
    [{ forfeited: true }, false, false],
    [{ forfeited: true, disabled: true }, false, false],
    [{ used: true, disabled: true }, false, false],
  ])('a right with %j may be disabled: %s, enabled: %s', (state, disabling, enabling) => {
    const right = rightUntil('2026-01-01', state)
    expect(mayDisable(right)).toBe(disabling)
    expect(mayEnable(right, true)).toBe(enabling)
  })

  it('never enables the right of a line that has ended', () => {
    expect(mayEnable(rightUntil('2027-01-01', { disabled: true }), false)).toBe(false)
  })
})

describe('examRightSentence', () => {
  it.each([
    [rightUntil('2026-11-21'), true, 'สอบได้ถึงวันที่ 21/11/2569 (เหลือ 1 วัน)'],
    [rightUntil('2026-11-20'), true, 'หมดสิทธิ์ตั้งแต่หลังวันที่ 20/11/2569 สอบไม่ได้จนกว่าจะต่ออายุ'],
    [rightUntil('2026-11-30', { disabled: true }), true, 'ถูกระงับสิทธิ์ สอบไม่ได้จนกว่าจะคืนสิทธิ์'],
    [rightUntil('2026-11-30', { disabled: true }), false, 'รายการที่ให้สิทธิ์สิ้นสุดแล้ว สอบไม่ได้'],
    [rightUntil('2026-11-30', { used: true }), true, 'สอบผ่านแล้ว ไม่ต้องสอบอีก'],
  ])('for %j with an open line %s is %s', (right, lineIsOpen, sentence) => {
    expect(examRightSentence(right, today, lineIsOpen)).toBe(sentence)
  })
})
