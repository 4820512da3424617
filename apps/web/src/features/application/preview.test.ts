import { satang } from '@khapdee/domain/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blankLine, type LineValues, previewOf } from './line-values.ts'

const amount = fc.nat(10_000_000).map(satang)
const lines = fc.array(
  fc
    .record({ cost: amount, discount: amount, paid: amount, isCash: fc.boolean() })
    .map(({ isCash, ...money }): LineValues => ({
      ...blankLine(isCash ? 'cash' : 'transfer'),
      ...money,
    })),
)

describe('previewOf', () => {
  it('splits the paid amount into cash and transfer, and paid plus balance equals net', () => {
    fc.assert(
      fc.property(lines, (formLines) => {
        const { byPayType, paid, net, balance } = previewOf(formLines)
        expect(byPayType.cash + byPayType.transfer).toBe(paid)
        expect(paid + balance).toBe(net)
      }),
    )
  })

  it('returns the common pay type, or null when the lines differ', () => {
    expect(previewOf([]).payType).toBe('cash')
    expect(previewOf([blankLine('transfer')]).payType).toBe('transfer')
    expect(previewOf([blankLine('cash'), blankLine('transfer')]).payType).toBeNull()
  })

  it('counts an invalid amount as 0', () => {
    const line = { ...blankLine(), cost: satang(100), paid: Number.NaN as LineValues['paid'] }
    expect(previewOf([line])).toMatchObject({ net: 100, paid: 0, balance: 100 })
  })
})
