import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useLocation,
} from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useDocumentTitle } from '../shared/screen.tsx'
import { Breadcrumbs } from './app-shell.tsx'

function Screen() {
  const { pathname } = useLocation()
  useDocumentTitle(`จอ ${pathname}`)
  return <Breadcrumbs />
}

const root = createRootRoute()
const anyScreen = createRoute({ getParentRoute: () => root, path: '$', component: Screen })
const router = createRouter({
  routeTree: root.addChildren([anyScreen]),
  history: createMemoryHistory(),
})

async function open(address: string) {
  await act(async () => {
    router.history.push(address)
    await router.load()
  })
}

it('the breadcrumbs link a record to its list with the last filters, and are absent on the list', async () => {
  // The cast: the registered router type has the routes of the app.
  render(<RouterProvider router={router as never} />)
  await open('/courses?page=2')
  expect(screen.queryByRole('navigation')).toBeNull()
  expect(document.title).toBe('จอ /courses · ขับดี')

  await open('/courses/12')
  const link = screen.getByRole('link', { name: 'หลักสูตร' })
  expect(link.getAttribute('href')).toBe('/courses?page=2')
  expect(link.getAttribute('aria-current')).toBeNull()
  expect(screen.getByText('จอ /courses/12').getAttribute('aria-current')).toBe('page')

  await open('/branches/1')
  expect(screen.getByRole('link').getAttribute('href')).toBe('/branches')

  await open('/profile')
  expect(screen.queryByRole('navigation')).toBeNull()
})
