/** Renders a component under test inside the app's providers, with an in-memory router. */
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useLocation,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { createQueryClient } from '../src/shared/query-client.ts'
import { parseSearch, stringifySearch } from '../src/shared/paths.ts'
import { listSearch } from '../src/crud/list-search.ts'

/**
 * Renders `screen` at `/`; every other path shows its path as text, and `elsewhere`.
 * @param address the initial path and query, e.g. `/?page=2`
 * @param validateSearch schema of the search parameters; by default a list's
 * @returns the router
 */
export async function renderScreen(
  screen: ReactNode,
  address = '/',
  validateSearch: z.ZodObject = listSearch,
  elsewhere: ReactNode = null,
) {
  const rootRoute = createRootRoute()
  const screenRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    validateSearch,
    component: () => screen,
  })
  const otherRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: '$',
    component: () => <Elsewhere>{elsewhere}</Elsewhere>,
  })
  const router = createRouter({
    routeTree: rootRoute.addChildren([screenRoute, otherRoute]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  })
  await router.load()
  render(
    <QueryClientProvider client={createQueryClient()}>
      {/* The router's types are registered for the app's routes, not for these. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return router
}

function Elsewhere({ children }: { children: ReactNode }) {
  return (
    <>
      <p>{useLocation().pathname}</p>
      {children}
    </>
  )
}
