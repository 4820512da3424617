import { describe, expect, it } from 'vitest'
import { satang, zeroSatang } from '../money.ts'
import { day } from '../thai-date.ts'
import { type PaidPerson, type PaySheetName, paySheet } from './pay-sheets.ts'

const somchai: PaidPerson = {
  prefix: 'นาย',
  fname: 'สมชาย',
  sname: 'ใจดี',
  idcard: '1101700230708',
  address: '45 ขอนแก่น',
  pay_date: day('2026-11-30'),
  income: satang(3_000_000),
  tax: satang(16_458),
  ewf_wage: satang(3_000_000),
  ewf_employee: satang(7_500),
  ewf_employer: satang(7_500),
}
const unpaid: PaidPerson = {
  ...somchai,
  idcard: '',
  income: zeroSatang,
  ewf_employee: zeroSatang,
  ewf_employer: zeroSatang,
}
const person = [1, '1101700230708', 'นาย', 'สมชาย', 'ใจดี']
const amount = (value: number) => ({ satang: value })

const expected: Record<PaySheetName, unknown[]> = {
  pnd1: [...person, '1', '30/11/2569', amount(3_000_000), amount(16_458), '1'],
  pnd1a: [...person, '45 ขอนแก่น', '1', amount(3_000_000), amount(16_458), '1'],
  pnd3: [
    ...person,
    '45 ขอนแก่น',
    'ค่าจ้างทำของ',
    '30/11/2569',
    amount(3_000_000),
    amount(16_458),
    '1',
  ],
  ewf: [...person, amount(3_000_000), amount(7_500), amount(7_500), amount(15_000)],
  wages: [...person, amount(3_000_000)],
}

describe.each(Object.keys(expected) as PaySheetName[])('the sheet %s', (name) => {
  it('has a row for each person with an amount in it, and the sums', () => {
    const sheet = paySheet(name, [somchai, unpaid, { ...somchai, fname: 'สมหญิง' }])
    expect(sheet).toMatchObject({ rows: [expected[name], { 0: 2, 3: 'สมหญิง' }] })
    expect('sums' in sheet && sheet.sums[0]).toBe('รวม')
    expect('sums' in sheet && sheet.columns.length).toBe(expected[name].length)
    expect('sums' in sheet && sheet.sums).toEqual(
      expected[name].map((cell, i) =>
        typeof cell === 'object'
          ? amount(2 * (cell as { satang: number }).satang)
          : i === 0
            ? 'รวม'
            : '',
      ),
    )
  })

  it('is refused for a wrong tax number, naming the person', () => {
    expect(paySheet(name, [{ ...somchai, idcard: '11017' }])).toEqual({
      problems: [{ name: 'นายสมชาย ใจดี', message: 'เลขประจำตัวประชาชนต้องเป็นตัวเลข 13 หลัก' }],
    })
  })
})
