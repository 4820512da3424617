import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxTotal, satang } from './money.ts'
import { includesVat, vatIn } from './vat.ts'

describe('includesVat', () => {
  it.each([
    ['branch', 'exempt', false, false],
    ['branch', 'vat7', false, true],
    ['exempt', 'vat7', false, false],
    ['vat7', 'exempt', false, true],
    ['vat7', 'vat7', true, false],
    ['branch', 'vat7', true, false],
  ] as const)(
    'fee %s in a branch %s, passed on %s: %s',
    (vat_mode, branch, is_pass_through, is) => {
      expect(includesVat({ vat_mode, is_pass_through }, branch)).toBe(is)
    },
  )
})

describe('vatIn', () => {
  it.each([
    [10_700, 700],
    [100_000, 6542],
    [1, 0],
    [8, 1],
    [-10_700, -700],
  ])('of %i satang is %i', (amount, tax) => {
    expect(vatIn(satang(amount))).toBe(tax)
  })

  it('is the exact 7/107 to the nearest satang, and the same amount back for a refund', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: maxTotal }), (amount) => {
        const tax = BigInt(vatIn(satang(amount)))
        const error = tax * 107n - BigInt(amount) * 7n
        expect(error < 54n && error > -54n).toBe(true)
        expect(vatIn(satang(-amount))).toBe(satang(-Number(tax)))
      }),
    )
  })
})
