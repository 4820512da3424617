/** The row of a list that is shown beside it: Space on the link of a row opens and closes it, J and K move to the next row. */
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { useShortcut } from '../shared/shortcuts.ts'
import { recordLinkMark, rowMark } from '../ui/table-rows.tsx'

const rowSelector = `[${Object.keys(rowMark)[0]}]`
const linkSelector = `a[${Object.keys(recordLinkMark)[0]}]`

/**
 * @param frame the element around the rows
 * @param rows the rows in the order of the screen
 */
export function useRowPreview<Row>(
  frame: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  rowKey: (row: Row) => number | string,
) {
  const [shownKey, setShownKey] = useState<number | string | null>(null)
  const shown = rows.find((row) => rowKey(row) === shownKey) ?? null

  const elements = () => [...(frame.current?.querySelectorAll(rowSelector) ?? [])]
  const indexOf = (target: EventTarget | null) =>
    target instanceof Element ? elements().findIndex((element) => element.contains(target)) : -1

  /** Moves from the shown row, or else from the focused one, to the next with a link. */
  function move(step: 1 | -1) {
    const at = shown === null ? indexOf(document.activeElement) : rows.indexOf(shown)
    // Without a row to begin at, the first one is the next, and there is none before.
    const index = at + step
    const next = rows[index]
    const link = elements()[index]?.querySelector<HTMLElement>(linkSelector)
    if (next === undefined || !link) return
    link.focus()
    if (shown !== null) setShownKey(rowKey(next))
  }
  useShortcut('next', () => move(1), rows.length > 0)
  useShortcut('previous', () => move(-1), rows.length > 0)

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && shown !== null) return setShownKey(null)
    if (event.key !== ' ' || !(event.target instanceof Element)) return
    if (!event.target.matches(linkSelector)) return
    const row = rows[indexOf(event.target)]
    if (row === undefined) return
    // The page does not scroll.
    event.preventDefault()
    const key = rowKey(row)
    setShownKey(key === shownKey ? null : key)
  }
  return { row: shown, onKeyDown, close: () => setShownKey(null) }
}
