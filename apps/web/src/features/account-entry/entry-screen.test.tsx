import type { StoredEntry } from './entry-values.ts'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { aUser } from '../../../test/user.ts'
import { sessionStore } from '../../session/session.ts'
import { StoredExpense } from './entry-screen.tsx'

const day = '2026-11-20'
const instant = `${day}T03:00:00.000Z`

/** An expense of 900 baht that was paid in cash from the drawer. */
const anExpense: Omit<Record<keyof StoredEntry, unknown>, 'entry_id'> = {
  code: 'PV-KKN-6911-0001',
  side: 'expenses',
  category: 'expenses',
  group: 'อื่น ๆ',
  branch_id: 1,
  branch: 'ขอนแก่น',
  date: day,
  list_expenses: null,
  list_Account: null,
  name: 'ค่าน้ำแข็ง',
  other_name: 'ค่าน้ำแข็ง',
  type: 'general',
  vehicle: null,
  vehicle_name: '',
  mile: null,
  employee: null,
  employee_name: '',
  pay_type: 'cash',
  cash_source: 'drawer',
  petty_cash_id: null,
  petty_cash: '',
  bank_account_id: null,
  bank_account: '',
  value: 900,
  paid: 0,
  payee: '',
  payee_tax_id: '',
  document_no: '',
  wht_value: 0,
  detail: '',
  is_pass_through: false,
  status: 'posted',
  is_locked: false,
  is_counted: false,
  is_matched: false,
  payment_id: null,
  recurring_entry_id: null,
  recurring_entry: '',
  is_payroll: false,
  payroll_month: '',
  is_reversal: false,
  application_id: null,
  application_other_fee_id: null,
  application_code: '',
  application_kind: null,
  customer: '',
  file_count: 0,
  void_note: '',
  user: 'สมหญิง',
  createdAt: instant,
  updatedAt: instant,
  version: 1,
  can_change: true,
  attachments: [],
  bill: [],
}

beforeEach(() => {
  const ability = ['view', 'update', 'delete'].map((action) => ({ subject: 'accounting', action }))
  sessionStore.signIn({ accessToken: 'a', refreshToken: 'r', userData: aUser({ ability }) })
})
afterEach(() => vi.unstubAllGlobals())

async function open(changes: Partial<typeof anExpense>): Promise<void> {
  const entry = { ...anExpense, file: '', file_type: '', expenses_id: 5, ...changes }
  fakeFetch(({ path }) => (path.startsWith('expenses/get/') ? ok(entry) : ok([])))
  await renderScreen(<StoredExpense id={5} />)
  await screen.findByRole('button', { name: 'บันทึก' })
}

const isDisabled = (role: 'button' | 'radio' | 'textbox', name: RegExp | string) =>
  screen.getByRole<HTMLInputElement>(role, { name }).disabled
const offersVoid = () => screen.queryByRole('button', { name: 'ยกเลิกรายการ' }) !== null

describe('a stored entry', () => {
  it('offers its money and voiding while nothing keeps it', async () => {
    await open({})
    expect(isDisabled('textbox', /^จำนวนเงิน/)).toBe(false)
    expect(isDisabled('radio', 'โอนเงิน')).toBe(false)
    expect(offersVoid()).toBe(true)
  })

  it.each([
    ['is_locked', /ล็อกบัญชีแล้ว/],
    ['is_counted', /ตรวจนับแล้ว/],
    ['is_matched', /จับคู่กับรายการเดินบัญชีแล้ว/],
  ] as const)(
    'keeps its money with the reason when %s, and leaves its notes open',
    async (keeper, reason) => {
      await open({ [keeper]: true })
      expect(screen.getByText(reason)).toBeTruthy()
      for (const field of [/^จำนวนเงิน/, /^วันที่รายการ/, /^ชื่อรายการอื่น/, /^ภาษีหัก ณ ที่จ่าย/])
        expect(isDisabled('textbox', field)).toBe(true)
      for (const choice of ['โอนเงิน', 'เงินสดย่อย']) expect(isDisabled('radio', choice)).toBe(true)
      expect(offersVoid()).toBe(false)
      expect(isDisabled('textbox', /^รายละเอียด/)).toBe(false)
      expect(isDisabled('textbox', /^ผู้รับเงิน/)).toBe(false)
    },
  )
})
