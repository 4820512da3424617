import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  drawerActions,
  drawerChange,
  drawerPartNames,
  expectedCash,
  noDrawerParts,
  shownParts,
} from './drawer.ts'
import { satang } from './money.ts'

describe('the cash of a drawer', () => {
  it('is the sum of its parts', () => {
    const values = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), {
      minLength: drawerPartNames.length,
      maxLength: drawerPartNames.length,
    })
    fc.assert(
      fc.property(values, (list) => {
        const parts = {
          ...noDrawerParts,
          ...Object.fromEntries(drawerPartNames.map((part, i) => [part, satang(list[i] ?? 0)])),
        }
        expect(expectedCash(parts)).toBe(list.reduce((sum, value) => sum + value, 0))
      }),
    )
  })

  it('always shows the float, receipts and refunds, and other parts that are not 0', () => {
    const parts = { ...noDrawerParts, deposit: satang(-500), correction: satang(20) }
    expect(shownParts(parts).map(({ label, value }) => [label, value])).toEqual([
      ['เงินทอนตั้งต้น', 0],
      ['รับเงินสด', 0],
      ['คืนเงิน', 0],
      ['นำฝากธนาคาร', -500],
      ['ปรับยอด', 20],
    ])
  })

  it.each([
    ['cash_out', 100, -100],
    ['deposit', 100, -100],
    ['top_up', 100, 100],
    ['correction', 100, 100],
    ['correction', -100, -100],
  ] as const)('changes by a %s of %i by %i', (kind, value, change) => {
    expect(Object.keys(drawerActions)).toContain(kind)
    expect(drawerChange(kind, satang(value))).toBe(change)
  })
})
