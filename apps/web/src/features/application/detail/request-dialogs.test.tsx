/** The dialogs of refund requests, ends and amendments: required reasons, problems at their fields, sent input. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../../test/app-providers.tsx'
import { fail, fakeFetch, type FakeRoute, ok } from '../../../../test/fake-fetch.ts'
import { anApplication } from '../../../../test/records.ts'
import { aUser } from '../../../../test/user.ts'
import { sessionStore } from '../../../session/session.ts'
import { alerts } from '../../../shared/alerts.ts'
import { AlertArea } from '../../../shell/notices.tsx'
import { ApplicationScreen } from './application-screen.tsx'

const nothing = { withdraw: false, decide: false, pay_out: false, revoke: false }
/** A request to refund the whole application. */
const refundRequest = {
  request_id: 8,
  kind: 'refund',
  state: 'waiting',
  payment_id: null,
  payment_code: '',
  note: 'ย้ายจังหวัด',
  user: 'มานี มีนา',
  createdAt: '2026-11-21T05:00:00.000Z',
  decided_by: '',
  decided_at: null,
  decision_note: '',
  ended_by: '',
  ended_at: null,
  end_note: '',
  refund: {
    value: 2000,
    pay_type: 'cash',
    payee_bank: '',
    payee_account: '',
    payee_name: '',
    lines: [
      {
        line_id: 21,
        name: 'ชื่อเดิมของหลักสูตร',
        value: 2000,
        paid: 2000,
        owed: 3000,
        ends: true,
        ends_rights: true,
      },
    ],
    staying: [],
  },
  can: nothing,
}
const approved = { ...refundRequest, state: 'approved', decided_by: 'ปรีชา จัดการ' }

/** Opens the application, and returns the bodies sent to `path`. */
async function open(
  path: string,
  answer: FakeRoute = () => ok(null),
  change: Record<string, unknown> = {},
) {
  const stored = { ...anApplication, ...change }
  const requests = fakeFetch((request) => {
    if (request.path === path) return answer(request)
    if (request.path === 'application/get/11') return ok(stored)
    if (request.path === 'application/getforregister') {
      return ok({ branch: [], course: [], other_fee: [], request_fee: [] })
    }
    if (request.path.startsWith('application/timeline')) return ok([])
    throw new Error(`no answer for ${request.path}`)
  })
  await renderScreen(
    <>
      <AlertArea />
      <ApplicationScreen id={11} kind="course" />
    </>,
    '/',
  )
  await screen.findByRole('heading', { name: 'AP-KKN-6911-0001' })
  return {
    user: userEvent.setup(),
    sent: () => requests.flatMap((request) => (request.path === path ? [request.body] : [])),
  }
}
const dialog = async () => within(await screen.findByRole('dialog'))
const dialogClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const press = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  alerts.reset()
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({ ability: [{ subject: 'application', action: 'view' }] }),
  })
  vi.spyOn(window, 'open').mockReturnValue(null)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the dialog that requests a refund', () => {
  const can = { ...anApplication.can, refund: false, request_refund: true }

  it('requires a reason and, for a transfer, the account, and sends what is paid', async () => {
    const { user, sent } = await open('application/refund/request', () => ok({ request_id: 8 }), {
      can,
    })
    await user.click(press('ขอคืนเงิน'))
    const form = await dialog()
    await user.click(form.getByRole('radio', { name: 'โอนเงิน' }))
    await user.click(form.getByRole('button', { name: 'ขอคืนเงิน' }))
    expect(await form.findByText('กรุณาระบุเหตุผลการคืนเงิน')).toBeTruthy()
    expect(form.getByText('กรุณากรอกเลขที่บัญชี')).toBeTruthy()
    expect(sent()).toEqual([])
    await user.click(form.getByRole('radio', { name: 'เงินสด' }))
    await user.type(form.getByRole('textbox', { name: 'เหตุผลการคืนเงิน' }), 'ย้ายจังหวัด')
    await user.click(form.getByRole('button', { name: 'ขอคืนเงิน' }))
    await dialogClosed()
    expect(sent()).toEqual([
      expect.objectContaining({
        application_id: 11,
        version: 1,
        value: 2000,
        lines: [{ line_id: 21, value: 2000 }],
        pay_type: 'cash',
        note: 'ย้ายจังหวัด',
      }),
    ])
  })
})

describe('the dialog that decides on a refund request', () => {
  const waiting = { requests: [{ ...refundRequest, can: { ...nothing, decide: true } }] }

  it.each([
    ['อนุมัติ', 'approve'],
    ['ไม่อนุมัติ', 'reject'],
  ])(
    'shows requester and reason, and sends the decision with the button %s',
    async (name, decision) => {
      const { user, sent } = await open('application/refund/decide', undefined, waiting)
      await user.click(press('อนุมัติ / ไม่อนุมัติ'))
      const form = await dialog()
      expect(form.getByText('มานี มีนา')).toBeTruthy()
      expect(form.getByText(/ย้ายจังหวัด/)).toBeTruthy()
      await user.type(form.getByRole('textbox'), 'ตรวจแล้ว')
      await user.click(form.getByRole('button', { name }))
      await dialogClosed()
      expect(sent()).toEqual([{ request_id: 8, version: 1, decision, note: 'ตรวจแล้ว' }])
    },
  )

  it('requires a reason for a rejection', async () => {
    const { user, sent } = await open('application/refund/decide', undefined, waiting)
    await user.click(press('อนุมัติ / ไม่อนุมัติ'))
    const form = await dialog()
    await user.click(form.getByRole('button', { name: 'ไม่อนุมัติ' }))
    await waitFor(() => expect(form.getByRole('textbox').getAttribute('aria-invalid')).toBe('true'))
    expect(form.getAllByText('กรุณากรอกเหตุผล').length).toBeGreaterThan(0)
    expect(sent()).toEqual([])
  })

  it('shows a problem of the server at the note and stays open', async () => {
    const refused = () =>
      fail(400, 'VALIDATION', { errors: [{ path: 'note', message: 'ยาวเกินไป' }] })
    const { user } = await open('application/refund/decide', refused, waiting)
    await user.click(press('อนุมัติ / ไม่อนุมัติ'))
    const form = await dialog()
    await user.type(form.getByRole('textbox'), 'ตรวจแล้ว')
    await user.click(form.getByRole('button', { name: 'ไม่อนุมัติ' }))
    expect(await form.findByText('ยาวเกินไป')).toBeTruthy()
    expect(form.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
  })

  it('closes with the message when another user has decided in the meantime', async () => {
    const { user } = await open('application/refund/decide', () => fail(409, 'STATE'), waiting)
    await user.click(press('อนุมัติ / ไม่อนุมัติ'))
    await user.click((await dialog()).getByRole('button', { name: 'อนุมัติ' }))
    await dialogClosed()
    expect(screen.getByText('ข้อความ STATE')).toBeTruthy()
  })
})

describe('the dialog that revokes an approval', () => {
  const revocable = { requests: [{ ...approved, can: { ...nothing, revoke: true } }] }

  it('requires a reason, which it sends', async () => {
    const { user, sent } = await open('application/refund/revoke', undefined, revocable)
    await user.click(press('ยกเลิกการอนุมัติ'))
    const form = await dialog()
    await user.click(form.getByRole('button', { name: 'ยกเลิกการอนุมัติ' }))
    expect(await form.findByText('กรุณากรอกเหตุผล')).toBeTruthy()
    expect(sent()).toEqual([])
    await user.type(form.getByRole('textbox'), 'เอกสารไม่ครบ')
    await user.click(form.getByRole('button', { name: 'ยกเลิกการอนุมัติ' }))
    await dialogClosed()
    expect(sent()).toEqual([{ request_id: 8, note: 'เอกสารไม่ครบ' }])
  })
})

describe('the dialog that ends an application', () => {
  it('requires a reason and a line', async () => {
    const { user, sent } = await open('application/end')
    await user.click(press('ยุติ ไม่คืนเงิน'))
    const form = await dialog()
    await user.click(form.getByRole('checkbox', { name: 'ชื่อเดิมของหลักสูตร' }))
    await user.click(form.getByRole('button', { name: 'ยุติ ไม่คืนเงิน' }))
    expect(await form.findByText('กรุณาเพิ่มรายการอย่างน้อย 1 รายการ')).toBeTruthy()
    expect(form.getByText('กรุณากรอกเหตุผล')).toBeTruthy()
    expect(sent()).toEqual([])
  })
})

describe('the dialog that amends an application', () => {
  const amendable = { can: { ...anApplication.can, amend: true } }

  it('reports that nothing changes, and sends nothing', async () => {
    const { user, sent } = await open('application/amend', undefined, amendable)
    await user.click(press('แก้ไขรายการในใบสมัคร'))
    const form = await dialog()
    await user.click(form.getByRole('button', { name: 'บันทึก' }))
    expect(await form.findByText(/^ยังไม่มีการแก้ไข/)).toBeTruthy()
    expect(sent()).toEqual([])
  })

  it('requires the new course and the reason of a change of course', async () => {
    const { user, sent } = await open('application/amend', undefined, amendable)
    await user.click(press('แก้ไขรายการในใบสมัคร'))
    const form = await dialog()
    await user.click(form.getByRole('radio', { name: 'เปลี่ยน' }))
    await user.click(form.getByRole('button', { name: 'บันทึก' }))
    expect(await form.findByText('กรุณาเลือกหลักสูตร')).toBeTruthy()
    expect(sent()).toEqual([])
  })
})
