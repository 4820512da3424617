import type { PayrollPerson } from '@khapdee/contract/entities/payroll'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fail, fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { aUser } from '../../../test/user.ts'
import { sessionStore } from '../../session/session.ts'
import { AlertArea } from '../../shell/notices.tsx'
import { PayrollMonth } from './month-screen.tsx'

/** A draft with a salary of this many baht, in a line with this id. */
const aMonth = (
  version: number,
  salary: number,
  id = 11,
): Record<keyof PayrollPerson, unknown> => ({
  payroll_id: 1,
  month: '2026-10',
  salary: [
    {
      payroll_line_id: id,
      list_payroll_id: null,
      type: 'income',
      category: 'wages',
      name: 'เงินเดือน',
      condition: 'fill',
      title_value: 'baht',
      per_value: 0,
      value: salary,
      amount: salary,
      carried: 0,
      posting: null,
      taxable: true,
      in_sso_base: true,
      regular: true,
      source: 'salary',
      explanation: [],
      proposed: null,
      override_reason: null,
      work: [],
    },
  ],
  income: [],
  work_changes: [],
  deduction: [],
  user_info: {
    user_id: 7,
    name: 'สมชาย ใจดี',
    branch_id: 1,
    branch: 'ขอนแก่น',
    position: '',
    pay_as: 'employee',
    pay_type: 'transfer',
    bank: '',
    bank_acc: '',
  },
  is_approve: false,
  is_payroll: false,
  status: 'draft',
  totals: { income: salary, deduction: 0, net: salary, employer: 0 },
  pay_date: '2026-10-30',
  overtime: [],
  unpaid_days: 0,
  consent: '',
  note: '',
  return_note: '',
  payslip_code: null,
  revision: 0,
  steps: [],
  flags: [],
  is_editable: true,
  version,
})
const detail = { year: 2026, income: 0, tax: 0, sso: 0, provident_fund: 0 }

beforeEach(() => {
  const ability = ['view', 'update'].map((action) => ({ subject: 'payroll', action }))
  sessionStore.signIn({ accessToken: 'a', refreshToken: 'r', userData: aUser({ ability }) })
})
afterEach(() => vi.unstubAllGlobals())

describe('the month of a person', () => {
  it('keeps typed values when another user saves, asks for a missing reason, and reloads on request', async () => {
    let current = aMonth(1, 15_000)
    const requests = fakeFetch(({ method, path }) => {
      if (method === 'PUT') return fail(409, 'CONFLICT')
      return path.startsWith('payroll/user/')
        ? ok(current, { detail })
        : ok({ branch: [], status: [], position: [], month: [], income: [], deduction: [] })
    })
    await renderScreen(
      <>
        <AlertArea />
        <PayrollMonth id={7} month="2026-10" />
      </>,
    )
    const amount = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^จำนวน เงินเดือน/ })
    await userEvent.clear(await amount())
    await userEvent.type(await amount(), '15500')

    current = aMonth(2, 16_000)
    const reads = requests.length
    window.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(requests.length).toBeGreaterThan(reads))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect((await amount()).value.replace(',', '')).toContain('15500')

    const save = screen.getByRole('button', { name: 'บันทึก' })
    await userEvent.click(save)
    const reason = screen.getByRole('textbox', { name: /^เหตุผลที่เปลี่ยน/ })
    expect(document.activeElement).toBe(reason)
    expect(requests.filter(({ method }) => method === 'PUT')).toEqual([])
    await userEvent.type(reason, 'ปรับเงินเดือน')
    await userEvent.click(save)
    await userEvent.click(await screen.findByRole('button', { name: 'โหลดใหม่' }))
    await waitFor(async () => expect((await amount()).value.replace(',', '')).toContain('16000'))
    expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({ version: 1 })
  })

  it('keeps values typed while the month is being saved, and saves them next', async () => {
    let current = aMonth(1, 15_000)
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const requests = fakeFetch(async ({ method, path }) => {
      if (method === 'PUT') {
        await answered
        current = aMonth(2, 15_500, 12)
        return ok(current)
      }
      return path.startsWith('payroll/user/')
        ? ok(current, { detail })
        : ok({ branch: [], status: [], position: [], month: [], income: [], deduction: [] })
    })
    await renderScreen(<PayrollMonth id={7} month="2026-10" />)
    const amount = await screen.findByRole<HTMLInputElement>('textbox', {
      name: /^จำนวน เงินเดือน/,
    })
    await userEvent.clear(amount)
    await userEvent.type(amount, '15500')
    await userEvent.type(screen.getByRole('textbox', { name: /^เหตุผลที่เปลี่ยน/ }), 'ปรับ')
    await userEvent.keyboard('{Control>}s{/Control}')
    const saves = () => requests.filter(({ method }) => method === 'PUT')
    await waitFor(() => expect(saves()).toHaveLength(1))
    await userEvent.type(screen.getByRole('textbox', { name: /^เหตุผลที่เปลี่ยน/ }), 'เดือน')
    answer()
    await waitFor(async () => {
      await userEvent.keyboard('{Control>}s{/Control}')
      expect(saves()).toHaveLength(2)
    })
    expect(saves().map(({ body }) => body)).toMatchObject([
      { version: 1, lines: [{ payroll_line_id: 11, value: 15_500, override_reason: 'ปรับ' }] },
      { version: 2, lines: [{ payroll_line_id: 12, override_reason: 'ปรับเดือน' }] },
    ])
    expect(amount.isConnected).toBe(true)
  })
})
