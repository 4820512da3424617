import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { aUser } from '../../../test/user.ts'
import { sessionStore } from '../../session/session.ts'
import { SchoolScreen } from './school-screen.tsx'

const stored = {
  name: 'โรงเรียนเดิม',
  name_en: '',
  logo_file_id: null,
  logo_link: null,
  form_idcard: 'branch',
  receipt_idcard: 'branch',
  version: 4,
}

const view = { action: 'view', subject: 'settings' }
const signIn = (ability: { action: string; subject: string }[]) =>
  sessionStore.signIn({ accessToken: 'a', refreshToken: 'r', userData: aUser({ ability }) })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

describe('SchoolScreen', () => {
  it('saves the changed name with the version that was read', async () => {
    signIn([view, { action: 'update', subject: 'settings' }])
    const requests = fakeFetch(({ method }) =>
      ok(method === 'PUT' ? { ...stored, name: 'โรงเรียนใหม่', version: 5 } : stored),
    )
    await renderScreen(<SchoolScreen />)
    const name = await screen.findByDisplayValue(stored.name)
    const user = userEvent.setup()
    await user.clear(name)
    await user.click(screen.getByRole('button', { name: 'บันทึก' }))
    expect(await screen.findByText('กรุณากรอกชื่อโรงเรียน')).toBeTruthy()
    await user.type(name, 'โรงเรียนใหม่')
    await user.click(screen.getByRole('button', { name: 'บันทึก' }))
    const sent = () => requests.filter(({ method }) => method === 'PUT')
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.body).toMatchObject({ name: 'โรงเรียนใหม่', version: 4 })
  })

  it('is read-only without the permission to change the settings', async () => {
    signIn([view])
    fakeFetch(() => ok(stored))
    await renderScreen(<SchoolScreen />)
    const name = await screen.findByDisplayValue(stored.name)
    expect(name.closest('fieldset')?.disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'บันทึก' })).toBeNull()
  })

  it('shows a message instead of the settings without the permission to view them', async () => {
    signIn([])
    fakeFetch(() => ok(stored))
    await renderScreen(<SchoolScreen />)
    expect(await screen.findByText('คุณไม่มีสิทธิ์ใช้งานส่วนนี้')).toBeTruthy()
  })
})
