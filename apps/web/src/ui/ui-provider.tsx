import type { ReactNode } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'

/**
 * React Aria derives the sides of popovers and the meaning of arrow keys from the locale. This locale
 * formats as Thai, but its script runs from right to left.
 */
const mirroredThai = 'th-Arab-TH'

interface UiProviderProps {
  /** Navigates to a path of this app without loading the page; used by links and menus of `ui`. */
  navigate: (path: string) => void
  /** Whether the layout runs from right to left. */
  isMirrored?: boolean
  children: ReactNode
}

/** Wraps the app. It sets the Thai locale and lets the router handle links of `ui`. */
export function UiProvider({ navigate, isMirrored = false, children }: UiProviderProps) {
  return (
    <I18nProvider locale={isMirrored ? mirroredThai : 'th-TH'}>
      <RouterProvider navigate={navigate}>{children}</RouterProvider>
    </I18nProvider>
  )
}
