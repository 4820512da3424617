/** Keeps the focus on an entry when it replaces another one in the document. */
import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

const idOf = (element: Element | null): string | undefined =>
  element instanceof HTMLElement ? element.dataset['entry'] : undefined

/** Returns the handlers of the element with the entries, which have their ids in `data-entry`. */
export function useFocusedEntry(container: RefObject<HTMLElement | null>) {
  const focused = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    const id = focused.current
    const { activeElement, body } = document
    if (id === undefined || idOf(activeElement) === id) return
    // When a focused element is removed, the browser focuses the body.
    if (activeElement !== body && container.current?.contains(activeElement) !== true) return
    const all = container.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? []
    ;[...all].find((element) => idOf(element) === id)?.focus()
  })
  return {
    onFocus: ({ target }: FocusEvent) => void (focused.current = idOf(target)),
    onBlur: () => void (focused.current = undefined),
  }
}
