import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../styles/main.css'
import { UiProvider } from '../ui/ui-provider.tsx'
import { createQueryClient } from './query-client.ts'
import { router } from './router.ts'
import { followSession } from './session-navigation.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const queryClient = createQueryClient()
followSession(router, queryClient)

createRoot(root).render(
  <StrictMode>
    <UiProvider navigate={(path) => router.history.push(path)}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </UiProvider>
  </StrictMode>,
)
