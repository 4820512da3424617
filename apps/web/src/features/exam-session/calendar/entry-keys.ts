/** The keys of the entries of the calendar: arrows go from one to the next, M moves one. */
import type { CalendarEntry } from '@khapdee/contract/entities/calendar'
import type { KeyboardEvent } from 'react'

const arrowSteps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
}

/**
 * Handles the keys of the elements `.entry` within the element of the handler; `data-entry` is the
 * id of an entry.
 * @param onMove opens the dialog that moves an entry; called only for entries that the user may
 * move
 */
export function entryKeys(
  entries: readonly CalendarEntry[],
  onMove: (entry: CalendarEntry) => void,
): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    if (!(event.target instanceof HTMLElement)) return
    const focused = event.target.closest<HTMLElement>('.entry')
    if (focused === null || event.ctrlKey || event.altKey || event.metaKey) return
    const step = arrowSteps[event.key]
    if (step !== undefined) {
      const all = [...event.currentTarget.querySelectorAll<HTMLElement>('.entry')]
      all[all.indexOf(focused) + step]?.focus()
      event.preventDefault()
    } else if (event.code === 'KeyM') {
      const entry = entries.find(({ id }) => id === focused.dataset['entry'])
      if (entry?.can_update === true) onMove(entry)
      event.preventDefault()
    }
  }
}
