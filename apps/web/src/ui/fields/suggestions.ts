/** The state of a combobox's suggestions, and a search in a fixed list of items. */
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useValueAfterPaint } from '../hooks.ts'

/**
 * The state of a list of suggestions for a text. It searches after the text is painted, so that a typed
 * key does not wait for the search.
 * @param search returns the items that match a text; called only while the list is open
 * @param choose receives the chosen item after the list is closed
 * @param textOf given for a field that takes only its items: Enter and Tab then choose the first match of a typed text
 * @returns the state and its handlers; `active` is the index of the item that Enter or Tab chooses, or
 * null
 */
export function useSuggestions<Item>(
  text: string,
  search: (text: string) => readonly Item[],
  choose: (item: Item) => void,
  textOf?: (item: Item) => string,
) {
  // The list opens as soon as there are items, which may have to be downloaded first.
  const [isRequested, setRequested] = useState(false)
  const [activeIndex, setActiveIndex] = useState<number | null>(null)
  const [searchedText, setSearchedText] = useValueAfterPaint(isRequested ? text : null)
  const items = useMemo(
    () => (searchedText === null ? [] : search(searchedText)),
    [searchedText, search],
  )
  const isOpen = isRequested && items.length > 0
  const moved = isOpen && activeIndex !== null && activeIndex < items.length ? activeIndex : null
  const active = moved ?? (isOpen && searchedText === text ? firstMatch(items) : null)

  /** The item with exactly the typed text, or else the first one; null for a field that takes any text. */
  function firstMatch(found: readonly Item[]): number | null {
    if (textOf === undefined || text.trim() === '' || found.length === 0) return null
    return Math.max(
      0,
      found.findIndex((item) => textOf(item) === text),
    )
  }

  function open() {
    setRequested(true)
    setActiveIndex(null)
  }
  function close() {
    setRequested(false)
    setActiveIndex(null)
  }
  function chooseAt(index: number, found = items) {
    const item = found[index]
    close()
    if (item !== undefined) choose(item)
  }

  /** Moves to the next or previous item and wraps around at the ends. */
  function move(event: KeyboardEvent, step: 1 | -1) {
    event.preventDefault()
    setRequested(true)
    setSearchedText(text)
    if (event.altKey) return
    const { length } = searchedText === text ? items : search(text)
    const from = moved ?? (step === 1 ? -1 : length)
    setActiveIndex((from + step + length) % length)
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') return move(event, 1)
    if (event.key === 'ArrowUp') return event.altKey ? close() : move(event, -1)
    if (event.key === 'Enter' && isRequested && searchedText !== text) {
      // Pressed before the list of the typed text is painted.
      const found = search(text)
      const first = firstMatch(found)
      if (first === null) return
      event.preventDefault()
      event.stopPropagation()
      return chooseAt(first, found)
    }
    if (!isOpen) return
    if (event.key === 'Escape') {
      // Keeps a dialog around the field open.
      event.stopPropagation()
      close()
    }
    if (active !== null && (event.key === 'Enter' || event.key === 'Tab')) {
      if (event.key === 'Enter') event.preventDefault()
      chooseAt(active)
    }
  }

  return {
    items,
    isOpen,
    active,
    open,
    close,
    choose: (index: number) => chooseAt(index),
    handleKey,
  }
}

/**
 * Creates the search of a combobox with a short list.
 * @param textOf returns the text that an item puts in the field
 * @param maxItems maximum number of items that a search returns; by default all
 * @returns a function that finds the items whose text contains the typed text; for the whole text of an
 * item, which the field contains after a choice, it returns all items
 */
export const searchItems =
  <Item>(items: readonly Item[], textOf: (item: Item) => string, maxItems?: number) =>
  (typed: string): readonly Item[] => {
    const isWhole = items.some((item) => textOf(item) === typed)
    const query = isWhole ? '' : typed.trim()
    return items.filter((item) => textOf(item).includes(query)).slice(0, maxItems)
  }
