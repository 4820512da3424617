import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { pageNumbers, Pagination } from './list-tools.tsx'

describe('pageNumbers', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 20, [1, 2, null, 20]],
    [3, 20, [1, 2, 3, 4, null, 20]],
    [4, 20, [1, 2, 3, 4, 5, null, 20]],
    [10, 20, [1, null, 9, 10, 11, null, 20]],
    [20, 20, [1, null, 19, 20]],
  ])('lists the first, last and neighbouring pages on page %i of %i', (page, pages, expected) => {
    expect(pageNumbers(page, pages)).toEqual(expected)
  })
})

describe('Pagination', () => {
  it('shows the range of rows and changes the page', () => {
    const onPage = vi.fn<(page: number) => void>()
    const onPerPage = vi.fn<(perPage: number) => void>()
    render(<Pagination page={3} perPage={10} total={1024} {...{ onPage, onPerPage }} />)
    expect(screen.getByText('แสดง 21–30 จาก 1,024 รายการ')).toBeTruthy()
    expect(screen.getByRole('button', { current: 'page' }).textContent).toBe('3')
    fireEvent.click(screen.getByRole('button', { name: 'หน้าถัดไป' }))
    fireEvent.click(screen.getByRole('button', { name: 'หน้า 103' }))
    expect(onPage.mock.calls).toEqual([[4], [103]])
    fireEvent.change(screen.getByRole('combobox', { name: 'รายการต่อหน้า' }), {
      target: { value: '50' },
    })
    expect(onPerPage).toHaveBeenCalledExactlyOnceWith(50)
  })

  it('shows a plus sign when counting stopped at the total', () => {
    render(
      <Pagination
        page={1}
        perPage={20}
        total={10_000}
        isCapped
        onPage={() => {}}
        onPerPage={() => {}}
      />,
    )
    expect(screen.getByText('แสดง 1–20 จาก 10,000+ รายการ')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'หน้า 500' })).toBeTruthy()
  })

  it('says on the last page that the list has more rows than its pages reach', () => {
    const pagination = (page: number) => (
      <Pagination
        page={page}
        perPage={10}
        total={837_555}
        maxReachablePage={500}
        onPage={() => {}}
        onPerPage={() => {}}
      />
    )
    const sentence = /^เปิดดูได้ 5,000 รายการแรก กรุณาค้นหา กรอง/
    const { rerender } = render(pagination(499))
    expect(screen.queryByText(sentence)).toBeNull()
    rerender(pagination(500))
    expect(screen.getByText(sentence)).toBeTruthy()
    expect(screen.getByText('แสดง 4,991–5,000 จาก 837,555 รายการ')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'หน้า 501' })).toBeNull()
  })

  it('renders nothing before the total is known', () => {
    const { container } = render(
      <Pagination page={3} perPage={10} total={undefined} onPage={() => {}} onPerPage={() => {}} />,
    )
    expect(container.textContent).toBe('')
  })

  it('also offers a page size that is not one of the usual ones', () => {
    render(<Pagination page={1} perPage={20} total={50} onPage={() => {}} onPerPage={() => {}} />)
    const sizes = screen.getByRole<HTMLSelectElement>('combobox')
    expect([...sizes.options].map(({ value }) => value)).toEqual(['10', '20', '25', '50', '100'])
    expect(sizes.value).toBe('20')
  })

  it('disables its buttons when there are no rows', () => {
    render(<Pagination page={1} perPage={10} total={0} onPage={() => {}} onPerPage={() => {}} />)
    expect(screen.getByText('แสดง 0–0 จาก 0 รายการ')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'หน้าถัดไป' }).disabled).toBe(true)
  })
})
