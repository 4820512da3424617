/** A part of the shell under test, around every screen. */
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

/** Renders `part` while the screen at `address` is shown; the kit's links go through the router. */
export async function renderShell(part: ReactNode, address: string) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => part, notFoundComponent: () => part }),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  await router.load()
  render(
    <UiProvider navigate={(path) => router.history.push(path)}>
      <QueryClientProvider client={createQueryClient()}>
        {/* The router's types know the app's own routes; these replace them in tests. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </UiProvider>,
  )
  return router
}
