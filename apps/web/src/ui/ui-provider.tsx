import type { ReactNode } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'

/**
 * React Aria derives the sides of popovers and the meaning of arrow keys from the locale. This one is
 * Thai for every formatter, in a right-to-left script.
 */
const mirroredThai = 'th-Arab-TH'

interface UiProviderProps {
  /** Navigates to a path of this app without loading the page; used by links and menus of the kit. */
  navigate: (path: string) => void
  /** Whether the layout runs from right to left. */
  isMirrored?: boolean
  children: ReactNode
}

/** Once around the app: the Thai locale, and links that the router handles. */
export function UiProvider({ navigate, isMirrored = false, children }: UiProviderProps) {
  return (
    <I18nProvider locale={isMirrored ? mirroredThai : 'th-TH'}>
      <RouterProvider navigate={navigate}>{children}</RouterProvider>
    </I18nProvider>
  )
}
