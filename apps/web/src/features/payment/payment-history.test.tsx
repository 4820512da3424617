import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { aUser } from '../../../test/user.ts'
import { sessionStore } from '../../session/session.ts'
import { PaymentHistory } from './payment-history.tsx'

const row = (payment_id: number, changed: object = {}) => ({
  payment_id,
  payment_code: `RE-KKN-6911-000${payment_id}`,
  application_id: 40 + payment_id,
  application_code: 'AP-KKN-6911-0040',
  kind: 'course',
  refund: false,
  customer: 'สมหญิง ใจดี',
  lines: 'รถยนต์',
  pay_type: 'cash',
  paid: 500,
  vat_value: 0,
  status: 'normal',
  bank_reference: '',
  note: '',
  closing_code: '',
  branch: 'สาขาขอนแก่น',
  user: 'สมศรี ใจดี',
  createdAt: '2026-11-21T03:00:00.000Z',
  ...changed,
})

const rows = [
  row(1, { closing_code: 'DC-KKN-6911-0001' }),
  row(2, { payment_code: 'RF-KKN-6911-0001', refund: true, paid: -200, pay_type: 'transfer' }),
  row(3, { status: 'deleted', note: 'ผู้ปกครองชำระแทน' }),
]
const answer = ok(rows, {
  meta: { page: 1, perPage: 10, total: 3, totalPages: 1 },
  total: { cash: 500, banktransfer: -200 },
  filter: {},
})

const tab = {
  opener: null,
  closed: false,
  document: { title: '', body: { textContent: '' } },
  location: { replace: vi.fn() },
  close: vi.fn(),
}

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('open', () => tab)
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({ ability: [{ subject: 'payment', action: 'view' }] }),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('PaymentHistory', () => {
  it('filters by today in Bangkok by default, with a chip that removes the filter', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T18:00:00Z'), toFake: ['Date'] })
    const requests = fakeFetch(() => answer)
    await renderScreen(<PaymentHistory />)
    await screen.findByText('RE-KKN-6911-0001')
    expect(screen.getByText('ผู้ปกครองชำระแทน')).toBeTruthy()
    const query = new URLSearchParams(requests[0]?.path.split('?')[1])
    expect(Object.fromEntries(query)).toMatchObject({ start: '2026-11-21', end: '2026-11-21' })
    await userEvent.click(screen.getByRole('button', { name: 'ล้างตัวกรอง ช่วงวันที่' }))
    await waitFor(() => expect(requests).toHaveLength(2))
    expect(requests[1]?.path).not.toContain('start=')
  })

  it('marks refunds and voided or closed payments, and shows the sum of each pay type', async () => {
    fakeFetch(() => answer)
    await renderScreen(<PaymentHistory />)
    await screen.findByText('RE-KKN-6911-0001')
    const [, closed, refund, voided] = screen.getAllByRole('row')
    expect(within(closed!).getByText('DC-KKN-6911-0001')).toBeTruthy()
    expect(within(refund!).getByText('-200.00').className).toContain('text-danger')
    expect(within(refund!).getByText('คืนเงิน')).toBeTruthy()
    expect(within(voided!).getByText('500.00').className).toContain('line-through')
    expect(within(voided!).getByText('ยกเลิกใบเสร็จแล้ว')).toBeTruthy()
    const sums = screen.getAllByRole('definition').slice(0, 2)
    expect(sums.map(({ textContent }) => textContent)).toEqual(['500.00', '-200.00'])
  })

  it('prints the receipt of a payment and the document of a refund', async () => {
    const requests = fakeFetch(({ path }) => (path.endsWith('pdf') ? ok({ pdf: '/f' }) : answer))
    await renderScreen(<PaymentHistory />)
    const [receipt, refund] = await screen.findAllByRole('button', { name: /^จัดการ/ })
    const user = userEvent.setup()
    await user.click(receipt!)
    await user.click(screen.getByRole('menuitem', { name: 'พิมพ์ใบเสร็จ' }))
    await user.click(refund!)
    await user.click(screen.getByRole('menuitem', { name: 'พิมพ์ใบคืนเงิน' }))
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledTimes(2))
    const prints = requests.filter(({ path }) => path.endsWith('pdf'))
    expect(prints.map(({ path, body }) => [path, body])).toEqual([
      ['payment/pdf', { payment_id: 1 }],
      ['request/refund/pdf', { application_id: 42, payment_id: 2 }],
    ])
  })
})
