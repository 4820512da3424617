/** What a text field suggests, and the search among fixed items. */
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useValueAfterPaint } from '../hooks.ts'

/**
 * The state of a list of suggestions under a text. It follows the text a frame late, so that a key
 * typed never waits for it.
 * @param search what fits a text; asked only while the list is wanted
 * @param choose takes the item that was chosen; the list is closed by then
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

  /** To the next or the last one, and round. */
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
 * @param textOf what stands in the field once the item is chosen
 * @param most how many are found; all where left out
 * @returns a search: the items whose text holds what was typed. The whole text of one, as it stands
 *   there after a choice, offers all of them again.
 */
export const searchItems =
  <Item>(items: readonly Item[], textOf: (item: Item) => string, most?: number) =>
  (typed: string): readonly Item[] => {
    const isWhole = items.some((item) => textOf(item) === typed)
    const wanted = isWhole ? '' : typed.trim()
    return items.filter((item) => textOf(item).includes(wanted)).slice(0, most)
  }
