/** Drags entries of the month to another day, and the end of whole days to an earlier or later one. */
import type { CalendarEntry } from '@khapdee/contract/entities/calendar'
import type { EventTime } from '@khapdee/domain/calendar'
import { type Day, addDays, day, daysBetween } from '@khapdee/domain/thai-date'
import { type DragEvent, useRef } from 'react'
import { timeOfEntry } from './calendar-span.ts'

/** In pixels. */
const endWidth = 8

/** The dragged entry. */
interface Dragged {
  entry: CalendarEntry
  element: HTMLElement
  /** The day under the pointer at the beginning; null when the end of the entry is dragged. */
  from: Day | null
}

/** The element of the day at a point, also where an entry of several days lies over it. */
const dayElementAt = ({ clientX, clientY }: DragEvent): HTMLElement | undefined =>
  document
    .elementsFromPoint(clientX, clientY)
    .find((element): element is HTMLElement => element.matches('[data-day]'))

const dayOf = (element: HTMLElement): Day => day(element.dataset['day'] ?? '')

/** The time of an entry that was dragged to a day; null if that changes nothing. */
function timeAfter({ entry, from }: Dragged, to: Day): EventTime | null {
  const before = timeOfEntry(entry)
  const { start, end } = before
  const after =
    from === null
      ? { ...before, end: to < start ? start : to }
      : {
          ...before,
          start: addDays(start, daysBetween(from, to)),
          end: addDays(end, daysBetween(from, to)),
        }
  return after.start === start && after.end === end ? null : after
}

/** Whether the pointer is on the end of an entry with `data-stretch`. The end has the same width in `calendar.css`. */
function isOnEnd(element: HTMLElement, { clientX }: DragEvent): boolean {
  if (element.dataset['stretch'] === undefined) return false
  const { left, right } = element.getBoundingClientRect()
  const isMirrored = getComputedStyle(element).direction === 'rtl'
  return (isMirrored ? clientX - left : right - clientX) <= endWidth
}

/**
 * Returns the handlers of the element that contains the days, with `data-day`, and the entries,
 * with `data-entry`. Dragging the end of an entry with `data-stretch` changes its last day.
 *
 * @param find returns the entry of an id
 * @param onDrop moves an entry; resolves to whether it was moved
 */
export function useEntryDrag(
  find: (id: string) => CalendarEntry | undefined,
  onDrop: (entry: CalendarEntry, to: EventTime) => Promise<boolean>,
) {
  const dragged = useRef<Dragged | null>(null)
  /** The day that is marked as the one under the pointer. */
  const over = useRef<HTMLElement | null>(null)
  const mark = (element: HTMLElement | null) => {
    if (over.current === element) return
    over.current?.removeAttribute('data-over')
    element?.setAttribute('data-over', '')
    over.current = element
  }
  return {
    onDragStart: (event: DragEvent<HTMLElement>) => {
      const { target, dataTransfer } = event
      if (!(target instanceof Element)) return
      const element = target.closest<HTMLElement>('[data-entry]')
      const entry = find(element?.dataset['entry'] ?? '')
      const start = dayElementAt(event)
      if (element === null || entry === undefined || start === undefined) return
      const from = isOnEnd(element, event) ? null : dayOf(start)
      dragged.current = { entry, element, from }
      dataTransfer.effectAllowed = 'move'
      // Some browsers only drag elements with data.
      dataTransfer.setData('text/plain', entry.title)
    },
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (dragged.current === null) return
      const element = dayElementAt(event)
      mark(element ?? null)
      if (element === undefined) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      const element = dayElementAt(event)
      if (dragged.current === null || element === undefined) return
      event.preventDefault()
      const { entry, element: moving } = dragged.current
      const to = timeAfter(dragged.current, dayOf(element))
      if (to === null) return
      moving.setAttribute('data-moving', '')
      void onDrop(entry, to).finally(() => moving.removeAttribute('data-moving'))
    },
    onDragEnd: () => {
      dragged.current = null
      mark(null)
    },
  }
}
