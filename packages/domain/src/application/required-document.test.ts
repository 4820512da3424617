import { describe, expect, it } from 'vitest'
import { day } from '../thai-date.ts'
import { documentDayRange, fulfilledConditions } from './required-document.ts'

describe('fulfilledConditions', () => {
  it.each([
    [false, 19, ['everyone', 'thai', 'under_20']],
    [false, 20, ['everyone', 'thai']],
    [true, 19, ['everyone', 'foreign', 'under_20']],
    [true, null, ['everyone', 'foreign']],
  ])('for a foreigner %s of age %s are %j', (isForeigner, age, conditions) => {
    expect(fulfilledConditions(isForeigner, age)).toEqual(conditions)
  })
})

it('accepts a certificate of 30 days until it is 30 days old, and others of any age', () => {
  const today = day('2026-11-21')
  expect(documentDayRange(today, 30)).toEqual(['2026-10-22', '2026-11-21'])
  expect(documentDayRange(today, 0)).toEqual([null, '2026-11-21'])
})
