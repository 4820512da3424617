import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../test/fake-fetch.ts'
import { aUser } from '../../test/user.ts'
import { sessionStore } from '../session/session.ts'
import { NoticeArea } from './notices.tsx'

const text = 'ไม่มีข้อมูลสำรองที่ใหม่กว่า 36 ชั่วโมง'

async function show(
  is_overdue: boolean,
  { action = 'view', lacks_folder = false, address = '/' } = {},
) {
  const userData = aUser({ ability: [{ subject: 'backup', action }] })
  sessionStore.signIn({ accessToken: 'a', refreshToken: 'r', userData })
  const status = {
    is_configured: !lacks_folder,
    lacks_folder,
    keep: 1,
    server: '',
    backups: [],
    is_running: false,
  }
  const requests = fakeFetch(() => ok({ ...status, is_overdue, progress: null, has_failed: false }))
  await renderScreen(<NoticeArea />, address, undefined, <NoticeArea />)
  return requests
}

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('the notice of backups', () => {
  it('links to the backups for users who may see them when the last one is too old', async () => {
    await show(true)
    await screen.findByText(text)
    expect(screen.getByRole('link').getAttribute('href')).toBe('/backups')
  })

  it('is not shown while there is a recent one, and does not call the server for other users', async () => {
    const requests = await show(false)
    await waitFor(() => expect(requests.length).toBeGreaterThan(0))
    expect(screen.queryByText(text)).toBeNull()
    expect(await show(true, { action: 'nothing' })).toEqual([])
  })

  it('says on the dashboard, and only there, that a server in production makes none', async () => {
    const requests = await show(false, { lacks_folder: true, address: '/customers' })
    await waitFor(() => expect(requests.length).toBeGreaterThan(0))
    expect(screen.queryByRole('link')).toBeNull()
    cleanup()
    await show(false, { lacks_folder: true, address: '/dashboard' })
    await screen.findByText('ยังไม่มีการสำรองข้อมูลทุกคืน')
  })
})
