import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { type Column, ColumnMenu, shownColumns } from './columns.tsx'

const cell = () => null
const columns: Column<null>[] = [
  { id: 'code', header: 'เลขที่', phoneSlot: 'title', cell },
  { id: 'branch', header: 'สาขา', narrow: { belowWidth: 900, under: 'course', cell }, cell },
  { id: 'day', header: 'วันที่', narrow: { belowWidth: 600, under: 'code', cell }, cell },
  { id: 'course', header: 'หลักสูตร', cell },
]
const shown = (hiddenIds: string[], width: number) =>
  shownColumns(columns, hiddenIds, width).map(({ column, under }) =>
    [column, ...under].map(({ id }) => id).join('/'),
  )

describe('shownColumns', () => {
  it('shows every column separately in a table that is wide enough', () => {
    expect(shown([], Infinity)).toEqual(['code', 'branch', 'day', 'course'])
    expect(shown([], 900)).toEqual(['code', 'branch', 'day', 'course'])
  })

  it('shows a column under another one in a narrow table', () => {
    expect(shown([], 899)).toEqual(['code', 'day', 'course/branch'])
    expect(shown([], 0)).toEqual(['code/day', 'course/branch'])
  })

  it('shows a column separately when the column that would contain it is hidden', () => {
    expect(shown(['course'], 0)).toEqual(['code/day', 'branch'])
  })

  it('never hides the title column and ignores unknown ids', () => {
    expect(shown(['code', 'no-such'], Infinity)).toEqual(['code', 'branch', 'day', 'course'])
  })

  it('shows every column that is not hidden exactly once, at any width', () => {
    const ids = columns.map(({ id }) => id)
    fc.assert(
      fc.property(fc.subarray(ids), fc.integer({ min: 0, max: 1200 }), (hiddenIds, width) => {
        const visible = shownColumns(columns, hiddenIds, width).flatMap(({ column, under }) => [
          column.id,
          ...under.map(({ id }) => id),
        ])
        const expected = ids.filter((id) => id === 'code' || !hiddenIds.includes(id))
        expect(visible.toSorted()).toEqual(expected.toSorted())
      }),
    )
  })
})

const menuColumns = [
  { id: 'code', header: 'เลขที่', phoneSlot: 'title' as const },
  { id: 'course', header: 'หลักสูตร' },
  { id: 'branch', header: 'สาขา' },
]

function Menu({ initial }: { initial: readonly string[] }) {
  const [hiddenIds, setHiddenIds] = useState(initial)
  return (
    <>
      <ColumnMenu columns={menuColumns} hiddenIds={hiddenIds} onChange={setHiddenIds} />
      <output>{hiddenIds.join(' ')}</output>
    </>
  )
}

const entry = (name: string) => screen.getByRole('menuitemcheckbox', { name })
const hiddenText = () => screen.getByRole('status').textContent

describe('ColumnMenu', () => {
  it('hides a column and shows it again, hides one by keyboard, and stays open', async () => {
    const user = userEvent.setup()
    render(<Menu initial={[]} />)
    await user.click(screen.getByRole('button', { name: 'คอลัมน์' }))
    await user.click(entry('สาขา'))
    expect(hiddenText()).toBe('branch')
    expect(entry('สาขา').getAttribute('aria-checked')).toBe('false')
    expect(entry('หลักสูตร').getAttribute('aria-checked')).toBe('true')

    await user.click(entry('สาขา'))
    expect(hiddenText()).toBe('')
    await user.click(entry('สาขา'))

    await user.keyboard('{ArrowUp}{Enter}')
    expect(hiddenText()).toBe('course branch')
    await user.keyboard('{Escape}')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'คอลัมน์ 1/3' })),
    )
  })

  it('does not offer to hide the title column of the row', async () => {
    const user = userEvent.setup()
    render(<Menu initial={['code']} />)
    await user.click(screen.getByRole('button', { name: 'คอลัมน์' }))
    expect(entry('เลขที่').getAttribute('aria-checked')).toBe('true')
    expect(entry('เลขที่').getAttribute('aria-disabled')).toBe('true')
  })

  it('shows all columns again and removes unknown ids', async () => {
    const user = userEvent.setup()
    render(<Menu initial={['branch', 'no-such']} />)
    await user.click(screen.getByRole('button', { name: 'คอลัมน์ 2/3' }))
    await user.click(screen.getByRole('menuitem', { name: 'แสดงทุกคอลัมน์' }))
    expect(hiddenText()).toBe('')
    expect(screen.queryByRole('menu')).toBeNull()
  })
})
