import { describe, expect, it } from 'vitest'
import {
  type FilledCell,
  branch,
  branchOrAll,
  choice,
  choices,
  dayCell,
  idCard,
  money,
  phone,
  plainText,
  postcode,
  wholeNumber,
  yesNo,
} from './cell-types.ts'

const references = {
  branches: [
    { branch_id: 1, code: 'KKN', name: 'สาขาเมืองขอนแก่น' },
    { branch_id: 2, code: 'BPI', name: 'บ้านไผ่' },
  ],
  roles: [],
}
const weekdays = { monday: { label: 'จันทร์' }, sunday: { label: 'อาทิตย์' } }
const banks = { '004': { label: 'ธนาคารกสิกรไทย' } }
const invalid = Symbol('an error')

describe.each([
  [
    'a day',
    dayCell,
    [
      ['1/2/2569', '2026-02-01'],
      ['1 ก.พ. 69', '2026-02-01'],
      ['๑ กุมภาพันธ์ ๒๕๖๙', '2026-02-01'],
      ['2026-02-01', '2026-02-01'],
      ['2569-02-01', '2026-02-01'],
      ['2026/2/1 00:00:00', '2026-02-01'],
      [new Date('2026-02-01'), '2026-02-01'],
      [new Date('2569-02-01'), '2026-02-01'],
      [46_054, '2026-02-01'],
      [46_054.5, '2026-02-01'],
      // 1 February 2569 of the Buddhist Era, stored by Excel as a year of the Common Era.
      [244_381, '2026-02-01'],
      ['31/04/2569', invalid],
      ['เมื่อวาน', invalid],
      [12, invalid],
      [new Date(Number.NaN), invalid],
    ],
  ],
  [
    'an amount',
    money,
    [
      ['5,500', 5500],
      ['฿5,500.50', 5500.5],
      ['5500 บาท', 5500],
      ['๕,๕๐๐.-', 5500],
      [5500.000_000_1, 5500],
      [0.1 + 0.2, 0.3],
      ['ฟรี', invalid],
      ['1.234', invalid],
    ],
  ],
  [
    'a telephone number',
    phone,
    [
      [812_345_678, '0812345678'],
      ['812345678', '0812345678'],
      ['081-234-5678', '0812345678'],
      ['+66 81 234 5678', '0812345678'],
      [43_224_000, '043224000'],
      ['123', '123'],
      ['8.12E+08', invalid],
    ],
  ],
  [
    'an ID number',
    idCard,
    [
      [1_100_000_000_016, '1100000000016'],
      [1.100000000016e12, '1100000000016'],
      ['1-1000-00000-01-6', '1100000000016'],
      ['1 1000 00000 01 6', '1100000000016'],
      ['1.1E+12', invalid],
    ],
  ],
  [
    'yes or no',
    yesNo(),
    [
      ['ใช่', true],
      [' ไม่ใช่ ', false],
      ['เปิดใช้งาน', true],
      ['ปิดใช้งาน', false],
      [true, true],
      [0, false],
      ['✓', true],
      ['บางที', invalid],
    ],
  ],
  [
    'a whole number',
    wholeNumber,
    [
      [15, 15],
      ['1,500', 1500],
      ['๑๕', 15],
      ['1.5', invalid],
      [-1, invalid],
    ],
  ],
  [
    'a branch',
    branch,
    [
      ['kkn', 1],
      ['สาขาเมืองขอนแก่น', 1],
      ['เมืองขอนแก่น', 1],
      ['บ้าน\u00A0ไผ่', 2],
      ['อุดร', invalid],
      ['ทุกสาขา', invalid],
    ],
  ],
  ['a branch or all', branchOrAll, [['ทุก สาขา', null]]],
  [
    'a bank',
    choice(banks),
    [
      [4, '004'],
      ['ธนาคารกสิกรไทย', '004'],
      ['ออมสิน', invalid],
    ],
  ],
  [
    'days of the week',
    choices(weekdays),
    [
      ['วันอาทิตย์, จันทร์', ['monday', 'sunday']],
      ['อาทิตย์', ['sunday']],
      ['วันพระ', invalid],
    ],
  ],
  [
    'a postcode',
    postcode,
    [
      [40_000, '40000'],
      ['๔๐๐๐๐', '40000'],
    ],
  ],
  [
    'a text',
    plainText,
    [
      [5, '5'],
      ['=1+1', '=1+1'],
      [new Date('2026-02-01'), '01/02/2569'],
    ],
  ],
] as const)('the cell type of %s', (_, type, cases) => {
  it.each<readonly [FilledCell, unknown]>(cases as never)('reads %s as %s', (cell, expected) => {
    const read = type.read(cell, references)
    const error = { problem: expect.stringMatching(/[ก-๙]/) }
    expect(read).toEqual(expected === invalid ? error : { value: expected })
  })
})
