import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { type FakeRequest, fail, fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { aUser } from '../../../test/user.ts'
import { sessionStore } from '../../session/session.ts'
import { ApprovalList } from './approval-list.tsx'

const row = (id: number, changed: object = {}) => ({
  request_id: id,
  kind: 'void',
  state: 'waiting',
  payment_id: id,
  application_id: 40 + id,
  type: 'course',
  code: `RE-KKN-6911-000${id}`,
  application_code: 'AP-KKN-6911-0040',
  version: 7,
  customer: 'สมหญิง ใจดี',
  lines: 'หลักสูตรรถยนต์',
  amount: 500,
  note: 'พิมพ์ผิดคน',
  branch_id: 1,
  branch: 'สาขาขอนแก่น',
  user: 'มานะ ขยัน',
  createdAt: '2026-11-21T03:00:00.000Z',
  decided_by: '',
  decided_at: null,
  decision_note: '',
  ended_by: '',
  ended_at: null,
  end_note: '',
  can_decide: true,
  can_approve: true,
  can_withdraw: false,
  can_pay_out: false,
  can_revoke: false,
  is_own: false,
  refund: null,
  ...changed,
})

const request = row(2, {
  kind: 'request_fee',
  payment_id: null,
  code: 'RQ-KKN-6911-0002',
  application_code: 'RQ-KKN-6911-0002',
  type: 'request_fee',
  lines: 'ค่าขอสำเนาใบอนุญาต',
})
/** A request to refund 1,500 of 2,000 baht paid on a course of 5,000, and 300 kept on a line that ended. */
const refundRequest = ({
  staying = [],
  pay_type = 'cash',
  ...changed
}: { staying?: string[]; pay_type?: string; [name: string]: unknown } = {}) =>
  row(6, {
    kind: 'refund',
    payment_id: null,
    code: 'AP-KKN-6911-0040',
    note: 'ย้ายที่อยู่',
    refund: {
      value: 1800,
      pay_type,
      payee_bank: '',
      payee_account: '',
      payee_name: '',
      lines: [
        {
          line_id: 21,
          name: 'หลักสูตรรถยนต์',
          value: 1500,
          paid: 2000,
          owed: 3000,
          ends: true,
          ends_rights: true,
        },
        {
          line_id: 22,
          name: 'คู่มือ',
          value: 300,
          paid: 300,
          owed: 0,
          ends: false,
          ends_rights: false,
        },
      ],
      staying,
    },
    ...changed,
  })
const ownRequest = row(3, { can_decide: false, can_withdraw: true, is_own: true })

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
  it('approves the void of a receipt with a note and removes the row', async () => {
    let rows = [row(1), ownRequest]
    const requests = fakeFetch(({ method }) => {
      if (method === 'GET') return list(rows)
      rows = [ownRequest]
      return ok(null)
    })
    await renderScreen(<ApprovalList />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: /^อนุมัติ/ }))
    const dialog = within(screen.getByRole('dialog', { name: 'อนุมัติ RE-KKN-6911-0001' }))
    expect(dialog.getByText('พิมพ์ผิดคน')).toBeTruthy()
    expect(dialog.getByText('มานะ ขยัน')).toBeTruthy()
    await user.type(dialog.getByLabelText('เหตุผล'), 'ตรวจแล้ว')
    await user.click(dialog.getByRole('button', { name: 'อนุมัติ' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(decisions(requests)).toEqual([
      {
        path: 'payment/decide-delete',
        body: { payment_id: 1, version: 7, decision: 'approve', note: 'ตรวจแล้ว' },
      },
    ])
    await waitFor(() => expect(screen.queryByText('RE-KKN-6911-0001')).toBeNull())
  })

  it('rejects a request fee through its endpoint', async () => {
    const requests = fakeFetch(({ method }) =>
      method === 'GET' ? list([request]) : ok({ application_id: 42, decision: 'rejected' }),
    )
    await renderScreen(<ApprovalList />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: /^จัดการ/ }))
    await user.click(screen.getByRole('menuitem', { name: 'ไม่อนุมัติ' }))
    const dialog = within(screen.getByRole('dialog'))
    dialog.getByText(/เงินที่ชำระแล้วจะอยู่ในรายการต้องคืนเงิน/)
    await user.click(dialog.getByRole('button', { name: 'ไม่อนุมัติ' }))
    expect(dialog.getByText('กรุณากรอกเหตุผล')).toBeTruthy()
    expect(decisions(requests)).toEqual([])
    await user.type(dialog.getByRole('textbox', { name: /^เหตุผล/ }), 'เอกสารไม่ครบ')
    await user.click(dialog.getByRole('button', { name: 'ไม่อนุมัติ' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(decisions(requests)).toEqual([
      {
        path: 'request/approve',
        body: { application_id: 42, version: 7, decision: 'reject', note: 'เอกสารไม่ครบ' },
      },
    ])
  })

  it('shows the subject of a request, and why the user may not decide it', async () => {
    fakeFetch(() => list([{ ...request, can_decide: false }]))
    await renderScreen(<ApprovalList />)
    expect(await screen.findByText('ค่าขอสำเนาใบอนุญาต')).toBeTruthy()
    expect(screen.getByText('คุณแก้ไขคำขอนี้ ต้องให้ผู้อื่นพิจารณา')).toBeTruthy()
    expect(screen.queryByText('คำขอของคุณ รออนุมัติ')).toBeNull()
  })

  it('shows before the approval of a refund what ends, what is written off, and that rights are suspended', async () => {
    fakeFetch(() => list([refundRequest()]))
    await renderScreen(<ApprovalList />)
    await userEvent.click(await screen.findByRole('button', { name: /^อนุมัติ/ }))
    const dialog = within(screen.getByRole('dialog'))
    expect(
      dialog.getByText(/คืน 1,500\.00 บาท · ไม่คืน 500\.00 บาท · ตัดยอดค้างชำระ 3,000\.00 บาท/),
    ).toBeTruthy()
    expect(dialog.getByText('สิทธิ์สอบของรายการเหล่านี้จะถูกระงับ')).toBeTruthy()
    expect(dialog.getByText('ใบสมัครนี้จะสิ้นสุด')).toBeTruthy()
    expect(dialog.getByText('คืน 300.00 บาท', { exact: false, selector: 'li' })).toBeTruthy()
  })

  it('lists the lines that stay open with a payout', async () => {
    fakeFetch(() =>
      list([
        refundRequest({
          state: 'approved',
          can_decide: false,
          can_pay_out: true,
          staying: ['หลักสูตรรถจักรยานยนต์'],
        }),
      ]),
    )
    await renderScreen(<ApprovalList />)
    await userEvent.click(await screen.findByRole('button', { name: /^จ่ายเงินคืน/ }))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText('ใบสมัครยังใช้ต่อกับ หลักสูตรรถจักรยานยนต์')).toBeTruthy()
    expect(dialog.getByText(/ตัดยอดค้างชำระ 3,000\.00 บาท/)).toBeTruthy()
  })

  it('pays out a transfer from the chosen account of the branch', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    const approved = refundRequest({
      state: 'approved',
      can_decide: false,
      can_pay_out: true,
      pay_type: 'transfer',
    })
    const accounts = [
      { value: '3', name: 'กสิกรไทย รับโอน' },
      { value: '4', name: 'กรุงไทย กระแสรายวัน' },
    ]
    const requests = fakeFetch(({ method, path }) => {
      if (method !== 'GET') return ok({ application_id: 1, refund_code: 'RF', pdf: '/x' })
      return path.startsWith('bank-account/list') ? ok(accounts) : list([approved])
    })
    await renderScreen(<ApprovalList />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: /^จ่ายเงินคืน/ }))
    const dialog = within(screen.getByRole('dialog'))
    await user.click(await dialog.findByRole('button', { name: /บัญชีธนาคาร/ }))
    await user.click(screen.getByRole('option', { name: 'กรุงไทย กระแสรายวัน' }))
    await user.click(dialog.getByRole('button', { name: /^จ่ายเงินคืน/ }))
    await waitFor(() =>
      expect(decisions(requests)).toEqual([
        { path: 'application/refund/payout', body: { request_id: 6, bank_account_id: 4 } },
      ]),
    )
  })

  it('revokes an approval with a reason', async () => {
    const requests = fakeFetch(({ method }) =>
      method === 'GET'
        ? list([refundRequest({ state: 'approved', can_decide: false, can_revoke: true })])
        : ok(null),
    )
    await renderScreen(<ApprovalList />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: /^จัดการ/ }))
    await user.click(screen.getByRole('menuitem', { name: 'ยกเลิกการอนุมัติ' }))
    const dialog = within(screen.getByRole('dialog', { name: /ยกเลิกการอนุมัติ/ }))
    const submit = dialog.getByRole('button', { name: 'ยกเลิกการอนุมัติ' })
    await user.click(submit)
    expect(await dialog.findByText('กรุณากรอกเหตุผล')).toBeTruthy()
    await user.type(dialog.getByRole('textbox', { name: 'เหตุผล' }), 'เอกสารไม่ครบ')
    await user.click(submit)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(decisions(requests)).toEqual([
      { path: 'application/refund/revoke', body: { request_id: 6, note: 'เอกสารไม่ครบ' } },
    ])
  })

  it('shows the user’s own request without the decision actions', async () => {
    fakeFetch(() => list([ownRequest]))
    await renderScreen(<ApprovalList />)
    await screen.findByRole('link', { name: 'RE-KKN-6911-0003' })
    expect(screen.getByText('คำขอของคุณ รออนุมัติ')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^อนุมัติ/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: /^จัดการ/ }))
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'ถอนคำขอ',
      'ดูรายละเอียด',
    ])
  })

  it('withdraws the user’s own request after a confirmation', async () => {
    let rows = [ownRequest]
    const requests = fakeFetch(({ method }) => {
      if (method === 'GET') return list(rows)
      rows = []
      return ok(null)
    })
    await renderScreen(<ApprovalList />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: /^จัดการ/ }))
    await user.click(screen.getByRole('menuitem', { name: 'ถอนคำขอ' }))
    const dialog = within(screen.getByRole('alertdialog'))
    expect(dialog.getByText(/RE-KKN-6911-0003/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'ถอนคำขอ' }))
    await waitFor(() => expect(screen.queryByText('RE-KKN-6911-0003')).toBeNull())
    expect(decisions(requests)).toEqual([{ path: 'approval/withdraw', body: { request_id: 3 } }])
  })

  it('keeps the confirmation open with the message when a withdrawal fails, and reads the list again', async () => {
    const requests = fakeFetch(({ method }) =>
      method === 'GET' ? list([ownRequest]) : fail(409, 'STATE'),
    )
    await renderScreen(<ApprovalList />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: /^จัดการ/ }))
    await user.click(screen.getByRole('menuitem', { name: 'ถอนคำขอ' }))
    const reads = requests.length
    const dialog = within(screen.getByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'ถอนคำขอ' }))
    expect(await dialog.findByText('ข้อความ STATE')).toBeTruthy()
    await waitFor(() =>
      expect(requests.slice(reads).filter(({ method }) => method === 'GET').length).toBeGreaterThan(
        0,
      ),
    )
    await user.click(dialog.getByRole('button', { name: 'ยกเลิก' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  it('shows who decided, when and why in the tab of decided requests', async () => {
    const decided = row(5, {
      state: 'rejected',
      can_decide: false,
      decided_by: 'ปรีชา จัดการ',
      decided_at: '2026-11-21T05:30:00.000Z',
      decision_note: 'ยอดถูกต้องแล้ว',
    })
    const requests = fakeFetch(({ path }) => list(path.includes('decided') ? [decided] : []))
    await renderScreen(<ApprovalList />)
    await userEvent.click(await screen.findByRole('radio', { name: 'พิจารณาแล้ว' }))
    await screen.findByRole('link', { name: 'RE-KKN-6911-0005' })
    expect(requests.at(-1)?.path).toContain('status=decided')
    expect(screen.getByText('ไม่อนุมัติ')).toBeTruthy()
    expect(screen.getByText(/ปรีชา จัดการ/)).toBeTruthy()
    expect(screen.getByText('21/11/2569 12:30 น.')).toBeTruthy()
    expect(screen.getByText('ยอดถูกต้องแล้ว')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^อนุมัติ/ })).toBeNull()
    expect(screen.queryByText('คำขอของคุณ รออนุมัติ')).toBeNull()
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
    await user.click(await screen.findByRole('button', { name: /^อนุมัติ/ }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'อนุมัติ' }))
    await waitFor(() => expect(screen.queryByText('RE-KKN-6911-0001')).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('keeps the dialog and its note when the server cannot be reached', async () => {
    fakeFetch(({ method }) => (method === 'GET' ? list([row(1)]) : fail(503, 'UNAVAILABLE')))
    await renderScreen(<ApprovalList />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: /^อนุมัติ/ }))
    const dialog = within(screen.getByRole('dialog'))
    await user.type(dialog.getByLabelText('เหตุผล'), 'ตรวจแล้ว')
    await user.click(dialog.getByRole('button', { name: 'อนุมัติ' }))
    expect(await dialog.findByRole('alert')).toBeTruthy()
    expect(dialog.getByLabelText('เหตุผล')).toHaveProperty('value', 'ตรวจแล้ว')
  })
})
