import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BookingFacts,
  bookingProblem,
  bookingSentence,
  bookingStatus,
  bookingTime,
  moveProblem,
  rebookProblem,
  retakeDay,
  unsettledProblem,
} from './exam-booking.ts'
import { satang, zeroSatang } from './money.ts'
import { addDays, day, daysBetween, instantInBangkok } from './thai-date.ts'

const today = day('2026-11-23')
const free: BookingFacts = {
  right: { permission_date: addDays(today, 30), disabled: false, used: false, forfeited: false },
  kind: 'theory',
  balance: zeroSatang,
  needsFullPayment: true,
  refundPending: false,
  needsTheory: true,
  theoryPassed: false,
  theory: null,
  retakeFrom: null,
}
const practice: BookingFacts = { ...free, kind: 'practice' }

describe('bookingProblem', () => {
  it.each([
    ['nothing prevents it', free, 0, null],
    ['the last day of the right', free, 30, null],
    ['a past day', free, -1, 'PAST_DAY'],
    ['a day after the right', free, 31, 'RIGHT_EXPIRED'],
    ['a used right', { ...free, right: { ...free.right, used: true } }, 1, 'RIGHT_USED'],
    [
      'a forfeited right',
      { ...free, right: { ...free.right, forfeited: true } },
      1,
      'RIGHT_FORFEITED',
    ],
    [
      'a disabled right',
      { ...free, right: { ...free.right, disabled: true } },
      1,
      'RIGHT_DISABLED',
    ],
    [
      'an expired right',
      { ...free, right: { ...free.right, permission_date: addDays(today, -1) } },
      1,
      'RIGHT_EXPIRED',
    ],
    ['a balance', { ...free, balance: satang(1) }, 1, 'BALANCE_FIRST'],
    ['a balance that may stay', { ...free, balance: satang(1), needsFullPayment: false }, 1, null],
    ['a refund request', { ...free, refundPending: true }, 1, 'REFUND_PENDING'],
    ['practice without theory', practice, 1, 'THEORY_FIRST'],
    [
      'practice before the booked theory',
      { ...practice, theory: { day: addDays(today, 5), ends_at: null } },
      4,
      'THEORY_FIRST',
    ],
    [
      'practice on the day of the booked theory',
      { ...practice, theory: { day: addDays(today, 5), ends_at: null } },
      5,
      null,
    ],
    ['practice after a passed theory', { ...practice, theoryPassed: true }, 1, null],
    ['practice where theory is not needed', { ...practice, needsTheory: false }, 1, null],
    ['the day before a retake', { ...free, retakeFrom: addDays(today, 3) }, 2, 'RETAKE_GAP'],
    ['the day of a retake', { ...free, retakeFrom: addDays(today, 3) }, 3, null],
  ] as const)('%s', (_, facts, days, code) => {
    expect(bookingProblem(facts, addDays(today, days), today)?.code ?? null).toBe(code)
  })

  it.each([
    ['before it ends', '10:00', '09:59', 'THEORY_FIRST'],
    ['when it ends', '10:00', '10:00', null],
    ['after its end', '10:00', '13:00', null],
    ['at an unknown time', '10:00', null, null],
    ['when its end is unknown', null, '07:00', null],
  ] as const)('compares practice on the day of the theory exam %s', (_, ends, starts, code) => {
    const on = addDays(today, 5)
    const at = (time: string | null) => (time === null ? null : instantInBangkok(on, time))
    const facts = { ...practice, theory: { day: on, ends_at: at(ends) } }
    expect(bookingProblem(facts, on, today, at(starts))?.code ?? null).toBe(code)
  })

  it('does not allow overriding problems of the right, its money and its days', () => {
    const facts = fc.record({
      right: fc.record({
        permission_date: fc.integer({ min: -40, max: 40 }).map((n) => addDays(today, n)),
        disabled: fc.boolean(),
        used: fc.boolean(),
        forfeited: fc.boolean(),
      }),
      kind: fc.constantFrom('theory' as const, 'practice' as const),
      balance: fc.nat(2).map(satang),
      needsFullPayment: fc.boolean(),
      refundPending: fc.boolean(),
      needsTheory: fc.boolean(),
      theoryPassed: fc.boolean(),
      theory: fc.option(
        fc.integer({ min: -40, max: 40 }).map((n) => ({ day: addDays(today, n), ends_at: null })),
      ),
      retakeFrom: fc.option(fc.integer({ min: -40, max: 40 }).map((n) => addDays(today, n))),
    })
    fc.assert(
      fc.property(facts, fc.integer({ min: -40, max: 80 }), (given, n) => {
        const onDay = addDays(today, n)
        const problem = bookingProblem(given, onDay, today)
        const isPossible =
          !given.right.disabled &&
          !given.right.used &&
          !given.right.forfeited &&
          !given.refundPending &&
          (given.balance === 0 || !given.needsFullPayment) &&
          onDay >= today &&
          onDay <= given.right.permission_date
        expect(problem === null || problem.canOverride).toBe(isPossible)
      }),
    )
  })
})

describe('retakeDay', () => {
  const weekdays = (value: string) => ![0, 6].includes(new Date(value).getUTCDay())
  it.each([
    ['theory', '2026-11-20', 1, '2026-11-23'],
    ['theory', '2026-11-20', 0, '2026-11-20'],
    ['practice', '2026-11-20', 3, '2026-11-23'],
  ] as const)('%s failed on %s, gap %i', (kind, failed, gap, expected) => {
    expect(retakeDay(kind, day(failed), gap, weekdays)).toBe(expected)
  })

  it('returns a day even if no day is open, and never one before the gap', () => {
    fc.assert(
      fc.property(fc.nat(365), fc.boolean(), (gap, open) => {
        const from = retakeDay('theory', today, gap, () => open)
        expect(daysBetween(today, from)).toBeGreaterThanOrEqual(gap)
      }),
    )
  })
})

describe('moveProblem', () => {
  const start = '2026-11-25T02:00:00.000Z'
  const facts = { moves: 0, maxMoves: 3, until: start, noticeHours: 0 }
  it.each([
    ['at the start', facts, start, null],
    ['after the start', facts, '2026-11-25T02:00:00.001Z', 'MOVE_TOO_LATE'],
    [
      'a day before, with a notice of a day',
      { ...facts, noticeHours: 24 },
      '2026-11-24T02:00:00.000Z',
      null,
    ],
    [
      'less than the notice',
      { ...facts, noticeHours: 24 },
      '2026-11-24T02:00:00.001Z',
      'MOVE_TOO_LATE',
    ],
    ['the last allowed move', { ...facts, moves: 2 }, start, null],
    ['one move more', { ...facts, moves: 3 }, start, 'MOVES_USED_UP'],
  ] as const)('%s', (_, given, now, code) => {
    expect(moveProblem(given, now)?.code ?? null).toBe(code)
  })

  it.each([
    [1, 3, null],
    [3, 3, null],
    [4, 3, 'MOVES_USED_UP'],
    [1, 0, 'MOVES_USED_UP'],
  ])(
    'counts a cancellation as a move of the next booking: with %i of %i moves it returns %s',
    (moves, maxMoves, code) => {
      expect(rebookProblem({ moves, maxMoves })?.code ?? null).toBe(code)
    },
  )
})

it.each([
  [{ result: null, cancelled_at: null }, 'waiting'],
  [{ result: 'pass', cancelled_at: null }, 'pass'],
  [{ result: null, cancelled_at: '2026-11-25T02:00:00Z' }, 'cancelled'],
] as const)('bookingStatus of %j', (booking, status) => {
  expect(bookingStatus(booking)).toBe(status)
})

describe('bookingSentence', () => {
  const open = { today, lineIsOpen: true, booked: null, unsettled: null }
  const owing = unsettledProblem({ ...free, balance: satang(50_000) })
  it.each([
    ['an active right', free.right, open, 'สอบได้ถึงวันที่ 23/12/2569 (เหลือ 31 วัน)'],
    [
      'a right that is not paid',
      free.right,
      { ...open, unsettled: owing },
      'กรุณาชำระยอดค้างก่อนดำเนินการ (ค้างชำระ 500.00 บาท)',
    ],
    [
      'a booking before the balance',
      free.right,
      { ...open, booked: '25/11/2569', unsettled: owing },
      'จองสอบแล้ว 25/11/2569',
    ],
    [
      'a state before the booking',
      { ...free.right, used: true },
      { ...open, booked: '25/11/2569', unsettled: owing },
      'สอบผ่านแล้ว ไม่ต้องสอบอีก',
    ],
  ])('names %s', (_, right, situation, sentence) => {
    expect(bookingSentence(right, situation)).toBe(sentence)
  })
})

describe('bookingTime', () => {
  it('is the day and the time of the session, or the day alone', () => {
    const exam_date = day('2026-11-25')
    const span = { starts_at: '2026-11-25T02:00:00Z', ends_at: '2026-11-25T05:00:00Z' }
    expect(bookingTime({ exam_date, ...span })).toBe('25/11/2569 09:00–12:00 น.')
    expect(bookingTime({ exam_date, starts_at: null, ends_at: null })).toBe('25/11/2569')
  })
})
