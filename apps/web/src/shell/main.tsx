import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../styles/main.css'
import { UiProvider } from '../ui/ui-provider.tsx'
import { watchConnection } from './connection.ts'
import { usePreferences } from '../session/preferences.ts'
import { createQueryClient } from '../shared/query-client.ts'
import { router } from './routes.tsx'
import { followSession } from './session-navigation.ts'
import { watchVersion } from './version.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const queryClient = createQueryClient()
followSession(router, queryClient)
watchConnection(queryClient)
watchVersion()

const goTo = (path: string) => router.history.push(path)

/** Passes the text direction to the UI library, which needs no other preference. */
function UiWithDirection({ children }: { children: ReactNode }) {
  const [{ rtl }] = usePreferences()
  return (
    <UiProvider navigate={goTo} isMirrored={rtl}>
      {children}
    </UiProvider>
  )
}

createRoot(root).render(
  <StrictMode>
    <UiWithDirection>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </UiWithDirection>
  </StrictMode>,
)

// The print styles are loaded later, because nothing is printed before the app is shown. If the download
// fails, paper looks like the screen, and `watchVersion` reports it like every chunk that cannot be loaded.
import('../styles/print.css').catch(() => undefined)
