/** The state of a combobox's suggestions, and a search among fixed items. */
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useValueAfterPaint } from '../hooks.ts'

/**
 * The state of a list of suggestions under a text. It follows the text one frame late, so that a
 * typed key never waits for it.
 * @param search gives the items that match a text; called only while the list is open
 * @param choose receives the chosen item, after the list was closed
 * @returns `active` is the place in `items` that Enter or Tab would choose
 */
export function useSuggestions<Item>(
  text: string,
  search: (text: string) => readonly Item[],
  choose: (item: Item) => void,
) {
  // It opens as soon as there is something to show, which may be downloaded first.
  const [isWanted, setWanted] = useState(false)
  const [place, setPlace] = useState<number | null>(null)
  const [searched, setSearched] = useValueAfterPaint(isWanted ? text : null)
  const items = useMemo(() => (searched === null ? [] : search(searched)), [searched, search])
  const isOpen = isWanted && items.length > 0
  const active = isOpen && place !== null && place < items.length ? place : null

  function open() {
    setWanted(true)
    setPlace(null)
  }
  function close() {
    setWanted(false)
    setPlace(null)
  }
  function chooseAt(index: number) {
    const item = items[index]
    close()
    if (item !== undefined) choose(item)
  }

  /** Moves to the next or previous item, around the ends. */
  function move(event: KeyboardEvent, step: 1 | -1) {
    event.preventDefault()
    setWanted(true)
    setSearched(text)
    if (event.altKey) return
    const { length } = searched === text ? items : search(text)
    const from = active ?? (step === 1 ? -1 : length)
    setPlace((from + step + length) % length)
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') return move(event, 1)
    if (event.key === 'ArrowUp') return event.altKey ? close() : move(event, -1)
    if (!isOpen) return
    if (event.key === 'Escape') {
      // A dialog around the field stays open.
      event.stopPropagation()
      close()
    }
    if (active !== null && (event.key === 'Enter' || event.key === 'Tab')) {
      if (event.key === 'Enter') event.preventDefault()
      chooseAt(active)
    }
  }

  return { items, isOpen, active, open, close, choose: chooseAt, handleKey }
}

/**
 * For the suggestions of a combobox whose list is short.
 * @param textOf the text of the field once the item is chosen
 * @param maxItems how many items a search gives; all when left out
 * @returns a search for the items whose text contains the typed text. The full text of an item, as
 *   it is after a choice, gives all items again.
 */
export const searchItems =
  <Item>(items: readonly Item[], textOf: (item: Item) => string, maxItems?: number) =>
  (typed: string): readonly Item[] => {
    const isWhole = items.some((item) => textOf(item) === typed)
    const wanted = isWhole ? '' : typed.trim()
    return items.filter((item) => textOf(item).includes(wanted)).slice(0, maxItems)
  }
