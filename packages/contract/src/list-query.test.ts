import { expect, it } from 'vitest'
import { listQuery } from './wire.ts'

it.each([
  ['month', '2026-12', true],
  ['month', '2026', true],
  ['month', 'all', true],
  ['month', '', true],
  ['month', '2026-13', false],
  ['month', '2026-1', false],
  ['start', '2026-02-28', true],
  ['start', '2026-02-30', false],
])('a list with %s=%s is read: %s', (name, value, isRead) => {
  expect(listQuery.safeParse({ [name]: value }).success).toBe(isRead)
})
