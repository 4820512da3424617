import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Column, shownColumns } from './columns.ts'

const cell = () => null
const columns: Column<null>[] = [
  { id: 'code', header: 'เลขที่', phone: 'title', cell },
  { id: 'branch', header: 'สาขา', narrow: { below: 900, under: 'course', cell }, cell },
  { id: 'day', header: 'วันที่', narrow: { below: 600, under: 'code', cell }, cell },
  { id: 'course', header: 'หลักสูตร', cell },
]
const shown = (hidden: string[], width: number) =>
  shownColumns(columns, hidden, width).map(({ column, under }) =>
    [column, ...under].map(({ id }) => id).join('/'),
  )

describe('shownColumns', () => {
  it('gives each a column of its own where there is room', () => {
    expect(shown([], Infinity)).toEqual(['code', 'branch', 'day', 'course'])
    expect(shown([], 900)).toEqual(['code', 'branch', 'day', 'course'])
  })

  it('stands one under another where there is not', () => {
    expect(shown([], 899)).toEqual(['code', 'day', 'course/branch'])
    expect(shown([], 0)).toEqual(['code/day', 'course/branch'])
  })

  it('gives back its column to one whose place is put away', () => {
    expect(shown(['course'], 0)).toEqual(['code/day', 'branch'])
  })

  it('never puts away the title, and takes no notice of columns that are gone', () => {
    expect(shown(['code', 'no-such'], Infinity)).toEqual(['code', 'branch', 'day', 'course'])
  })

  it('shows every column once that is not put away, at any width', () => {
    const ids = columns.map(({ id }) => id)
    fc.assert(
      fc.property(fc.subarray(ids), fc.integer({ min: 0, max: 1200 }), (hidden, width) => {
        const seen = shownColumns(columns, hidden, width).flatMap(({ column, under }) => [
          column.id,
          ...under.map(({ id }) => id),
        ])
        const wanted = ids.filter((id) => id === 'code' || !hidden.includes(id))
        expect(seen.toSorted()).toEqual(wanted.toSorted())
      }),
    )
  })
})
