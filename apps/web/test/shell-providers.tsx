/** Renders a part of the shell under test inside the app's providers, with an in-memory router. */
import { QueryClientProvider } from '@tanstack/react-query'
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRouter,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createQueryClient } from '../src/shared/query-client.ts'
import { UiProvider } from '../src/ui/ui-provider.tsx'

/** Renders `part` at the path `address`; links of `ui` use the router. @returns the router */
export async function renderShell(part: ReactNode, address: string) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => part, notFoundComponent: () => part }),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  await router.load()
  render(
    <UiProvider navigate={(path) => router.history.push(path)}>
      <QueryClientProvider client={createQueryClient()}>
        {/* The router's types are registered for the app's routes, not for these. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </UiProvider>,
  )
  return router
}
