import { describe, expect, it } from 'vitest'
import { examDayProblem, examRightStatus, lastRightDay } from './exam-right.ts'
import { day } from './thai-date.ts'

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
  const right = { permission_date: day('2026-11-21'), disabled: false, used: false }

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
