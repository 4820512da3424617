import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useToday } from './use-today.ts'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-21T23:50:00+07:00') }))
afterEach(() => vi.useRealTimers())

it('changes to the new day at midnight in Bangkok, and at the next one', () => {
  const { result, unmount } = renderHook(useToday)
  expect(result.current).toBe('2026-11-21')
  act(() => vi.advanceTimersByTime(599_000))
  expect(result.current).toBe('2026-11-21')
  act(() => vi.advanceTimersByTime(1000))
  expect(result.current).toBe('2026-11-22')
  act(() => vi.advanceTimersByTime(86_400_000))
  expect(result.current).toBe('2026-11-23')
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})

it.each([
  ['shown', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['focused', () => window.dispatchEvent(new Event('focus'))],
])('changes to the new day when the page is %s after a sleep', (_, wake) => {
  const { result } = renderHook(useToday)
  vi.setSystemTime(new Date('2026-11-22T08:00:00+07:00'))
  act(() => void wake())
  expect(result.current).toBe('2026-11-22')
})
