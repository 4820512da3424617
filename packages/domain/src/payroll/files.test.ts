import { describe, expect, it } from 'vitest'
import { satang } from '../money.ts'
import { day } from '../thai-date.ts'
import { type BankTransfer, bangkokBankFile, bankRows } from './bank-file.ts'
import { bangkokBankFixture, pnd1Fixture, ssoFixture } from './file-fixtures.ts'
import { zeros } from './fixed-width.ts'
import { month } from './month.ts'
import { type Pnd1Row, pnd1File, pnd1FileName } from './pnd1-file.ts'
import { type SsoFileRow, ssoFile } from './sso-file.ts'

const somchai = { prefix: 'นาย', fname: 'สมชาย', sname: 'ใจดี', idcard: '1101700230708' }
const kungnang = { prefix: 'นางสาว', fname: 'กุ้งนาง', sname: 'น้ำใส', idcard: '1101700230716' }

describe('the file of social security', () => {
  const header = {
    account: '1012345678',
    branch: '0',
    pay_date: day('2026-12-14'),
    month: month('2026-11'),
    company: 'โรงเรียนสอนขับรถขับดี',
    rate: 500,
  }
  const row = (person: typeof somchai, wage: number, share: number): SsoFileRow => ({
    ...person,
    wage: satang(wage),
    employee: satang(share),
    employer: satang(share),
  })
  const rows = [row(somchai, 1_750_000, 87_500), row(kungnang, 1_234_500, 62_200)] as const

  it('equals the fixture byte for byte', () => {
    expect(ssoFile(header, rows)).toEqual({ bytes: ssoFixture })
  })

  it('truncate names that are longer than their fields', () => {
    const long = ssoFile(header, [{ ...rows[0], fname: 'ก'.repeat(31), sname: 'ข'.repeat(36) }])
    expect('bytes' in long && long.bytes.length).toBe(2 * 137)
  })

  it('is refused with all problems, which name the employees', () => {
    const bad = [
      { ...rows[0], fname: 'สมชาย–', idcard: '110170023070' },
      { ...rows[1], prefix: 'ดร.' },
    ]
    expect(ssoFile({ ...header, account: '12-3', branch: 'A' }, bad)).toEqual({
      problems: [
        { name: '', message: 'เลขที่บัญชีนายจ้างต้องเป็นตัวเลข 10 หลัก' },
        { name: '', message: 'ลำดับที่สาขาต้องเป็นตัวเลขไม่เกิน 6 หลัก' },
        { name: 'นายสมชาย– ใจดี', message: 'เลขประจำตัวประชาชนต้องเป็นตัวเลข 13 หลัก' },
        { name: 'นายสมชาย– ใจดี', message: '“สมชาย–” มีอักขระ “–” ที่ใช้ในไฟล์นี้ไม่ได้' },
        { name: 'ดร.กุ้งนาง น้ำใส', message: 'ไม่มีรหัสของคำนำหน้า “ดร.” ในไฟล์ประกันสังคม' },
      ],
    })
  })
})

describe('the file of ภ.ง.ด.1', () => {
  const row = (person: typeof somchai, income: number, tax: number): Pnd1Row => ({
    ...person,
    pay_date: day('2026-11-30'),
    income: satang(income),
    tax: satang(tax),
  })
  const rows = [row(somchai, 3_000_000, 16_458), row(kungnang, 123_450, 0)] as const

  it('equals the fixture byte for byte', () => {
    expect(pnd1File('0105551234567', rows)).toEqual({ bytes: pnd1Fixture })
  })

  it('is named by tax number, Buddhist year and month', () => {
    expect(pnd1FileName('0105551234567', month('2026-11'))).toBe(
      '0105551234567OZZZZZP0125691100.txt',
    )
  })

  it('is refused with a separator in a name and a wrong tax number', () => {
    expect(pnd1File('1', [{ ...rows[0], sname: 'ใจ|ดี' }])).toEqual({
      problems: [
        { name: '', message: 'เลขประจำตัวผู้เสียภาษีต้องเป็นตัวเลข 13 หลัก' },
        { name: 'นายสมชาย ใจ|ดี', message: '“ใจ|ดี” มีอักขระ “|” ที่ใช้ในไฟล์นี้ไม่ได้' },
      ],
    })
  })
})

describe('the files of banks', () => {
  const school = { account: '1234567890', company: 'KHAPDEE CO LTD', pay_date: day('2026-11-30') }
  const transfer = (change: Partial<BankTransfer> = {}): BankTransfer => ({
    bank: '004',
    account: '0987654321',
    name: 'สมชาย ใจดี',
    amount: satang(2_648_042),
    email: 'somchai@example.com',
    ...change,
  })
  const second = transfer({
    bank: '002',
    account: '1112223334',
    name: 'กุ้งนาง น้ำใส',
    amount: satang(123_450),
    email: '',
  })

  it('equal the fixture of Bangkok Bank byte for byte', () => {
    expect(bangkokBankFile(school, [transfer(), second])).toEqual({ bytes: bangkokBankFixture })
  })

  it.each([
    [{ account: '098765432' }, 'เลขที่บัญชีต้องเป็นตัวเลข 10 หลัก'],
    [{ account: '098-765432' }, 'เลขที่บัญชีต้องเป็นตัวเลข 10 หลัก'],
    [{ bank: '030', account: '098765432100' }, 'เลขที่บัญชีต้องเป็นตัวเลข 10 หลัก'],
    [{ bank: '' }, 'รหัสธนาคารต้องเป็นตัวเลข 3 หลัก'],
    [{ amount: satang(0) }, 'จำนวนเงินต้องมากกว่า 0 และไม่เกิน 99,999,999.99 บาท'],
  ])('of Bangkok Bank are refused with %j, naming the employee', (change, message) => {
    expect(bangkokBankFile(school, [second, transfer(change)])).toEqual({
      problems: [{ name: 'สมชาย ใจดี', message }],
    })
  })

  it('of Bangkok Bank are refused for a name that cannot be encoded', () => {
    expect(bangkokBankFile(school, [transfer({ name: 'José' })])).toEqual({
      problems: [{ name: 'José', message: '“José” มีอักขระ “é” ที่ใช้ในไฟล์นี้ไม่ได้' }],
    })
  })

  it('are rows of texts for a sheet, with two decimals', () => {
    const savings = transfer({ bank: '030', account: '098765432100', amount: satang(123_450) })
    expect(bankRows([transfer(), savings])).toEqual({
      rows: [
        ['1', '004', '0987654321', 'สมชาย ใจดี', '26480.42', 'somchai@example.com'],
        ['2', '030', '098765432100', 'สมชาย ใจดี', '1234.50', 'somchai@example.com'],
      ],
    })
    expect(bankRows([transfer({ account: '098765432100' })])).toMatchObject({
      problems: [{ name: 'สมชาย ใจดี' }],
    })
  })
})

describe('zeros', () => {
  it('refuses a number that its field cannot hold', () => {
    expect(zeros(1_234, 4)).toBe('1234')
    expect(() => zeros(12_345, 4)).toThrow(RangeError)
    expect(() => zeros(1.5, 4)).toThrow(RangeError)
    expect(() => zeros(-1, 4)).toThrow(RangeError)
  })
})
