import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ExamQueueScreen } from './exam-screen.tsx'

/** The streams that were opened, the last one last. */
const opened: FakeStream[] = []
class FakeStream extends EventTarget {
  isOpen = true
  constructor() {
    super()
    opened.push(this)
  }
  close() {
    this.isOpen = false
  }
  tell(data: object) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(data) }))
  }
}

beforeEach(() => {
  opened.length = 0
  vi.useFakeTimers({ now: new Date('2026-11-21T23:59:50+07:00') })
  vi.stubGlobal('EventSource', FakeStream)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('shows the queues of the new day at midnight', () => {
  const { unmount } = render(<ExamQueueScreen secret="s" />)
  const station = {
    exam_session_id: 3,
    name: 'สอบภาคทฤษฎี',
    kind: 'theory',
    starts_at: '2026-11-21T02:00:00.000Z',
    called: [],
    next: [],
  }
  act(() => opened[0]?.tell({ branch: 'ขอนแก่น', stations: [station] }))
  expect(screen.getByText(/สอบภาคทฤษฎี/)).toBeTruthy()
  act(() => vi.advanceTimersByTime(10_000))
  expect(opened.map(({ isOpen }) => isOpen)).toEqual([false, true])
  act(() => opened[1]?.tell({ branch: 'ขอนแก่น', stations: [] }))
  expect(screen.queryByText(/สอบภาคทฤษฎี/)).toBeNull()
  unmount()
  expect(opened.some(({ isOpen }) => isOpen)).toBe(false)
})
