import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type WaitingState,
  mayAnswer,
  mayLeave,
  offerLeadHours,
  offerUntil,
  waitingStates,
} from './exam-waiting.ts'

describe('offerUntil', () => {
  it.each([
    ['2026-11-21T03:00:00Z', '2026-11-24T02:00:00Z', 24, '2026-11-22T03:00:00.000Z'],
    ['2026-11-23T05:00:00Z', '2026-11-24T02:00:00Z', 24, '2026-11-24T00:00:00.000Z'],
    ['2026-11-24T00:00:00Z', '2026-11-24T02:00:00Z', 24, null],
    ['2026-11-23T23:59:00Z', '2026-11-24T02:00:00Z', 1, '2026-11-24T00:00:00.000Z'],
    ['2026-11-24T03:00:00Z', '2026-11-24T02:00:00Z', 24, null],
  ])(
    'of an offer at %s for a session at %s, held for %i hours, is %s',
    (now, start, hours, until) => {
      expect(offerUntil(now, start, hours)).toBe(until)
    },
  )

  it('is later than now, within the hours of the branch, and leaves time before the session', () => {
    const instant = fc.integer({ min: 0, max: 2_000_000_000 }).map((s) => s * 1000)
    fc.assert(
      fc.property(instant, instant, fc.integer({ min: 1, max: 720 }), (now, start, hours) => {
        const iso = (ms: number) => new Date(ms).toISOString()
        const until = offerUntil(iso(now), iso(start), hours)
        const last = start - offerLeadHours * 3_600_000
        if (until === null) return last <= now
        const ms = Date.parse(until)
        return ms > now && ms <= now + hours * 3_600_000 && ms <= last
      }),
    )
  })
})

it('an offer can be answered, and an entry that is on a list or to be phoned can be removed', () => {
  const states = Object.keys(waitingStates) as WaitingState[]
  expect(states.filter(mayAnswer)).toEqual(['offered'])
  expect(states.filter(mayLeave)).toEqual(['waiting', 'offered', 'displaced'])
})
