import { day, todayInBangkok } from '@khapdee/domain/thai-date'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { dateRanges } from './date-ranges.ts'
import { ListFilters } from './list-filters.tsx'
import type { FilterName, FilterSpec, FilterValues } from './list-search.ts'

const filters: FilterSpec[] = [
  { name: 'status', label: 'สถานะ' },
  { name: 'start', label: 'ตั้งแต่วันที่' },
  { name: 'end', label: 'ถึงวันที่' },
  { name: 'text', label: 'คำค้นหา' },
]
const statuses = [
  { value: 'all', name: 'ทั้งหมด' },
  { value: 'paid', name: 'ชำระครบแล้ว' },
]
const setFilter = vi.fn<(name: FilterName, value: string) => void>()
const setFilters = vi.fn<(values: FilterValues) => void>()
const clear = vi.fn<() => void>()
const todayRange = () => dateRanges(todayInBangkok(new Date()))[0]!

const show = (values: FilterValues, options = statuses, state: 'ready' | 'error' = 'ready') =>
  render(
    <ListFilters
      filters={filters}
      table={{
        state,
        filters: values,
        optionsOf: (name) => (name === 'status' ? options : []),
        setFilter,
        setFilters,
        clear,
      }}
    />,
  )

beforeEach(() => void vi.clearAllMocks())

describe('ListFilters', () => {
  it('shows for each active filter a chip whose button removes the filter', async () => {
    show({ status: 'paid', start: day('2026-11-01'), text: 'สม' })
    const user = userEvent.setup()
    expect(screen.getByText('สถานะ:').textContent).toBe('สถานะ: ชำระครบแล้ว')
    expect(screen.getByText('ตั้งแต่วันที่:').textContent).toBe('ตั้งแต่วันที่: 01/11/2569')
    await user.click(screen.getByRole('button', { name: 'ล้างตัวกรอง สถานะ' }))
    expect(setFilter).toHaveBeenCalledExactlyOnceWith('status', '')
    await user.click(screen.getByText('ล้างตัวกรอง'))
    expect(clear).toHaveBeenCalledOnce()
  })

  it('shows an ellipsis in a chip whose options are still loading', () => {
    show({ status: 'paid' }, [])
    expect(screen.getByText('สถานะ:').textContent).toBe('สถานะ: …')
  })

  it('shows no chip for a filter whose options could not be loaded', () => {
    show({ status: 'paid' }, [], 'error')
    expect(screen.queryByText('สถานะ:')).toBeNull()
  })

  it('sets both days when a named range is chosen', async () => {
    show({})
    const { start, end } = todayRange()
    const user = userEvent.setup()
    expect(screen.queryByLabelText('ตั้งแต่วันที่')).toBeNull()
    await user.click(screen.getByRole('button', { name: /ช่วงวันที่/ }))
    await user.click(screen.getByRole('option', { name: 'วันนี้' }))
    expect(setFilters).toHaveBeenCalledExactlyOnceWith({ start, end })
  })

  it('shows a named range as one chip, whose button removes both days', async () => {
    const { start, end } = todayRange()
    show({ start, end })
    const user = userEvent.setup()
    expect(screen.getByText('ช่วงวันที่:').textContent).toBe('ช่วงวันที่: วันนี้')
    expect(screen.queryByLabelText('ตั้งแต่วันที่')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'ล้างตัวกรอง ช่วงวันที่' }))
    expect(setFilters).toHaveBeenCalledExactlyOnceWith({ start: '', end: '' })
  })

  it('shows two date fields for a custom range', async () => {
    show({})
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: /ช่วงวันที่/ }))
    await user.click(screen.getByRole('option', { name: 'กำหนดเอง' }))
    expect(setFilters).not.toHaveBeenCalled()
    await user.type(screen.getByLabelText('ถึงวันที่'), '21/11/2569')
    await user.tab()
    expect(setFilters).toHaveBeenLastCalledWith({ end: '2026-11-21' })
  })

  it.each(['ล้างตัวกรอง ตั้งแต่วันที่', 'ล้างตัวกรอง'])(
    'returns from a custom range to ทั้งหมด after %s',
    async (button) => {
      const Filters = () => {
        const [values, setValues] = useState<FilterValues>({})
        const add = (added: FilterValues) => setValues((current) => ({ ...current, ...added }))
        return (
          <ListFilters
            filters={filters}
            table={{
              state: 'ready',
              filters: values,
              optionsOf: () => [],
              setFilter: (name, value) => add({ [name]: value }),
              setFilters: add,
              clear: () => setValues({}),
            }}
          />
        )
      }
      render(<Filters />)
      const user = userEvent.setup()
      await user.click(screen.getByRole('button', { name: /ช่วงวันที่/ }))
      await user.click(screen.getByRole('option', { name: 'กำหนดเอง' }))
      await user.type(screen.getByLabelText('ตั้งแต่วันที่'), '01/11/2569')
      await user.tab()
      expect(screen.getByText('ตั้งแต่วันที่:').textContent).toBe('ตั้งแต่วันที่: 01/11/2569')
      await user.click(screen.getByRole('button', { name: button }))
      expect(screen.queryByLabelText('ตั้งแต่วันที่')).toBeNull()
      expect(screen.getByRole('button', { name: /ช่วงวันที่/ }).textContent).toContain('ทั้งหมด')
    },
  )

  it('shows an error when a range ends before it begins', () => {
    show({ start: '2026-11-21', end: '2026-11-20' })
    expect(screen.getByText('วันที่เริ่มต้นต้องไม่เกินวันที่สิ้นสุด')).toBeTruthy()
  })
})
