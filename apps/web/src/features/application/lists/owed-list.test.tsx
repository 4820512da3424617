import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../../../test/fake-fetch.ts'
import { aUser } from '../../../../test/user.ts'
import { sessionStore } from '../../../session/session.ts'
import { OverdueList } from './owed-list.tsx'

const row = (application_id: number, changed: object = {}) => ({
  application_id,
  application_code: `EX-KKN-6911-000${application_id}`,
  type: 'exam',
  customer: 'สมหญิง ใจดี',
  idcard: '1-1000-xxxxx-01-6',
  phone_1: '0812345678',
  course_name: 'สอบภาคปฏิบัติ',
  total: 1500,
  discount: 0,
  net: 1500,
  paid: 500,
  balance: 1000,
  documents_missing: 0,
  refund_pending: false,
  payable: true,
  refund_due: false,
  status: 'outstanding',
  decision: null,
  vehicle: null,
  branch: 'สาขาขอนแก่น',
  user: 'สมศรี ใจดี',
  createdAt: '2026-09-01T03:00:00.000Z',
  age: 81,
  bucket: '61-90',
  due_date: null,
  due_state: 'no_day',
  ...changed,
})

const rows = [
  row(1),
  row(2, { status: 'paid', balance: 0, paid: 1500, age: 0, bucket: '0-30', payable: false }),
  row(3, { type: 'request_fee', decision: 'rejected', payable: false }),
]
const answer = ok(rows, {
  meta: { page: 1, perPage: 10, total: 3, totalPages: 1 },
  total: { net: 4500, paid: 2500, written_off: 0, balance: 2000, cash: 1800, banktransfer: 700 },
  filter: {},
})

const signIn = (...actions: string[]) =>
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({ ability: actions.map((action) => ({ subject: 'application', action })) }),
  })

const requestedStatuses = (requests: { path: string }[]) =>
  requests.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('status'))

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

describe('OverdueList', () => {
  it('has no filter by status, because the server lists only payable applications', async () => {
    signIn('view')
    const requests = fakeFetch(() => answer)
    await renderScreen(<OverdueList />)
    await screen.findByRole('link', { name: 'EX-KKN-6911-0001' })
    expect(requestedStatuses(requests)).toEqual([null])
    expect(screen.queryByLabelText('สถานะ')).toBeNull()
  })

  it('shows the five sums of the filtered rows, and an age only with a balance', async () => {
    signIn('view')
    fakeFetch(() => answer)
    await renderScreen(<OverdueList />)
    await screen.findByRole('link', { name: 'EX-KKN-6911-0001' })
    for (const sum of ['4,500.00', '2,500.00', '2,000.00', '1,800.00', '700.00']) {
      expect(screen.getByText(sum)).toBeTruthy()
    }
    const [, owed, paid] = screen.getAllByRole('row')
    expect(within(owed!).getByText('81 วัน')).toBeTruthy()
    expect(within(owed!).getByText('61–90 วัน')).toBeTruthy()
    expect(within(paid!).queryByText('0 วัน')).toBeNull()
  })

  it('links only payable applications to their payment dialog', async () => {
    signIn('view', 'pay')
    fakeFetch(() => answer)
    await renderScreen(<OverdueList />)
    const pay = await screen.findAllByRole('link', { name: /^รับชำระยอดค้าง/ })
    expect(pay.map((link) => link.getAttribute('href'))).toEqual([
      '/exam-applications/1?branch=all&worklist=overdue#pay',
    ])
  })

  it('offers no payment without permission to take payments', async () => {
    signIn('view')
    fakeFetch(() => answer)
    await renderScreen(<OverdueList />)
    await screen.findByRole('link', { name: 'EX-KKN-6911-0001' })
    expect(screen.queryByRole('link', { name: /^รับชำระยอดค้าง/ })).toBeNull()
  })
})
