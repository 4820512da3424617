import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { SortFields } from './table-sort.tsx'

const columns = [
  { id: 'code', header: 'เลขที่', sortable: true },
  { id: 'course', header: 'หลักสูตร' },
  { id: 'net', header: 'ยอดสุทธิ', sortable: true },
]

async function choose(sort: string | undefined, field: string, option: string) {
  const user = userEvent.setup()
  const onSort = vi.fn<(sort: string) => void>()
  const { unmount } = render(<SortFields columns={columns} sort={sort} onSort={onSort} />)
  await user.click(screen.getByRole('button', { name: new RegExp(field) }))
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent)
  await user.click(screen.getByRole('option', { name: option }))
  unmount()
  return { sort: onSort.mock.calls[0]?.[0], options }
}

describe('SortFields', () => {
  it("offers the sortable columns and the list's default order", async () => {
    const { sort, options } = await choose(undefined, 'เรียงตาม', 'ยอดสุทธิ')
    expect(options).toEqual(['ปกติ', 'เลขที่', 'ยอดสุทธิ'])
    expect(sort).toBe('net')
  })

  it.each([
    ['-net', 'เรียงตาม', 'เลขที่', '-code'],
    ['net', 'ลำดับ', 'มากไปน้อย', '-net'],
    ['-net', 'ลำดับ', 'น้อยไปมาก', 'net'],
  ])(
    'changes only the field or only the direction: %s with %s set to %s becomes %s',
    async (sort, field, option, expected) => {
      expect((await choose(sort, field, option)).sort).toBe(expected)
    },
  )

  it("returns to the list's default order, which has no direction", async () => {
    expect((await choose('-net', 'เรียงตาม', 'ปกติ')).sort).toBe('')
    render(<SortFields columns={columns} sort={undefined} onSort={() => {}} />)
    const direction = screen.getByRole<HTMLButtonElement>('button', { name: /ลำดับ/ })
    expect(direction.disabled).toBe(true)
  })
})
