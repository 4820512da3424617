import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { type FakeRequest, fail, fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { aUser } from '../../../test/user.ts'
import { sessionStore } from '../../session/session.ts'
import { ApprovalList } from './approval-list.tsx'

const row = (id: number, changed: object = {}) => ({
  kind: 'payment',
  id,
  application_id: 40 + id,
  type: 'course',
  code: `RC-KKN-6911-000${id}`,
  application_code: 'AP-KKN-6911-0040',
  customer: 'สมหญิง ใจดี',
  amount: 500,
  note: 'พิมพ์ผิดคน',
  branch: 'สาขาขอนแก่น',
  user: 'มานะ ขยัน',
  createdAt: '2026-11-21T03:00:00.000Z',
  can_decide: true,
  ...changed,
})

const request = row(2, {
  kind: 'request_fee',
  code: 'RQ-KKN-6911-0002',
  application_code: 'RQ-KKN-6911-0002',
  type: 'request_fee',
})
const ownRequest = row(3, { can_decide: false })

const list = (rows: object[]) =>
  ok(rows, { meta: { page: 1, perPage: 10, total: rows.length, totalPages: 1 }, filter: {} })

const decisions = (requests: FakeRequest[]) =>
  requests.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }))

beforeEach(() => {
  localStorage.clear()
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({ ability: [{ subject: 'payment', action: 'void' }] }),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('ApprovalList', () => {
  it('approves a deletion with a note and removes the row', async () => {
    let rows = [row(1), ownRequest]
    const requests = fakeFetch(({ method }) => {
      if (method === 'GET') return list(rows)
      rows = [ownRequest]
      return ok(null)
    })
    await renderScreen(<ApprovalList />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'อนุมัติ' }))
    const dialog = within(screen.getByRole('dialog', { name: 'อนุมัติ RC-KKN-6911-0001' }))
    expect(dialog.getByText('พิมพ์ผิดคน')).toBeTruthy()
    expect(dialog.getByText('มานะ ขยัน')).toBeTruthy()
    await user.type(dialog.getByLabelText('หมายเหตุ'), 'ตรวจแล้ว')
    await user.click(dialog.getByRole('button', { name: 'อนุมัติ' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(decisions(requests)).toEqual([
      {
        path: 'payment/decide-delete',
        body: { payment_id: 1, decision: 'approve', note: 'ตรวจแล้ว' },
      },
    ])
    await waitFor(() => expect(screen.queryByText('RC-KKN-6911-0001')).toBeNull())
  })

  it('rejects a request fee through its endpoint', async () => {
    const requests = fakeFetch(({ method }) =>
      method === 'GET' ? list([request]) : ok({ application_id: 42, decision: 'rejected' }),
    )
    await renderScreen(<ApprovalList />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'จัดการ' }))
    await user.click(screen.getByRole('menuitem', { name: 'ไม่อนุมัติ' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'ไม่อนุมัติ' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(decisions(requests)).toEqual([
      { path: 'request/approve', body: { application_id: 2, decision: 'reject', note: '' } },
    ])
  })

  it('shows the user’s own request without the decision actions', async () => {
    fakeFetch(() => list([ownRequest]))
    await renderScreen(<ApprovalList />)
    await screen.findByRole('link', { name: 'RC-KKN-6911-0003' })
    expect(screen.getByText('คำขอของคุณ รออนุมัติ')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'อนุมัติ' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'จัดการ' }))
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'ดูรายละเอียด',
    ])
  })

  it('fetches the list again when another user decided first', async () => {
    let rows = [row(1)]
    fakeFetch(({ method }) => {
      if (method === 'GET') return list(rows)
      rows = []
      return fail(409, 'STATE')
    })
    await renderScreen(<ApprovalList />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'อนุมัติ' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'อนุมัติ' }))
    await waitFor(() => expect(screen.queryByText('RC-KKN-6911-0001')).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('keeps the dialog and its note when the server cannot be reached', async () => {
    fakeFetch(({ method }) => (method === 'GET' ? list([row(1)]) : fail(503, 'UNAVAILABLE')))
    await renderScreen(<ApprovalList />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'อนุมัติ' }))
    const dialog = within(screen.getByRole('dialog'))
    await user.type(dialog.getByLabelText('หมายเหตุ'), 'ตรวจแล้ว')
    await user.click(dialog.getByRole('button', { name: 'อนุมัติ' }))
    expect(await dialog.findByRole('alert')).toBeTruthy()
    expect(dialog.getByLabelText('หมายเหตุ')).toHaveProperty('value', 'ตรวจแล้ว')
  })
})
