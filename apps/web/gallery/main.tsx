/**
 * The gallery: every component in every state, at `/gallery` of the development server. The product's
 * build starts at index.html and its style sheet scans src, so neither includes the gallery.
 */
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './gallery.css'
import { usePreferences } from '../src/session/preferences.ts'
import { createQueryClient } from '../src/shared/query-client.ts'
import { UiProvider } from '../src/ui/ui-provider.tsx'
import { Gallery } from './gallery.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('gallery.html has no #root')

const ignoreNavigation = () => undefined

function Page() {
  const [{ rtl }] = usePreferences()
  return (
    <UiProvider navigate={ignoreNavigation} isMirrored={rtl}>
      <Gallery />
    </UiProvider>
  )
}

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <Page />
    </QueryClientProvider>
  </StrictMode>,
)
