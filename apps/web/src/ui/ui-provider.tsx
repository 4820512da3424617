import type { ReactNode } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'

/**
 * React Aria takes the sides of popovers and the meaning of arrow keys from the locale. This one is
 * Thai to every formatter, in a script that runs from right to left.
 */
const mirroredThai = 'th-Arab-TH'

interface UiProviderProps {
  /** Goes to a path of this app without loading the page; used by links and menus of the kit. */
  navigate: (path: string) => void
  /** Whether the layout runs from right to left. */
  isMirrored?: boolean
  children: ReactNode
}

/** Stands once around the app: Thai everywhere, and links that the router follows. */
export function UiProvider({ navigate, isMirrored = false, children }: UiProviderProps) {
  return (
    <I18nProvider locale={isMirrored ? mirroredThai : 'th-TH'}>
      <RouterProvider navigate={navigate}>{children}</RouterProvider>
    </I18nProvider>
  )
}
