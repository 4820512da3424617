import type { ReactNode } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'

interface UiProviderProps {
  /** Goes to a path of this app without loading the page; used by links and menus of the kit. */
  navigate: (path: string) => void
  children: ReactNode
}

/** Stands once around the app: Thai everywhere, and links that the router follows. */
export function UiProvider({ navigate, children }: UiProviderProps) {
  return (
    <I18nProvider locale="th-TH">
      <RouterProvider navigate={navigate}>{children}</RouterProvider>
    </I18nProvider>
  )
}
