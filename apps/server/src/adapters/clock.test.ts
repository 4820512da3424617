import { expect, it } from 'vitest'
import { stoppedClock } from './clock.ts'

it('a stopped clock keeps time and day across midnight in Bangkok', () => {
  let now = new Date('2026-11-30T16:59:59Z')
  const clock = stoppedClock({ now: () => now, today: () => expect.unreachable() })
  now = new Date('2026-11-30T17:00:01Z')
  expect([clock.now().toISOString(), clock.today()]).toEqual([
    '2026-11-30T16:59:59.000Z',
    '2026-11-30',
  ])
})
