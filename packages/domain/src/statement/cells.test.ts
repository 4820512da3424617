import { describe, expect, it } from 'vitest'
import { day } from '../thai-date.ts'
import { amountOfCell, dayOfCell, textOfCell, timeOfCell } from './cells.ts'

const today = day('2026-11-21')

describe('dayOfCell', () => {
  it.each([
    ['23/11/2569', '2026-11-23'],
    ['23/11/2026', '2026-11-23'],
    ['23/11/69', '2026-11-23'],
    ['23/11/26', '2026-11-23'],
    ['1-2-26', '2026-02-01'],
    ['23 พ.ย. 69', '2026-11-23'],
    ['23 พฤศจิกายน 2569', '2026-11-23'],
    ['๒๓/๑๑/๒๕๖๙', '2026-11-23'],
    ['23 Nov 2026', '2026-11-23'],
    ['23-NOV-26', '2026-11-23'],
    ['2026-11-23', '2026-11-23'],
    ['2569-11-23', '2026-11-23'],
    ['2026/11/23', '2026-11-23'],
    ['20261123', '2026-11-23'],
    ['23112569', '2026-11-23'],
    ['23/11/2569 14:05:33', '2026-11-23'],
    ['2026-11-23T14:05:33Z', '2026-11-23'],
    [new Date('2026-11-23T00:00:00Z'), '2026-11-23'],
    [new Date('2569-11-23T00:00:00Z'), '2026-11-23'],
    [46_349, '2026-11-23'],
    [46_349.5, '2026-11-23'],
  ])('reads %s', (cell, expected) => {
    expect(dayOfCell(cell, today)).toBe(expected)
  })

  it.each([null, '', 'รวม', '31/02/2569', '12', 12, '23/13/2569', new Date(Number.NaN)])(
    'reads no day in %s',
    (cell) => {
      expect(dayOfCell(cell, today)).toBeNull()
    },
  )
})

describe('timeOfCell', () => {
  it.each([
    ['14:05', '14:05'],
    ['9.05', '09:05'],
    ['23/11/2569 14:05:33', '14:05'],
    ['14:05 น.', '14:05'],
    [0.5, '12:00'],
    [46_349.25, '06:00'],
    [new Date('2026-11-23T14:05:00Z'), '14:05'],
    [new Date('2026-11-23T00:00:00Z'), ''],
    ['', ''],
    [null, ''],
    ['25:00', ''],
    ['23/11/2569', ''],
  ])('reads %s as %s', (cell, expected) => {
    expect(timeOfCell(cell)).toBe(expected)
  })
})

describe('amountOfCell', () => {
  it.each([
    ['1,234.50', 123_450],
    ['1234.5', 123_450],
    ['12.5000', 1250],
    ['฿1,234.50', 123_450],
    ['500 บาท', 50_000],
    ['+500', 50_000],
    ['-500.00', -50_000],
    ['500.00-', -50_000],
    ['(500.00)', -50_000],
    ['500 DR', -50_000],
    ['500 CR', 50_000],
    ['๕๐๐', 50_000],
    [1234.5, 123_450],
    [-0.1, -10],
    [0.1 + 0.2, 30],
    ['0.00', 0],
    [' - ', null],
    ['', null],
    [null, null],
    ['ยอด', undefined],
    ['1.2.3', undefined],
    ['(5', undefined],
    ['12.345', undefined],
    [12.345, undefined],
    [1e15, undefined],
    [Number.NaN, undefined],
  ])('reads %s as %s satang', (cell, expected) => {
    expect(amountOfCell(cell)).toBe(expected)
  })
})

it('writes the text of a cell on one line', () => {
  expect(textOfCell(' โอน\n จาก  นาย ก ')).toBe('โอน จาก นาย ก')
  expect(textOfCell(12_345_678_901)).toBe('12345678901')
})
