import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../../../test/fake-fetch.ts'
import { aUser } from '../../../../test/user.ts'
import { sessionStore } from '../../../session/session.ts'
import { ApplicationList } from './application-list.tsx'

const row = (application_id: number, paid: number) => ({
  application_id,
  application_code: `AP-KKN-6911-000${application_id}`,
  // The endpoints of other fees and request fees use these names for id and number.
  application_other_fee_id: application_id,
  application_other_fee_code: `AP-KKN-6911-000${application_id}`,
  application_request_fee_code: `AP-KKN-6911-000${application_id}`,
  type: 'course',
  customer: 'สมหญิง ใจดี',
  idcard: '1-1000-xxxxx-01-6',
  phone_1: '0812345678',
  course_name: 'รถยนต์',
  vehicle: null,
  total: 5000,
  discount: 0,
  net: 5000,
  paid,
  balance: 5000 - paid,
  status: paid === 5000 ? 'paid' : 'outstanding',
  documents_missing: 0,
  pdf: '/files/applications/x/AP-KKN-6911-0001.pdf',
  refund_pending: false,
  payable: paid < 5000,
  refund_due: false,
  decision: null,
  branch: 'สาขาขอนแก่น',
  user: 'สมศรี ใจดี',
  createdAt: '2026-11-21T03:00:00.000Z',
})

const answer = ok([row(1, 5000), row(2, 0)], {
  meta: { page: 1, perPage: 10, total: 2, totalPages: 1 },
  total: { net: 10000, paid: 4000, written_off: 1000, balance: 5000 },
  filter: { status: [{ value: 'all', name: 'ทั้งหมด' }] },
})

beforeEach(() => {
  localStorage.clear()
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({ ability: [{ subject: 'application', action: 'view' }] }),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('ApplicationList', () => {
  it('requests the applications with the filters of the URL and shows their totals', async () => {
    const requests = fakeFetch(() => answer)
    await renderScreen(<ApplicationList kind="course" />, '/?start=2026-11-01&text=สม')
    await screen.findByRole('link', { name: 'AP-KKN-6911-0001' })
    const query = new URLSearchParams(requests[0]?.path.split('?')[1])
    expect(Object.fromEntries(query)).toMatchObject({
      type: 'course',
      start: '2026-11-01',
      text: 'สม',
    })
    expect(screen.getByText('10,000.00')).toBeTruthy()
    expect(screen.getByText('ยอดที่ตัดออก').nextSibling?.textContent).toBe('1,000.00')
    expect(screen.getByText('01/11/2569')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'สมัครเรียนใหม่' })).toBeNull()
  })

  it.each([
    ['exam', 'application/gettable', { type: 'exam', status: 'outstanding' }],
    ['vehicle_check', 'application/gettable', { type: 'vehicle_check', status: 'outstanding' }],
    ['other_fee', 'applicationfee/gettable', {}],
    ['request_fee', 'request/gettable', {}],
  ] as const)(
    'requests the %s list from its endpoint with its filters',
    async (kind, path, filter) => {
      const requests = fakeFetch(() => answer)
      await renderScreen(<ApplicationList kind={kind} />)
      await screen.findByText('AP-KKN-6911-0001')
      const [endpointPath, query] = requests[0]?.path.split('?') ?? []
      expect(endpointPath).toBe(path)
      const { type, status } = Object.fromEntries(new URLSearchParams(query))
      expect({ ...(type && { type }), ...(status && { status }) }).toEqual(filter)
    },
  )

  it('shows the decision on a request fee', async () => {
    const requested = { ...row(3, 0), type: 'request_fee', decision: 'rejected' }
    fakeFetch(() => ({ body: { ...answer.body, data: [requested] } }))
    await renderScreen(<ApplicationList kind="request_fee" />)
    expect(await screen.findByText('ไม่อนุมัติ')).toBeTruthy()
    expect(screen.getByLabelText('ผลการอนุมัติ / เอกสาร')).toBeTruthy()
  })

  it('explains missing totals and marks a capped count', async () => {
    const body = {
      ...answer.body,
      meta: { page: 1, perPage: 10, total: 10_000, totalPages: 1000, capped: true },
      total: null,
    }
    fakeFetch(() => ({ body }))
    await renderScreen(<ApplicationList kind="course" />)
    expect(await screen.findByText('พิมพ์คำค้นให้เจาะจงขึ้นเพื่อดูยอดรวม')).toBeTruthy()
    expect(screen.getByText('ทั้งหมด 10,000+ รายการ')).toBeTruthy()
    expect(screen.getByText('แสดง 1–10 จาก 10,000+ รายการ')).toBeTruthy()
    expect(screen.queryByText('ยอดสุทธิ', { selector: 'dt' })).toBeNull()
  })

  it('hides the columns that are hidden in the stored preferences', async () => {
    fakeFetch(() => answer)
    await renderScreen(<ApplicationList kind="course" />)
    await screen.findByText('AP-KKN-6911-0001')
    expect(screen.getAllByText('รถยนต์')).toHaveLength(2)
    localStorage.setItem('khapdee.columns', '{"7":{"application":["course_name"]}}')
    act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'khapdee.columns' })))
    expect(screen.queryByText('รถยนต์')).toBeNull()
  })

  it('offers the payment only for applications for which one can be received', async () => {
    const ability = [
      { subject: 'application', action: 'view' },
      { subject: 'application', action: 'pay' },
    ]
    sessionStore.signIn({ accessToken: 'a', refreshToken: 'r', userData: aUser({ ability }) })
    const frozen = { ...row(3, 0), refund_pending: true, payable: false }
    fakeFetch(() => ({ body: { ...answer.body, data: [row(2, 0), frozen] } }))
    await renderScreen(<ApplicationList kind="course" />)
    const user = userEvent.setup()
    const offered = []
    for (const manage of await screen.findAllByRole('button', { name: /^จัดการ/ })) {
      await user.click(manage)
      await screen.findByRole('menuitem', { name: 'พิมพ์ใบสมัคร' })
      offered.push(screen.queryByRole('menuitem', { name: 'รับชำระยอดค้าง' }) !== null)
      await user.keyboard('{Escape}')
    }
    expect(offered).toEqual([true, false])
  })

  it('offers receipts only for applications with a payment', async () => {
    fakeFetch(() => answer)
    await renderScreen(<ApplicationList kind="course" />)
    const user = userEvent.setup()
    const [paid, unpaid] = await screen.findAllByRole('button', { name: /^จัดการ/ })
    await user.click(paid!)
    expect(screen.getByRole('menuitem', { name: 'พิมพ์ใบเสร็จ' })).toBeTruthy()
    await user.keyboard('{Escape}')
    await user.click(unpaid!)
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'พิมพ์ใบสมัคร' })).toBeTruthy())
    expect(screen.queryByRole('menuitem', { name: 'พิมพ์ใบเสร็จ' })).toBeNull()
  })
})
