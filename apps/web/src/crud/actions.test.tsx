import { payment } from '@khapdee/contract/entities/payment'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../test/fake-fetch.ts'
import { aUser } from '../../test/user.ts'
import { sessionStore } from '../session/session.ts'
import { ExportButton } from './actions.tsx'

const table = { filters: { branch: '1', status: 'all', text: 'ป้ำ' }, sort: '-paid' }
const button = () => (
  <ExportButton endpoint={payment.exportHistory} table={table} fixedFilters={{ type: 'exam' }} />
)
const signIn = (...actions: string[]) =>
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({ ability: actions.map((action) => ({ action, subject: 'payment' })) }),
  })

const downloads: string[] = []
beforeEach(() => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    downloads.push(new URL(this.href).pathname)
  })
})
afterEach(() => {
  downloads.length = 0
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('ExportButton', () => {
  it('requests the list as filtered and sorted, and downloads the file', async () => {
    signIn('export')
    const requests = fakeFetch(() => ok({ file: '/files/exports/t/payments.xlsx' }))
    await renderScreen(button())
    await userEvent.click(await screen.findByRole('button', { name: 'ส่งออก Excel' }))
    await waitFor(() => expect(downloads).toEqual(['/files/exports/t/payments.xlsx']))
    expect(requests).toMatchObject([
      { path: 'payment/export', body: { branch: '1', text: 'ป้ำ', type: 'exam', sort: '-paid' } },
    ])
  })

  it('is not shown without the permission to export', async () => {
    signIn('view')
    await renderScreen(button())
    expect(screen.queryByRole('button', { name: 'ส่งออก Excel' })).toBeNull()
  })
})
