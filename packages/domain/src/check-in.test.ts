import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CheckInCode,
  type CheckInFacts,
  canOverrideCheckIn,
  checkInRefusals,
  checkInWarnings,
  queueStage,
  refusalsOfCheckIn,
} from './check-in.ts'
import { satang } from './money.ts'
import type { Day } from './thai-date.ts'

const today = '2026-11-21' as Day
const session = {
  exam_session_id: 4,
  name: 'สอบภาคทฤษฎี 21/11/2569 09:00',
  starts_at: '2026-11-21T02:00:00.000Z',
  ends_at: '2026-11-21T04:00:00.000Z',
  isCancelled: false,
}
const facts: CheckInFacts = {
  exam_date: today,
  result: null,
  cancelled_at: null,
  checked_in_at: null,
  checked_in_by: null,
  session,
  deskSessionId: null,
  kind: 'practice',
  right: { permission_date: today, disabled: false, used: false, forfeited: false },
  refundPending: false,
  lateMinutes: 30,
  balance: satang(0),
  needsFullPayment: true,
  missingDocuments: [],
  documentCheck: 'warn',
  needsTheory: true,
  theoryPassed: true,
}
/** Half an hour after the start: the last moment. */
const lastMoment = '2026-11-21T02:30:00.000Z'
const check = (changed: Partial<CheckInFacts>, now = lastMoment) =>
  refusalsOfCheckIn({ ...facts, ...changed }, { today, now })
const codesOf = (...given: Parameters<typeof check>) => check(...given).map(({ code }) => code)

const cases: [CheckInCode, Partial<CheckInFacts>, RegExp][] = [
  ['CANCELLED', { cancelled_at: lastMoment }, /ถูกยกเลิกแล้ว/],
  ['CANCELLED', { session: { ...session, isCancelled: true } }, /21\/11\/2569/],
  [
    'ALREADY_IN',
    { checked_in_at: '2026-11-21T01:41:00.000Z', checked_in_by: 'สมชาย ใจดี' },
    /^ลงทะเบียนเข้าสอบแล้วเมื่อ 08:41 น\. โดย สมชาย ใจดี$/,
  ],
  ['ALREADY_IN', { result: 'pass' }, /ผ่าน/],
  ['WRONG_DAY', { exam_date: '2026-11-22' as Day, session: null }, /22\/11\/2569/],
  ['JOIN_SESSION_FIRST', { session: null }, /เลือกรอบสอบ/],
  [
    'TOO_LATE',
    { session: { ...session, ends_at: '2026-11-21T02:20:00.000Z' } },
    /สิ้นสุดแล้วเมื่อ 09:20 น\./,
  ],
  ['WRONG_SESSION', { deskSessionId: 5 }, /จองไว้ สอบภาคทฤษฎี/],
  ['RIGHT_DISABLED', { right: { ...facts.right, disabled: true } }, /ระงับ/],
  ['REFUND_PENDING', { refundPending: true }, /คืนเงิน/],
  [
    'RIGHT_EXPIRED',
    { right: { ...facts.right, permission_date: '2026-11-20' as Day } },
    /20\/11\/2569/,
  ],
  ['UNPAID', { balance: satang(150_000) }, /1,500/],
  [
    'DOCUMENT_MISSING',
    { missingDocuments: ['ใบรับรองแพทย์', 'รูปถ่าย'], documentCheck: 'refuse' },
    /2 รายการ: ใบรับรองแพทย์, รูปถ่าย/,
  ],
  ['THEORY_FIRST', { theoryPassed: false }, /ภาคทฤษฎีผ่านก่อน/],
]

describe('a check-in', () => {
  it('is possible until the last moment after the start', () => {
    expect(check({})).toEqual([])
    expect(codesOf({}, '2026-11-21T02:30:00.001Z')).toEqual(['TOO_LATE'])
  })

  it.each(cases)('is refused as %s', (code, changed, sentence) => {
    expect(check(changed)).toEqual([{ code, message: expect.stringMatching(sentence) }])
  })

  it.each([
    { balance: satang(1), needsFullPayment: false },
    { missingDocuments: ['รูปถ่าย'], documentCheck: 'warn' as const },
    { missingDocuments: ['รูปถ่าย'], documentCheck: 'off' as const },
    { theoryPassed: false, needsTheory: false },
    { theoryPassed: false, kind: 'theory' as const },
  ])('is not refused for a reason that the settings allow (%j)', (changed) => {
    expect(check(changed)).toEqual([])
  })

  it('returns one refusal that nobody may override, otherwise all refusals that may be overridden', () => {
    const overridable = { balance: satang(1), theoryPassed: false }
    expect(codesOf({ ...overridable, refundPending: true })).toEqual(['REFUND_PENDING'])
    expect(codesOf(overridable)).toEqual(['UNPAID', 'THEORY_FIRST'])
  })
})

it('has the five overridable refusals of the specification', () => {
  const names = Object.keys(checkInRefusals).filter(canOverrideCheckIn)
  expect(names.toSorted()).toEqual([
    'DOCUMENT_MISSING',
    'RIGHT_EXPIRED',
    'THEORY_FIRST',
    'TOO_LATE',
    'UNPAID',
  ])
  expect(canOverrideCheckIn('toString')).toBe(false)
})

it('warns of missing documents unless they are not checked', () => {
  const missingDocuments = ['รูปถ่าย']
  expect(checkInWarnings({ ...facts, missingDocuments })).toEqual([expect.stringMatching(/รูปถ่าย/)])
  expect(checkInWarnings({ ...facts, missingDocuments, documentCheck: 'off' })).toEqual([])
  expect(checkInWarnings(facts)).toEqual([])
})

it('assigns every candidate one stage, and the steps of the stages follow each other', () => {
  const at = fc.option(fc.constant(lastMoment), { nil: null })
  fc.assert(
    fc.property(at, at, at, (checked_in_at, called_at, entered_at) => {
      const stage = queueStage({ result: null, checked_in_at, called_at, entered_at })
      expect(stage === 'expected').toBe(checked_in_at === null)
      expect(queueStage({ result: 'fail', checked_in_at, called_at, entered_at })).toBe('done')
    }),
  )
})
