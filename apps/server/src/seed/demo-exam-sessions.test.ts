import { day } from '@khapdee/domain/thai-date'
import { expect, it } from 'vitest'
import { runningTimes } from './demo-exam-sessions.ts'

it.each([
  ['2026-11-21T10:10:00+07:00', '09:30', '12:00'],
  ['2026-11-21T10:20:00+07:00', '10:00', '12:30'],
  ['2026-11-21T00:05:00+07:00', '00:00', '02:30'],
  ['2026-11-21T23:50:00+07:00', '23:30', '23:59'],
])('plans the session that runs at %s from %s to %s', (now, start_time, end_time) => {
  expect(runningTimes(new Date(now), day('2026-11-21'))).toEqual({ start_time, end_time })
})
