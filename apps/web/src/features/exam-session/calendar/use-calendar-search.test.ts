import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CalendarSearch, useCalendarSearch } from './use-calendar-search.ts'

const navigate = vi.fn<(options: { search: CalendarSearch }) => void>()
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => navigate }))

const open = (initialProps: CalendarSearch) => renderHook(useCalendarSearch, { initialProps })
const navigations = () => navigate.mock.calls.map(([{ search }]) => search)

beforeEach(() => {
  navigate.mockClear()
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'],
  })
})
afterEach(() => void vi.useRealTimers())

describe('useCalendarSearch', () => {
  it('shows a choice at once, and navigates once, after painting, to the last choice', () => {
    const { result, rerender } = open({ view: 'month', hide: 'ETC' })
    act(() => result.current.change({ date: '2026-12-01' }))
    expect(result.current.shown).toEqual({ view: 'month', hide: 'ETC', date: '2026-12-01' })
    act(() => result.current.change({ view: 'week' }))
    expect(navigations()).toEqual([])
    act(() => void vi.runAllTimers())
    const last = { view: 'week', hide: 'ETC', date: '2026-12-01' } as const
    expect(navigations()).toEqual([last])
    rerender(last)
    expect(result.current.shown).toEqual(last)
  })

  it('drops the pending choice when the URL changes', () => {
    const { result, rerender } = open({ view: 'month' })
    act(() => result.current.change({ view: 'day' }))
    rerender({ view: 'list' })
    expect(result.current.shown).toEqual({ view: 'list' })
  })

  it('does not navigate after the screen was left', () => {
    const { result, unmount } = open({})
    act(() => result.current.change({ view: 'day' }))
    unmount()
    act(() => void vi.runAllTimers())
    expect(navigations()).toEqual([])
  })
})
