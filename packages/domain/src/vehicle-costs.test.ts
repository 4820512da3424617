import { expect, it } from 'vitest'
import { satang } from './money.ts'
import { costPerKm } from './vehicle-costs.ts'

it.each([
  [100_000, 400, 250],
  [100_001, 400, 250],
  [100, 3, 33],
  [200, 3, 67],
  [0, 10, 0],
  [100_000, 0, null],
  [100_000, -5, null],
  [100_000, null, null],
])('%i satang for %s km cost %s satang per km', (value, km, expected) => {
  expect(costPerKm(satang(value), km)).toBe(expected)
})
