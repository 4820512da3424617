import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { aUser } from '../../../test/user.ts'
import { sessionStore } from '../../session/session.ts'
import { PayrollList } from './month-list.tsx'

beforeEach(() => {
  const userData = aUser({ ability: [{ subject: 'payroll', action: 'view' }] })
  sessionStore.signIn({ accessToken: 'a', refreshToken: 'r', userData })
})
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['what is not paid by default', '/', 'outstanding'],
  ['all months when the status was removed', '/?status=all', 'all'],
  ['months of a status', '/?status=paid', 'paid'],
])('asks for %s', async (_, address, status) => {
  const total = { income: 0, deduction: 0, net: 0, employer: 0 }
  const meta = { page: 1, perPage: 10, total: 0, totalPages: 1 }
  const requests = fakeFetch(() => ok([], { filter: {}, meta, total }))
  await renderScreen(<PayrollList />, address)
  const asked = () => requests.map(({ path }) => new URL(path, 'http://school').searchParams)
  await waitFor(() => expect(asked().map((query) => query.get('status'))).toContain(status))
})
