/** What the screen is called: in the browser's tab and history, and as the last of its breadcrumbs. */
import { useLayoutEffect } from 'react'
import { memoryStore, useStore } from '../session/store.ts'

const title = memoryStore('')

/** Names the screen: by its record where it shows one, else by what one does there. */
export function useDocumentTitle(name: string): void {
  // Before the paint, or the former screen's name would show for a moment.
  useLayoutEffect(() => {
    document.title = `${name} · ขับดี`
    title.set(name)
  }, [name])
}

/** The name of the screen that is shown. */
export const useScreenName = (): string => useStore(title)
