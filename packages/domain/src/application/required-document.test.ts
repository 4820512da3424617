import { describe, expect, it } from 'vitest'
import { day } from '../thai-date.ts'
import { documentDayRange, fulfilledConditions } from './required-document.ts'

describe('fulfilledConditions', () => {
  it.each([
    [false, 19, ['everyone', 'thai', 'under_20']],
    [false, 20, ['everyone', 'thai']],
    [true, 19, ['everyone', 'foreign', 'under_20']],
    [true, null, ['everyone', 'foreign']],
  ])('with foreigner %s and age %s are %j', (isForeigner, age, conditions) => {
    expect(fulfilledConditions(isForeigner, age)).toEqual(conditions)
  })
})

it('limits the day of a document that is valid for 30 days, but not of one that is valid for any time', () => {
  const today = day('2026-11-21')
  expect(documentDayRange(today, 30)).toEqual(['2026-10-22', '2026-11-21'])
  expect(documentDayRange(today, 0)).toEqual([null, '2026-11-21'])
})
