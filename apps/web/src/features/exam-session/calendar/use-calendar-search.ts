/** The search parameters of the calendar: view, day and filters. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { paths } from '../../../shared/paths.ts'
import type { CalendarView } from './calendar-span.ts'

export interface CalendarSearch {
  view?: CalendarView | undefined
  date?: string | undefined
  /** The categories that are hidden, separated by commas. */
  hide?: string | undefined
}

/** Calls a function after the next frame. @returns cancels the call */
function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/**
 * Returns the displayed view and filters, and a function that changes them. The screen changes at
 * once and the URL after painting, because the navigation takes a fifth of the time for showing
 * another month.
 * @param search that of the URL
 */
export function useCalendarSearch(search: CalendarSearch) {
  const navigate = useNavigate()
  const url = JSON.stringify(search)
  /** The choice made on the screen for a URL; invalid when the URL changes. */
  const [chosen, setChosen] = useState({ url, search })
  const shown = chosen.url === url ? chosen.search : search
  const cancel = useRef<(() => void) | null>(null)
  useEffect(() => () => cancel.current?.(), [])
  const change = (changes: CalendarSearch) => {
    const search = { ...shown, ...changes }
    setChosen({ url, search })
    cancel.current?.()
    cancel.current = afterPaint(
      () => void navigate({ to: paths.examCalendar, search, replace: true } as never),
    )
  }
  return { shown, change }
}
