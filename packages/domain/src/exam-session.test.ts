import { expect, it } from 'vitest'
import { acceptsLicence, examSessionStatus, sessionName } from './exam-session.ts'
import { day } from './thai-date.ts'

const session = { status: 'open', ends_at: '2026-11-23T08:00:00Z', seatsLeft: 1 } as const
const before = '2026-11-23T07:59:59Z'

it.each([
  [session, before, 'open'],
  [{ ...session, seatsLeft: 0 }, before, 'full'],
  [{ ...session, status: 'closed' as const, seatsLeft: 0 }, before, 'closed'],
  [session, session.ends_at, 'done'],
  [{ ...session, status: 'cancelled' as const }, session.ends_at, 'cancelled'],
] as const)('the session %j is at %s %s', (given, now, status) => {
  expect(examSessionStatus(given, now)).toBe(status)
})

it.each([
  [['car'], 'car', true],
  [['car'], 'motorcycle', false],
  [['any'], 'motorcycle', true],
  [['car'], 'any', true],
] as const)('a session for %j accepts %s: %s', (accepted, licence, accepts) => {
  expect(acceptsLicence(accepted, licence)).toBe(accepts)
})

it('names a session by kind, Buddhist day and time', () => {
  expect(sessionName('theory', day('2026-11-23'), '09:00')).toBe('สอบภาคทฤษฎี 23/11/2569 09:00')
})
