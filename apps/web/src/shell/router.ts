import { createRouter } from '@tanstack/react-router'
import { routeTree } from '../route-tree.gen.ts'
import { ErrorScreen } from './error-screen.tsx'
import { NotFoundScreen } from '../shared/not-found-screen.tsx'
import { parseSearch, stringifySearch } from '../shared/search-params.ts'

/** The screens by their addresses. */
export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFoundScreen,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
