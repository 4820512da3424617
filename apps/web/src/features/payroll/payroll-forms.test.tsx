import { satang } from '@khapdee/domain/money'
import { day } from '@khapdee/domain/thai-date'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { NewLoanForm, RepayForm } from './loan-forms.tsx'
import { OpeningForm } from './opening-form.tsx'
import { WorkRateForm } from './work-rate-form.tsx'

afterEach(() => vi.unstubAllGlobals())

const onClose = () => {}
const items = [{ value: 3, name: 'ค่าคุมสอบ' }]
const loan = {
  payroll_loan_id: 5,
  user_id: 7,
  branch_id: 1,
  type: 'loan' as const,
  principal: satang(150_000),
  instalment: satang(50_000),
  first_month: '2026-11',
  day: day('2026-11-01'),
  pay_type: 'cash' as const,
  has_consent: true,
  note: '',
  state: 'open' as const,
  balance: satang(150_000),
  events: [],
  is_cancellable: true,
  version: 2,
}

it.each<[string, ReactNode, Record<string, string>, RegExp, object]>([
  [
    'a rate',
    <WorkRateForm key="rate" userId={7} stored={null} items={items} onClose={onClose} />,
    { อัตรา: '300' },
    /^บันทึก$/,
    { user_id: 7, kind: 'exam_panel', role: null, rate: 300, unit: 'time', list_payroll_id: 3 },
  ],
  [
    'sums of a year',
    <OpeningForm key="opening" userId={7} stored={null} onClose={onClose} />,
    { เงินได้ประจำ: '600000', ภาษีที่หักไว้: '5000.50' },
    /^บันทึก$/,
    { user_id: 7, type: 'earlier_months', regular: 600_000, irregular: 0, tax: 5_000.5 },
  ],
  [
    'a loan',
    <NewLoanForm key="loan" userId={7} branchId={1} onClose={onClose} />,
    { จำนวนเงินที่จ่าย: '1500', หักคืนงวดละ: '500' },
    /^บันทึกการจ่าย$/,
    { user_id: 7, principal: 1_500, instalment: 500 },
  ],
  [
    'a repayment',
    <RepayForm key="repay" loan={loan} onClose={onClose} />,
    {},
    /^บันทึกการรับคืน$/,
    { payroll_loan_id: 5, value: 1_500, version: 2 },
  ],
])('sends %s with the typed amounts, in baht', async (_, form, typed, button, body) => {
  const requests = fakeFetch(() => ok({}))
  await renderScreen(form)
  for (const [label, value] of Object.entries(typed)) {
    const field = await screen.findByRole('textbox', { name: new RegExp(`^${label}`) })
    await userEvent.clear(field)
    await userEvent.type(field, value)
  }
  await userEvent.click(await screen.findByRole('button', { name: button }))
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject(body),
  )
})
