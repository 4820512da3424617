import { useMemo, useSyncExternalStore } from 'react'

/** Whether a media query holds, followed as it changes. */
export function useMedia(query: string): boolean {
  // Once: to make a list takes a browser far longer than to ask it.
  const list = useMemo(() => matchMedia(query), [query])
  return useSyncExternalStore(
    (onChange) => {
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => list.matches,
  )
}

/** A phone's screen. Paper is never one: lists print as tables. */
export const phoneScreen = 'screen and (width < 48rem)'
