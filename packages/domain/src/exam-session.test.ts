import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  acceptsLicence,
  examSessionStatus,
  maxSeries,
  proposeSeats,
  seriesDays,
  sessionDayProblem,
  sessionLicences,
  sessionName,
  suits,
} from './exam-session.ts'
import { examLicenceOrder } from './licence-types.ts'
import { addDays, day, instantInBangkok, weekdayOf } from './thai-date.ts'

it('names a session by its kind, day and start', () => {
  expect(sessionName('theory', day('2026-11-23'), '09:00')).toBe('สอบภาคทฤษฎี 23/11/2569 09:00')
})

it.each([
  ['2026-11-20', 'วันสอบต้องไม่ก่อนวันนี้'],
  ['2026-11-21', null],
  ['2028-11-20', null],
  ['2028-11-21', 'วางรอบสอบล่วงหน้าได้ไม่เกิน 2 ปี (ถึงวันที่ 20/11/2571) กรุณาตรวจสอบปี'],
  ['2099-12-01', 'วางรอบสอบล่วงหน้าได้ไม่เกิน 2 ปี (ถึงวันที่ 20/11/2571) กรุณาตรวจสอบปี'],
])('returns whether a session can be on %s: %s', (date, problem) => {
  expect(sessionDayProblem(day(date), day('2026-11-21'))).toBe(problem)
})

describe('examSessionStatus', () => {
  const now = '2026-11-23T03:00:00.000Z'
  const later = '2026-11-23T03:00:00.001Z'

  it.each([
    ['open', later, 1, 'open'],
    ['open', later, 0, 'full'],
    ['closed', later, 0, 'closed'],
    ['open', now, 1, 'done'],
    ['closed', now, 1, 'done'],
    ['cancelled', now, 1, 'cancelled'],
  ] as const)('of a session that is %s, ends at %s with %i seats left is %s', (...row) => {
    const [status, ends_at, seatsLeft, shown] = row
    expect(examSessionStatus({ status, ends_at, seatsLeft }, now)).toBe(shown)
  })
})

describe('acceptsLicence', () => {
  it.each([
    [['car'], 'car', true],
    [['car'], 'motorcycle', false],
    [['car', 'motorcycle'], 'motorcycle', true],
    [['any'], 'truck3', true],
    [['car'], 'any', true],
  ] as const)('of %j for %s is %s', (accepted, licence, accepts) => {
    expect(acceptsLicence(accepted, licence)).toBe(accepts)
  })
})

describe('sessionLicences', () => {
  const licences = fc.array(fc.constantFrom(...examLicenceOrder), { minLength: 1 })

  it('accepts the same licence types', () => {
    fc.assert(
      fc.property(licences, fc.constantFrom(...examLicenceOrder), (given, licence) => {
        const stored = sessionLicences(given)
        expect(acceptsLicence(stored, licence)).toBe(acceptsLicence(given, licence))
        expect(sessionLicences(stored)).toEqual(stored)
      }),
    )
  })
})

describe('seriesDays', () => {
  const date = day('2026-11-23')

  it('is the day itself without weekdays', () => {
    expect(seriesDays({ date })).toEqual([date])
  })

  it.each([
    [[1], '2026-12-07', [], ['2026-11-23', '2026-11-30', '2026-12-07']],
    [[2, 4], '2026-11-27', [], ['2026-11-24', '2026-11-26']],
    [[1], '2026-12-07', ['2026-11-30'], ['2026-11-23', '2026-12-07']],
    [[7], '2026-11-28', [], []],
    [[], '2026-12-07', [], []],
    [[1], '2026-11-22', [], []],
  ] as const)('on weekdays %j until %s without %j is %j', (weekdays, until, except, days) => {
    const input = { date, weekdays, until: day(until), except: except.map(day) }
    expect(seriesDays(input)).toEqual(days)
  })

  it('is bounded', () => {
    const until = addDays(date, 10_000)
    expect(seriesDays({ date, weekdays: [1, 2, 3, 4, 5, 6, 7], until })).toHaveLength(maxSeries + 1)
  })

  it('has only the requested weekdays, each day once and in order', () => {
    const weekday = fc.integer({ min: 1, max: 7 })
    fc.assert(
      fc.property(fc.uniqueArray(weekday), fc.integer({ min: 0, max: 400 }), (weekdays, n) => {
        const until = addDays(date, n)
        const days = seriesDays({ date, weekdays, until })
        expect(days).toEqual([...new Set(days)].toSorted())
        expect(days.every((one) => weekdays.includes(weekdayOf(one)))).toBe(true)
        expect(days.every((one) => one >= date && one <= until)).toBe(true)
      }),
    )
  })
})

describe('proposeSeats', () => {
  const lost = instantInBangkok(day('2026-11-30'), '09:00')
  const target = (exam_session_id: number, onDay: string, seatsLeft: number) => ({
    exam_session_id,
    day: day(onDay),
    starts_at: instantInBangkok(day(onDay), '09:00'),
    ends_at: instantInBangkok(day(onDay), '12:00'),
    licence_types: ['car'] as const,
    seatsLeft,
  })
  const booking = (exam_id: number, last: string, occupied: string[] = []) => ({
    exam_id,
    licence_type: 'car' as const,
    permission_date: day(last),
    not_before: null,
    after: null,
    occupied: occupied.map((onDay) => ({
      starts_at: instantInBangkok(day(onDay), '11:00'),
      ends_at: instantInBangkok(day(onDay), '13:00'),
    })),
  })

  it('gives the earliest seat to the right that ends first', () => {
    const targets = [target(2, '2026-12-02', 1), target(1, '2026-12-01', 1)]
    const bookings = [booking(10, '2026-12-31'), booking(11, '2026-12-05')]
    expect(proposeSeats(bookings, targets, lost)).toEqual(
      new Map([
        [11, 1],
        [10, 2],
      ]),
    )
  })

  it('proposes a seat before the lost one only if there is no other', () => {
    const sooner = target(1, '2026-11-24', 5)
    const later = target(2, '2026-12-02', 1)
    const bookings = [booking(10, '2026-12-31'), booking(11, '2026-12-05')]
    expect(proposeSeats(bookings, [sooner, later], lost)).toEqual(
      new Map([
        [11, 2],
        [10, 1],
      ]),
    )
  })

  it('proposes no day after the right has ended, and none on which the customer is occupied', () => {
    const targets = [target(1, '2026-12-01', 5), target(2, '2026-12-02', 5)]
    expect(proposeSeats([booking(10, '2026-11-30')], targets, lost).get(10)).toBeNull()
    expect(proposeSeats([booking(10, '2026-12-31', ['2026-12-01'])], targets, lost).get(10)).toBe(2)
  })

  it('proposes no day before the exam may be taken', () => {
    const targets = [target(1, '2026-12-01', 5), target(2, '2026-12-02', 5)]
    const waiting = (not_before: string) => ({
      ...booking(10, '2026-12-31'),
      not_before: day(not_before),
    })
    expect(proposeSeats([waiting('2026-12-02')], targets, lost).get(10)).toBe(2)
    expect(proposeSeats([waiting('2026-12-03')], targets, lost).get(10)).toBeNull()
  })

  it('never proposes more than the free seats, nor an unsuitable seat', () => {
    const days = fc.integer({ min: 0, max: 9 }).map((n) => addDays(day('2026-12-01'), n))
    const targets = fc
      .array(fc.tuple(days, fc.integer({ min: 0, max: 2 })), { maxLength: 6 })
      .map((rows) => rows.map(([onDay, left], i) => target(i + 1, onDay, left)))
    const bookings = fc
      .array(fc.tuple(days, fc.array(days, { maxLength: 2 })), { maxLength: 8 })
      .map((rows) => rows.map(([last, occupied], i) => booking(i + 1, last, occupied)))
    fc.assert(
      fc.property(bookings, targets, (wanted, free) => {
        const proposed = proposeSeats(wanted, free, lost)
        expect([...proposed.keys()].toSorted()).toEqual(wanted.map((one) => one.exam_id).toSorted())
        for (const one of free) {
          const taken = wanted.filter((row) => proposed.get(row.exam_id) === one.exam_session_id)
          expect(taken.length).toBeLessThanOrEqual(one.seatsLeft)
          expect(taken.every((row) => suits(one, row))).toBe(true)
        }
      }),
    )
  })
})
