import { course } from '@khapdee/contract/entities/course'
import { describe, expect, it } from 'vitest'
import { columnsOf } from './columns.tsx'

const cell = () => null

describe('columnsOf', () => {
  it('takes the header from the contract, with the unit, unless the column has its own', () => {
    const columns = columnsOf(course.row.shape, [
      { id: 'name', cell },
      { id: 'price', cell },
      { id: 'hours', header: 'ทฤษฎี / ปฏิบัติ', cell },
    ])
    expect(columns.map(({ header }) => header)).toEqual(['ชื่อหลักสูตร', 'ราคา (บาท)', 'ทฤษฎี / ปฏิบัติ'])
  })

  it('throws when neither the column nor the contract has a header', () => {
    expect(() => columnsOf(course.row.shape, [{ id: 'hours', cell }])).toThrow('no header')
    expect(() => columnsOf(course.row.shape, [{ id: 'version', cell }])).toThrow('no header')
  })
})
