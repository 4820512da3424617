import type { CalendarEntry } from '@khapdee/contract/entities/calendar'
import type { Day } from '@khapdee/domain/thai-date'
import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../../test/app-providers.tsx'
import { MonthView } from './month-view.tsx'

const anEntry = (
  id: string,
  time: string,
  changes: Partial<CalendarEntry> = {},
): CalendarEntry => ({
  id,
  kind: 'event',
  category: 'Personal',
  title: `เรื่อง ${id}`,
  start: `2026-11-11T${time}:00.000Z`,
  end: `2026-11-11T${time}:30.000Z`,
  allDay: false,
  record_id: 1,
  branch_id: null,
  branch: '',
  detail: '',
  note: '',
  capacity: null,
  seats_taken: null,
  status: null,
  is_busy: false,
  version: 1,
  can_update: true,
  can_delete: true,
  ...changes,
})

const handlers = {
  onOpen: vi.fn(),
  onMove: vi.fn(),
  onTold: vi.fn(),
  onPick: vi.fn(),
  onShowDay: vi.fn(),
}
let show: (entries: readonly CalendarEntry[]) => void

function Month({ first }: { first: readonly CalendarEntry[] }) {
  const [entries, setEntries] = useState(first)
  useEffect(() => {
    show = setEntries
  }, [])
  return (
    <MonthView
      date={'2026-11-20' as Day}
      today={'2026-11-24' as Day}
      entries={entries}
      isStale={false}
      {...handlers}
    />
  )
}

const render = (entries: readonly CalendarEntry[]) => renderScreen(<Month first={entries} />)
const entryOf = (id: string) => screen.getByRole('button', { name: new RegExp(`เรื่อง ${id} `) })

beforeEach(() => void vi.clearAllMocks())

describe('MonthView', () => {
  it('shows six weeks with the entries of each day, and marks today', async () => {
    await render([
      anEntry('seats', '02:00', { capacity: 20, seats_taken: 3, category: 'Business' }),
      anEntry('fixed', '05:00', { can_update: false }),
    ])
    expect(screen.getByRole('grid', { name: 'พฤศจิกายน 2569' })).toBeTruthy()
    expect(screen.getAllByRole('cell')).toHaveLength(42)
    const today = screen.getByRole('cell', { current: 'date' })
    expect(today.textContent).toBe('24 พฤศจิกายน 256924')
    const cell = screen.getByRole('cell', { name: /^11 พฤศจิกายน 2569/ })
    expect(cell.textContent).toBe('11 พฤศจิกายน 25691109:00 เรื่อง seats 3/2012:00 เรื่อง fixed')
    expect(entryOf('seats 3/20').getAttribute('aria-label')).toBe(
      '09:00 เรื่อง seats 3/20 งาน 11 พฤศจิกายน 2569',
    )
    expect(entryOf('seats 3/20').getAttribute('draggable')).toBe('true')
    expect(entryOf('fixed').getAttribute('draggable')).toBeNull()
  })

  it('opens entries by mouse and keyboard, and picks a day elsewhere', async () => {
    const entry = anEntry('a', '02:00')
    await render([entry])
    const user = userEvent.setup()
    await user.click(entryOf('a'))
    entryOf('a').focus()
    await user.keyboard('{Enter} ')
    expect(handlers.onOpen.mock.calls).toEqual([[entry], [entry], [entry]])
    expect(handlers.onPick).not.toHaveBeenCalled()
    await user.click(screen.getByRole('cell', { name: /^1 ธันวาคม 2569/ }))
    expect(handlers.onPick.mock.calls).toEqual([[{ day: '2026-12-01', time: null }]])
  })

  it('goes to the next entry by arrows, and moves only entries that may be moved', async () => {
    const [first, second] = [anEntry('a', '02:00', { can_update: false }), anEntry('b', '03:00')]
    await render([first, second])
    const user = userEvent.setup()
    entryOf('a').focus()
    await user.keyboard('m{ArrowDown}')
    expect(handlers.onMove).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(entryOf('b'))
    await user.keyboard('m')
    expect(handlers.onMove.mock.calls).toEqual([[second]])
    await user.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(entryOf('a'))
  })

  it('renders four lanes of a day, and a button with the number of its other entries, which shows the day', async () => {
    await render(['a', 'b', 'c', 'd', 'e'].map((id, i) => anEntry(id, `0${i}:00`)))
    expect(screen.queryByText(/เรื่อง d/)).toBeNull()
    const user = userEvent.setup()
    const more = screen.getByRole('button', { name: '+2 รายการ 11 พฤศจิกายน 2569' })
    await user.click(more)
    more.focus()
    await user.keyboard('{Enter}')
    expect(handlers.onShowDay.mock.calls).toEqual([['2026-11-11'], ['2026-11-11']])
    expect(handlers.onPick).not.toHaveBeenCalled()
  })

  it('keeps the focus on an entry when another one takes its place', async () => {
    const entry = anEntry('b', '03:00')
    await render([entry])
    entryOf('b').focus()
    act(() => show([anEntry('a', '02:00'), entry]))
    expect(document.activeElement).toBe(entryOf('b'))
    act(() =>
      show([{ ...entry, start: '2026-11-13T03:00:00.000Z', end: '2026-11-13T04:00:00.000Z' }]),
    )
    expect(document.activeElement).toBe(entryOf('b'))
  })

  it('marks the day under a dragged entry', async () => {
    await render([anEntry('a', '02:00')])
    const target = screen.getByRole('cell', { name: /^12 พฤศจิกายน 2569/ })
    document.elementsFromPoint = () => [target]
    const dataTransfer = { setData: vi.fn() }
    fireEvent.dragOver(target, { dataTransfer })
    expect(target.hasAttribute('data-over')).toBe(false)
    fireEvent.dragStart(entryOf('a'), { dataTransfer })
    fireEvent.dragOver(target, { dataTransfer })
    expect(target.hasAttribute('data-over')).toBe(true)
    fireEvent.dragEnd(entryOf('a'), { dataTransfer })
    expect(target.hasAttribute('data-over')).toBe(false)
  })
})
