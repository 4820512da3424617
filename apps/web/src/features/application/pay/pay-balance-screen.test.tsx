import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../../../test/fake-fetch.ts'
import { anApplication } from '../../../../test/records.ts'
import { aUser } from '../../../../test/user.ts'
import { sessionStore } from '../../../session/session.ts'
import { PayBalanceList } from './pay-balance-screen.tsx'

const row = (application_id: number, changed: object = {}) => ({
  application_id,
  application_code: `AP-KKN-6911-000${application_id}`,
  type: 'course',
  customer: 'สมหญิง ใจดี',
  idcard: '1-1000-xxxxx-01-6',
  phone_1: '0812345678',
  course_name: 'รถยนต์',
  total: 5000,
  discount: 0,
  net: 5000,
  paid: 2000,
  balance: 3000,
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
const listOf = (rows: readonly object[]) =>
  ok(rows, {
    meta: { page: 1, perPage: 10, total: rows.length, totalPages: 1 },
    total: { net: 0, paid: 0, written_off: 0, balance: 0, cash: 0, banktransfer: 0 },
    filter: {},
  })

const signIn = (...actions: string[]) =>
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({ ability: actions.map((action) => ({ subject: 'application', action })) }),
  })

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(window, 'open').mockReturnValue(null)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('takes a searched balance in place by keys, and returns to the empty search field', async () => {
  signIn('view', 'pay')
  const receipt = {
    payment_id: 5,
    payment_code: 'RE-KKN-6911-0002',
    pay_type: 'cash',
    paid: 3000,
    pdf: '/x',
  }
  const requests = fakeFetch(({ path }) => {
    if (path.startsWith('payment/paybalance/gettable'))
      return listOf(path.includes('text=0001') ? [row(1)] : [row(1), row(2)])
    if (path === 'application/get/1') return ok({ ...anApplication, application_id: 1 })
    return ok({ application_id: 1, balance: 0, pdf: '/x', payments: [receipt] })
  })
  await renderScreen(<PayBalanceList />)
  await screen.findByRole('link', { name: 'AP-KKN-6911-0002' })
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'ค้นหาหรือสแกน' })
  expect(document.activeElement).toBe(field)
  const user = userEvent.setup()
  await user.keyboard('0001{Enter}')
  const dialog = within(await screen.findByRole('dialog'))
  await user.keyboard('{F8}')
  await waitFor(() =>
    expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'รับเงินมา' })),
  )
  await user.keyboard('4000{F9}')
  const end = within(await screen.findByRole('region', { name: 'รับชำระเงินแล้ว' }))
  expect(end.getByText('1,000.00')).toBeTruthy()
  expect(requests.filter(({ path }) => path === 'application/paybalance')).toHaveLength(1)
  // Presses right after the payment are ignored.
  await waitFor(async () => {
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('region', { name: 'รับชำระเงินแล้ว' })).toBeNull()
  })
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(field.value).toBe('')
})

it('offers payments only for payable applications', async () => {
  signIn('view', 'pay')
  fakeFetch(() =>
    listOf([
      row(1),
      row(2, { status: 'paid', balance: 0, payable: false }),
      row(3, { type: 'request_fee', decision: 'rejected', payable: false }),
    ]),
  )
  await renderScreen(<PayBalanceList />)
  expect(await screen.findAllByRole('button', { name: /^รับชำระยอดค้าง/ })).toHaveLength(1)
})

it('shows a message without permission to take payments', async () => {
  signIn('view')
  fakeFetch(() => listOf([]))
  await renderScreen(<PayBalanceList />)
  expect(screen.getByText('คุณไม่มีสิทธิ์ใช้งานส่วนนี้')).toBeTruthy()
})
