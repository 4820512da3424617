import { afterAll, expect, it } from 'vitest'
import { createPayslipPool, type PayslipPart } from './payslip-pool.ts'
import type { PayslipView } from './payroll-view.ts'
import { payslipView } from './test/payroll-samples.ts'
import { readPdf } from './test/read-pdf.ts'
import { current } from './test/sample-views.ts'

const pool = createPayslipPool()
afterAll(() => pool.close())

const file = { title: 'สลิปเงินเดือน', print: current }
const numberOf = (n: number) => `PS-BPI-6911-${String(n).padStart(4, '0')}`

async function* batches(count: number, size: number): AsyncGenerator<PayslipView[]> {
  for (let first = 1; first <= count; first += size)
    yield Array.from({ length: size }, (_, i) => payslipView({ number: numberOf(first + i) }))
}

it('renders payslips into one file, each with pages and number of its own', async () => {
  const parts: PayslipPart[] = []
  for await (const part of pool.render(file, batches(6, 2))) parts.push(part)
  expect(parts.map(({ finished }) => finished)).toEqual([2, 4, 6, 6])
  const pages = readPdf(Buffer.concat(parts.map(({ bytes }) => bytes)))
  expect(pages).toHaveLength(6)
  for (const [i, { text }] of pages.entries()) {
    expect(text).toContain(numberOf(i + 1))
    expect(text).toContain('หน้า 1/1')
  }
})

it('renders the next file after a reader has stopped early', async () => {
  for await (const { finished } of pool.render(file, batches(500, 5))) {
    if (finished >= 10) break
  }
  const parts: PayslipPart[] = []
  for await (const part of pool.render(file, batches(1, 1))) parts.push(part)
  expect(parts.at(-1)?.finished).toBe(1)
})

it('rejects with the error of a payslip that cannot be rendered', async () => {
  async function* broken(): AsyncGenerator<PayslipView[]> {
    yield [{ ...payslipView(), month: 'tomorrow' as PayslipView['month'] }]
  }
  await expect(pool.render(file, broken()).next()).rejects.toThrow(RangeError)
})
