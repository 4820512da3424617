import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { aUser } from '../../../test/user.ts'
import { sessionStore } from '../../session/session.ts'
import { AuditList } from './audit-list.tsx'

const entry = {
  audit_id: 7,
  at: '2026-11-21T03:00:00.000Z',
  user: 'สมชาย ใจดี',
  username: 'somchai',
  address: '127.0.0.1',
  kind: 'update',
  action: 'แก้ไขหลักสูตร',
  entity: 'หลักสูตร',
  record: 'รถยนต์',
  changes: [{ label: 'ราคา', before: '4,500.00 บาท', after: '<b>5,000.00</b> บาท' }],
}
const systemEntry = { ...entry, audit_id: 8, user: null, username: null, changes: [], kind: 'new' }
const filter = {
  category: [
    { value: 'all', name: 'ทั้งหมด' },
    { value: 'reveal', name: 'แสดงเลขบัตรเต็ม' },
  ],
}
const list = ok([entry, systemEntry], {
  meta: { page: 1, perPage: 10, total: 5000, totalPages: 500, capped: true },
  filter,
})

const signIn = (...ability: { subject: string; action: string }[]) =>
  sessionStore.signIn({ accessToken: 'a', refreshToken: 'r', userData: aUser({ ability }) })

afterEach(() => void vi.unstubAllGlobals())

describe('AuditList', () => {
  it('expands an entry to its old and new values, and shows them as text, not as HTML', async () => {
    signIn({ subject: 'audit', action: 'view' })
    fakeFetch(() => list)
    await renderScreen(<AuditList />)
    const user = userEvent.setup()
    const [button, other] = await screen.findAllByRole('button', { name: /^รายละเอียด/ })
    if (!button || !other) throw new Error('no row')
    expect(button.getAttribute('aria-expanded')).toBe('false')
    await user.click(button)
    expect(button.getAttribute('aria-expanded')).toBe('true')
    const changes = within(screen.getByRole('table', { name: 'แก้ไขหลักสูตร' }))
    expect(changes.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'ข้อมูล',
      'เดิม',
      'ใหม่',
    ])
    expect(changes.getByText('<b>5,000.00</b> บาท')).toBeTruthy()
    await user.click(button)
    expect(screen.queryByRole('table', { name: 'แก้ไขหลักสูตร' })).toBeNull()
    await user.click(other)
    expect(screen.getByText('ไม่มีรายละเอียดเพิ่มเติม')).toBeTruthy()
    expect(screen.getByText('ระบบ')).toBeTruthy()
  })

  it('requests the category given in the URL', async () => {
    signIn({ subject: 'audit', action: 'view' })
    const requests = fakeFetch(() => list)
    await renderScreen(<AuditList />, '/?category=reveal')
    await waitFor(() => expect(requests[0]?.path).toContain('category=reveal'))
    expect(await screen.findByText(/การทำงาน:/)).toBeTruthy()
  })

  it('shows a message and sends no request without permission', async () => {
    signIn()
    const requests = fakeFetch(() => list)
    await renderScreen(<AuditList />)
    expect(await screen.findByText('คุณไม่มีสิทธิ์ใช้งานส่วนนี้')).toBeTruthy()
    expect(requests).toEqual([])
  })
})
