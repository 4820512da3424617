import { customer } from '@khapdee/contract/entities/customer'
import { customerMerge } from '@khapdee/contract/entities/customer-merge'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { CustomerLookup, searchFor } from './customer-lookup.tsx'
import { blankCustomer } from './customer-values.ts'

const row = (customer_id: number, fname: string) => ({
  ...blankCustomer,
  customer_id,
  version: 1,
  fname,
  sname: 'ใจดี',
  name: `${fname} ใจดี`,
  idcard: '1-1000-xxxxx-01-6',
  phone_1: '0812345678',
  age: null,
  privacy_notice_at: null,
  privacy_notice_version: '',
  is_visible: true,
})

afterEach(() => vi.unstubAllGlobals())

describe('searchFor', () => {
  it.each([
    ['081-234-5678', { phone: '0812345678' }],
    ['๐๔๓ ๒๒๔ ๐๐๐', { phone: '043224000' }],
    ['1-1000-00000-01-6', { idcard: '1100000000016' }],
    ['๑๑๐๐๐๐๐๐๐๐๐๑๖', { idcard: '1100000000016' }],
    ['110000000001', { text: '110000000001' }],
    ['สมหญิง', { text: 'สมหญิง' }],
    ['0812', { text: '0812' }],
  ])('converts %s to a search by ID number, phone number or text', (text, search) => {
    expect(searchFor(text)).toEqual(search)
  })
})

describe('CustomerLookup', () => {
  it('shows every match and passes the chosen one to onChoose', async () => {
    const requests = fakeFetch(() => ok(row(7, 'สมหญิง'), { others: [row(8, 'สมศรี')] }))
    const onChoose = vi.fn<(chosen: { customer_id: number }) => void>()
    await renderScreen(
      <CustomerLookup endpoint={customer.check} onClose={() => {}} onChoose={onChoose} />,
    )
    const user = userEvent.setup()
    await user.type(screen.getByRole('textbox'), 'สม')
    await user.click(await screen.findByRole('option', { name: /สมศรี ใจดี/ }))
    expect(onChoose.mock.calls[0]?.[0].customer_id).toBe(8)
    expect(requests).toHaveLength(1)
  })

  it('chooses the only match on Enter, and shows what the customer owes', async () => {
    fakeFetch(() => ok({ ...row(7, 'สมหญิง'), balance: 3000 }, { others: [] }))
    const onChoose = vi.fn<(chosen: { customer_id: number }) => void>()
    await renderScreen(
      <CustomerLookup endpoint={customer.check} onClose={() => {}} onChoose={onChoose} />,
    )
    const user = userEvent.setup()
    await user.type(screen.getByRole('textbox'), 'สมห')
    expect(await screen.findByText('3,000.00')).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(onChoose.mock.calls[0]?.[0].customer_id).toBe(7)
  })

  it('focuses the first of several matches on Enter, even before they arrive, and chooses one by the arrows', async () => {
    fakeFetch(() => ok(row(7, 'สมหญิง'), { others: [row(8, 'สมศรี')] }))
    const onChoose = vi.fn<(chosen: { customer_id: number }) => void>()
    await renderScreen(
      <CustomerLookup endpoint={customer.check} onClose={() => {}} onChoose={onChoose} />,
    )
    const user = userEvent.setup()
    await user.type(screen.getByRole('textbox'), 'สม{Enter}')
    const first = await screen.findByRole('option', { name: /สมหญิง/ })
    await waitFor(() => expect(document.activeElement).toBe(first))
    expect(onChoose).not.toHaveBeenCalled()
    await user.keyboard('{ArrowDown}{Enter}')
    expect(onChoose.mock.calls[0]?.[0].customer_id).toBe(8)
  })

  it('omits the customer with the excluded id', async () => {
    fakeFetch(() => ok(row(7, 'สมหญิง'), { others: [row(8, 'สมศรี')] }))
    await renderScreen(
      <CustomerLookup
        endpoint={customerMerge.find}
        excludedId={7}
        onClose={() => {}}
        onChoose={() => {}}
      />,
    )
    await userEvent.setup().type(screen.getByRole('textbox'), 'สม')
    expect(await screen.findByRole('option', { name: /สมศรี ใจดี/ })).toBeTruthy()
    expect(screen.queryByRole('option', { name: /สมหญิง/ })).toBeNull()
  })

  it('shows an empty state when no customer matches', async () => {
    fakeFetch(() => ok(null, { others: [] }))
    await renderScreen(
      <CustomerLookup endpoint={customer.check} onClose={() => {}} onChoose={() => {}} />,
    )
    await userEvent.setup().type(screen.getByRole('textbox'), 'ไม่มีใคร')
    expect(await screen.findByText('ไม่พบข้อมูล')).toBeTruthy()
  })
})
