import fc from 'fast-check'
import { expect, it } from 'vitest'
import { billProblem, equalShares } from './bill.ts'
import { satang, sumSatang } from './money.ts'

const shares = (...values: number[]) =>
  values.map((value, i) => ({ branch_id: i + 1, value: satang(value) }))

it.each([
  ['two parts that are the amount', shares(700, 300), null],
  ['one part', shares(1_000), 'กรุณาแบ่งยอดให้อย่างน้อยสองสาขา'],
  ['too little', shares(700, 200), 'ยังแบ่งไม่ครบ ขาดอีก 1.00 บาท'],
  ['too much', shares(700, 350), 'แบ่งเกินยอดบิล 0.50 บาท'],
  ['a branch twice', [...shares(700), ...shares(300)], 'แต่ละสาขาแบ่งยอดได้ครั้งเดียว'],
])('a bill of 10 baht with %s', (_name, parts, problem) => {
  expect(billProblem(satang(1_000), parts)).toBe(problem)
})

it('equal shares are the amount, and differ by one satang at most', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 99_999_999 }),
      fc.integer({ min: 2, max: 50 }),
      (value, count) => {
        const parts = equalShares(satang(value), count)
        expect(sumSatang(parts)).toBe(value)
        expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1)
      },
    ),
  )
})
