import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arabicDigits, normalizeThai, truncate } from './thai-text.ts'

describe('normalizeThai', () => {
  it.each([
    ['น\u0E4D\u0E49\u0E32', 'น\u0E49\u0E33'],
    ['น\u0E49\u0E4D\u0E32', 'น\u0E49\u0E33'],
    ['น\u0E4D\u0E32', 'น\u0E33'],
    ['\u0E40\u0E40ก้ว', 'แก้ว'],
    ['สม\u200Bศรี\uFEFF', 'สมศรี'],
    ['\u202EABC\u202C\u00AD', 'ABC'],
    ['\u0E40\u200B\u0E40ก้ว', 'แก้ว'],
    ['  สมหญิง \t\u00A0 ใจดี\n', 'สมหญิง ใจดี'],
    ['Cafe\u0301', 'Café'],
    ['\u0301\u0E4D\u0E48\u0E32', '\u0E48\u0301\u0E33'],
  ])('normalizes %j to %j', (typed, stored) => {
    expect(normalizeThai(typed)).toBe(stored)
  })

  it('is idempotent', () => {
    const pieces = fc.constantFrom(
      ...'กนเแำ้่ ',
      '\u0E4D',
      '\u0E32',
      '\u0E40',
      '\u200B',
      '\u0301',
      'e',
    )
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        const once = normalizeThai(parts.join(''))
        expect(normalizeThai(once)).toBe(once)
      }),
    )
  })
})

it('converts Thai digits to 0–9', () => {
  expect(arabicDigits('๐๑๒๓๔๕๖๗๘๙ บาท 5')).toBe('0123456789 บาท 5')
})

describe('truncate', () => {
  it.each([
    ['ก๊าซ', 10, 'ก๊าซ'],
    ['abc', 2, 'ab'],
    ['a😀', 2, 'a'],
    ['a😀', 3, 'a😀'],
    ['', 0, ''],
  ])('truncates %j to %i units as %j', (text, max, expected) => {
    expect(truncate(text, max)).toBe(expected)
  })

  it('gives a well-formed start of at most max units', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, max) => {
        const start = truncate(text, max)
        expect(text.startsWith(start)).toBe(true)
        expect(start.isWellFormed()).toBe(true)
        expect(start.length).toBeLessThanOrEqual(max)
        expect(start.length).toBeGreaterThanOrEqual(Math.min(max, text.length) - 1)
      }),
    )
  })
})
