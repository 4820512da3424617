import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../../test/app-providers.tsx'
import {
  fail,
  fakeFetch,
  type FakeRequest,
  type FakeRoute,
  ok,
} from '../../../../test/fake-fetch.ts'
import { anApplication } from '../../../../test/records.ts'
import { aUser } from '../../../../test/user.ts'
import { sessionStore } from '../../../session/session.ts'
import { alerts } from '../../../shared/alerts.ts'
import { AlertArea } from '../../../shell/notices.tsx'
import { ApplicationScreen } from './application-screen.tsx'

const showPdf = vi.fn()
const fullyPaid = { ...anApplication, status: 'paid', paid: 5000, balance: 0 }
const pdf = '/files/documents/x/RE-KKN-6911-0002.pdf'

/** A fake server that answers with the current value of `stored`, or as given in `answers`. */
function server(answers: Record<string, FakeRoute>, stored: () => object = () => anApplication) {
  return fakeFetch((request) => {
    const answer = answers[request.path]
    if (answer) return answer(request)
    if (request.path === 'application/get/11') return ok(stored())
    if (request.path === 'payment/promptpay') return ok({ path: 'M0 0h7v7h-7z', size: 29 })
    if (request.path.startsWith('application/timeline')) return ok([])
    throw new Error(`no answer for ${request.path}`)
  })
}

async function open(address = '/') {
  const router = await renderScreen(
    <>
      <AlertArea />
      <ApplicationScreen id={11} kind="course" />
    </>,
    address,
  )
  await screen.findByRole('heading', { name: 'AP-KKN-6911-0001' })
  return { user: userEvent.setup(), router }
}

const dialog = async () => within(await screen.findByRole('dialog'))
const dialogClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const requestsTo = (requests: readonly FakeRequest[], path: string) =>
  requests.filter((request) => request.path === path)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  alerts.reset()
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({ ability: [{ subject: 'application', action: 'view' }] }),
  })
  vi.spyOn(window, 'open').mockReturnValue({
    opener: null,
    closed: false,
    close: vi.fn(),
    document: { title: '', body: {} },
    location: { replace: showPdf },
  } as unknown as Window)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

it('shows who changed the pay type of a receipt, and why', async () => {
  const edited = {
    ...anApplication.payments[0],
    pay_type: 'transfer',
    pay_type_edited_at: '2026-11-21T05:00:00.000Z',
    pay_type_edited_by: 'สมศรี ใจดี',
    pay_type_note: 'เลือกวิธีชำระผิด',
  }
  server({}, () => ({ ...anApplication, payments: [edited] }))
  await open()
  const note = await screen.findByText(/แก้ไขวิธีชำระเงิน.*สมศรี ใจดี: เลือกวิธีชำระผิด/)
  expect(note.textContent).toContain('21/11/2569')
})

it('offers to receive an expired document again, with the receipt that is replaced', async () => {
  const document = {
    application_document_id: 1,
    name: 'ใบรับรองแพทย์',
    valid_days: 30,
    document_day: '2026-01-01',
    valid_until: '2026-01-31',
    file_link: null,
    ticked_at: '2026-01-01T05:00:00.000Z',
    ticked_by: 'สมศรี ใจดี',
    missing: true,
    proposal: { application_code: 'AP-KKN-6911-0009', document_day: '2026-11-20' },
  }
  const requests = server(
    { 'application/document/copy': () => ok({ application_document_id: 1 }) },
    () => ({
      ...anApplication,
      documents: [document],
      can: { ...anApplication.can, documents: true },
    }),
  )
  const { user } = await open()
  screen.getByText('เอกสารไม่ครบ')
  screen.getByText('หมดอายุแล้ว')
  screen.getByRole('button', { name: /^รับเอกสาร/ })
  await user.click(screen.getByRole('button', { name: 'ใช้ของเดิมจาก AP-KKN-6911-0009' }))
  await waitFor(() =>
    expect(requestsTo(requests, 'application/document/copy').map(({ body }) => body)).toEqual([
      { application_document_id: 1, ticked_at: document.ticked_at },
    ]),
  )
})

describe('the payment dialog', () => {
  it('sends the payment once, opens the receipt and shows the new amounts', async () => {
    let stored: object = anApplication
    const requests = server(
      {
        'application/paybalance': () => {
          stored = { ...fullyPaid, can: { ...anApplication.can, pay: false } }
          return ok({ application_id: 11, balance: 0, pdf, payments: [] })
        },
      },
      () => stored,
    )
    const { user, router } = await open('/#pay')
    const pay = await dialog()
    expect(router.state.location.hash).toBe('')
    await user.click(pay.getByRole('button', { name: 'รับเต็มจำนวนทุกรายการ' }))
    await user.click(pay.getByRole('radio', { name: 'โอนเงิน' }))
    expect(await pay.findByRole('img', { name: 'คิวอาร์พร้อมเพย์ 3,000.00 บาท' })).toBeTruthy()
    await user.type(pay.getByRole('textbox', { name: 'เลขอ้างอิงการโอน' }), 'AB12')
    await user.dblClick(pay.getByRole('button', { name: 'รับชำระเงิน' }))
    await dialogClosed()
    const payments = requestsTo(requests, 'application/paybalance')
    expect(payments).toHaveLength(1)
    expect(payments[0]?.headers.get('Idempotency-Key')).toMatch(/^[\da-f-]{36}$/)
    expect(payments[0]?.body).toEqual({
      application_id: 11,
      version: 1,
      lines: [{ line_id: 21, paid: 3000, pay_type: 'transfer' }],
      due_date: null,
      bank_reference: 'AB12',
      bank_account_id: null,
      cash_received: null,
      note: '',
    })
    expect(showPdf).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(pdf))
    expect(window.open).toHaveBeenCalledOnce()
    expect(await screen.findByText('ชำระครบแล้ว')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'รับชำระยอดค้าง' })).toBeNull()
  })

  it('pays the offered balance in cash by keys alone, refuses too little cash, and ends with the change', async () => {
    const receipt = {
      payment_id: 5,
      payment_code: 'RE-KKN-6911-0002',
      pay_type: 'cash',
      paid: 3000,
      pdf,
    }
    const requests = server({
      'application/paybalance': () =>
        ok({ application_id: 11, balance: 0, pdf, payments: [receipt] }),
    })
    const { user, router } = await open()
    await user.keyboard('{F8}')
    const pay = await dialog()
    const received = () => pay.getByRole<HTMLInputElement>('textbox', { name: 'รับเงินมา' })
    expect(pay.getByRole<HTMLInputElement>('textbox', { name: 'ชำระครั้งนี้' }).value).toBe('3,000.00')
    await user.keyboard('{F8}')
    await waitFor(() => expect(document.activeElement).toBe(received()))
    await user.keyboard('2800{F9}')
    expect(await pay.findByText('ขาด 200.00 บาท')).toBeTruthy()
    expect(requestsTo(requests, 'application/paybalance')).toHaveLength(0)
    await user.click(pay.getByRole('button', { name: 'พอดี' }))
    await user.click(pay.getByRole('button', { name: '+500' }))
    await user.click(pay.getByRole('button', { name: '+100' }))
    expect(received().value).toBe('3,600.00')
    await user.keyboard('{F9}')
    await dialogClosed()
    const end = within(await screen.findByRole('region', { name: 'รับชำระเงินแล้ว' }))
    expect(end.getByText('600.00')).toBeTruthy()
    expect(end.getByText('RE-KKN-6911-0002')).toBeTruthy()
    expect(document.activeElement).toBe(end.getByRole('button', { name: 'ลูกค้าถัดไป' }))
    // The second press of a double Enter leaves the change on the screen; a later press goes on.
    await user.keyboard('{Enter}')
    end.getByText('600.00')
    expect(router.state.location.pathname).toBe('/')
    await waitFor(async () => {
      await user.keyboard('{Enter}')
      expect(router.state.location.pathname).not.toBe('/')
    })
  })

  it('shows a validation error of the server at its field and keeps the input', async () => {
    server({
      'application/paybalance': () =>
        fail(400, 'OVERPAY', { errors: [{ path: 'lines.0.paid', message: 'เกินยอด' }] }),
    })
    const { user } = await open('/#pay')
    const pay = await dialog()
    await user.click(pay.getByRole('button', { name: 'รับเต็มจำนวนทุกรายการ' }))
    await user.click(pay.getByRole('button', { name: 'รับชำระเงิน' }))
    expect(await pay.findByText('เกินยอด')).toBeTruthy()
    expect(pay.getByText('ข้อความ OVERPAY')).toBeTruthy()
    expect(pay.getByRole<HTMLInputElement>('textbox', { name: 'ชำระครั้งนี้' }).value).toBe('3,000.00')
  })

  it('shows the error and fetches the record again when another user paid first', async () => {
    let stored: object = anApplication
    server(
      {
        'application/paybalance': () => {
          stored = fullyPaid
          return fail(409, 'STATE')
        },
      },
      () => stored,
    )
    const { user } = await open('/#pay')
    const pay = await dialog()
    await user.click(pay.getByRole('button', { name: 'รับเต็มจำนวนทุกรายการ' }))
    await user.click(pay.getByRole('button', { name: 'รับชำระเงิน' }))
    await dialogClosed()
    expect(screen.getByText('ข้อความ STATE')).toBeTruthy()
    expect(await screen.findByText('ชำระครบแล้ว')).toBeTruthy()
  })

  it('closes with the message and shows the newer record when another user has changed the application', async () => {
    let stored: object = anApplication
    server(
      {
        'application/paybalance': () => {
          stored = { ...anApplication, version: 2, paid: 4000, balance: 1000 }
          return fail(409, 'CONFLICT')
        },
      },
      () => stored,
    )
    const { user } = await open('/#pay')
    const pay = await dialog()
    await user.click(pay.getByRole('button', { name: 'รับเต็มจำนวนทุกรายการ' }))
    await user.click(pay.getByRole('button', { name: 'รับชำระเงิน' }))
    await dialogClosed()
    expect(screen.getByText('ข้อความ CONFLICT')).toBeTruthy()
    expect((await screen.findAllByText('1,000.00')).length).toBeGreaterThan(0)
  })

  it('sends the same idempotency key again after a lost answer', async () => {
    let isLost = true
    const requests = server({
      'application/paybalance': () => {
        if (!isLost) return ok({ application_id: 11, balance: 0, pdf, payments: [] })
        isLost = false
        return 'offline'
      },
    })
    const { user } = await open('/#pay')
    const pay = await dialog()
    await user.click(pay.getByRole('button', { name: 'รับเต็มจำนวนทุกรายการ' }))
    await user.click(pay.getByRole('button', { name: 'รับชำระเงิน' }))
    await pay.findByText(/ยังไม่ทราบผลของรายการนี้/)
    await user.click(pay.getByRole('button', { name: 'รับชำระเงิน' }))
    await dialogClosed()
    const [first, second] = requestsTo(requests, 'application/paybalance')
    expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'))
  })

  it('sends the agreed day again after a lost answer, although the balance after the saved payment equals the payment', async () => {
    let stored: object = anApplication
    const requests = server(
      {
        'application/paybalance': () => {
          if (stored !== anApplication)
            return ok({ application_id: 11, balance: 1500, pdf, payments: [] })
          const [line] = anApplication.course
          const course = [{ ...line, paid: 3500, balance: 1500 }]
          stored = { ...anApplication, version: 2, paid: 3500, balance: 1500, course }
          return 'offline'
        },
      },
      () => stored,
    )
    const { user } = await open('/#pay')
    const pay = await dialog()
    // The offered balance is selected, so that typing replaces it.
    await user.keyboard('1500')
    await user.type(await pay.findByRole('textbox', { name: 'วันนัดชำระ' }), '01/12/2569')
    await user.click(pay.getByRole('button', { name: 'รับชำระเงิน' }))
    await pay.findByText(/ยังไม่ทราบผลของรายการนี้/)
    await waitFor(() => expect(requestsTo(requests, 'application/get/11')).toHaveLength(2))
    await user.click(pay.getByRole('button', { name: 'รับชำระเงิน' }))
    await dialogClosed()
    const [first, second] = requestsTo(requests, 'application/paybalance')
    expect(first?.body).toMatchObject({ due_date: '2026-12-01' })
    expect(second?.body).toEqual(first?.body)
    expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'))
  })
})

describe('a payment whose answer was lost', () => {
  const payFull = async (user: ReturnType<typeof userEvent.setup>) => {
    const pay = await dialog()
    await user.click(pay.getByRole('button', { name: 'รับเต็มจำนวนทุกรายการ' }))
    return pay
  }
  /** Pays without an answer, closes the dialog and pays with another note. */
  async function payAgain(second: FakeRoute) {
    let n = 0
    const requests = server({
      'application/paybalance': (request) => (++n === 1 ? 'offline' : second(request)),
    })
    const { user } = await open('/#pay')
    const pay = await payFull(user)
    await user.click(pay.getByRole('button', { name: 'รับชำระเงิน' }))
    await pay.findByText(/ยังไม่ทราบผล|ไม่ทราบว่า/)
    await user.click(pay.getByRole('button', { name: 'ยกเลิก' }))
    await dialogClosed()
    await user.click(screen.getByRole('button', { name: 'รับชำระยอดค้าง' }))
    const again = await payFull(user)
    await user.type(again.getByRole('textbox', { name: 'หมายเหตุ' }), 'จ่ายแทน')
    await user.click(again.getByRole('button', { name: 'รับชำระเงิน' }))
    return requestsTo(requests, 'application/paybalance')
  }

  it('is not sent again in place of another payment, which is made as confirmed', async () => {
    const payments = await payAgain(() => ok({ application_id: 11, balance: 0, pdf, payments: [] }))
    await dialogClosed()
    expect(payments.map(({ body }) => (body as { note: string }).note)).toEqual(['', 'จ่ายแทน'])
    const [first, second] = payments
    expect(second?.headers.get('Idempotency-Key')).not.toBe(first?.headers.get('Idempotency-Key'))
  })
})

describe('a second instalment of the same amount after a lost answer', () => {
  it('is a separate payment when the first one was saved', async () => {
    let stored: object = anApplication
    let n = 0
    const requests = server(
      {
        'application/paybalance': () => {
          const [line] = anApplication.course
          const course = [{ ...line, paid: 3000, balance: 2000 }]
          stored = { ...anApplication, version: 2, paid: 3000, balance: 2000, course }
          return ++n === 1
            ? 'offline'
            : ok({ application_id: 11, balance: 1000, pdf, payments: [] })
        },
      },
      () => stored,
    )
    const { user } = await open('/#pay')
    const payThousand = async () => {
      const pay = await dialog()
      await user.clear(pay.getByRole('textbox', { name: 'ชำระครั้งนี้' }))
      await user.keyboard('1000')
      await user.click(pay.getByRole('button', { name: 'รับชำระเงิน' }))
      return pay
    }
    const first = await payThousand()
    await first.findByText(/ยังไม่ทราบผลของรายการนี้/)
    await user.click(first.getByRole('button', { name: 'ยกเลิก' }))
    await dialogClosed()
    expect(await screen.findByText(/ยังไม่ทราบผลของรายการที่ส่งไป/)).toBeTruthy()
    await waitFor(() => expect(screen.getAllByText('2,000.00').length).toBeGreaterThan(0))
    await user.click(screen.getByRole('button', { name: 'รับชำระยอดค้าง' }))
    await payThousand()
    await dialogClosed()
    const sent = requestsTo(requests, 'application/paybalance')
    expect(sent.map(({ body }) => (body as { version: number }).version)).toEqual([1, 2])
    const [one, two] = sent.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(two).not.toBe(one)
  })
})

describe('the refund dialog', () => {
  async function submitRefund(value = 500) {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'คืนเงิน' }))
    const form = await dialog()
    const valueField = form.getByRole('textbox', { name: 'จำนวนเงินคืน' })
    await user.clear(valueField)
    await user.type(valueField, String(value))
    await user.type(form.getByRole('textbox', { name: 'เหตุผลการคืนเงิน' }), 'ย้ายจังหวัด')
    await user.click(form.getByRole('button', { name: 'คืนเงิน' }))
    const question = within(await screen.findByRole('alertdialog'))
    question.getByText(new RegExp(`ยืนยันคืนเงิน ${value.toLocaleString('en')}.00 บาท ให้ สมหญิง ใจดี`))
    await user.click(question.getByRole('button', { name: 'ยืนยัน' }))
    return { user, form }
  }

  it('shows the owed amount, and for an amount above the paid one an error and no notice about the ending lines', async () => {
    server({})
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'คืนเงิน' }))
    const form = await dialog()
    form.getByText('รายการต่อไปนี้จะสิ้นสุด', { exact: false })
    const shown = (label: string) => form.getByText(label).nextElementSibling?.textContent
    expect([shown('ยอดสุทธิ'), shown('ยอดค้างชำระ')]).toEqual(['5,000.00', '3,000.00'])
    const value = form.getByRole('textbox', { name: 'จำนวนเงินคืน' })
    await user.clear(value)
    await user.type(value, '99999')
    await user.tab()
    await form.findByText('จำนวนเงินคืนต้องไม่เกินยอดที่ชำระแล้ว', { exact: false })
    expect(form.queryByText('รายการต่อไปนี้จะสิ้นสุด', { exact: false })).toBeNull()
  })

  it('asks for confirmation, sends the refund once, and shows its reason and document number', async () => {
    let stored: object = anApplication
    const requests = server(
      {
        'application/refund': () => {
          stored = {
            ...anApplication,
            status: 'partial_refund',
            mode: 'refund',
            end_note: 'ย้ายจังหวัด',
            refunds: [
              {
                payment_id: 40,
                payment_code: 'RF-KKN-6911-0001',
                pay_type: 'cash',
                value: 500,
                lines: [{ line_id: 21, name: 'ชื่อเดิมของหลักสูตร', value: 500 }],
                payee_bank: '',
                payee_account: '',
                payee_name: '',
                note: 'ย้ายจังหวัด',
                user: 'สมศรี ใจดี',
                createdAt: anApplication.createdAt,
              },
            ],
          }
          return ok({ application_id: 11, refund_code: 'RF-KKN-6911-0001', pdf })
        },
      },
      () => stored,
    )
    await submitRefund()
    expect(await screen.findByText('คืนเงินบางส่วน')).toBeTruthy()
    expect(screen.getByText('RF-KKN-6911-0001')).toBeTruthy()
    expect(requestsTo(requests, 'application/refund').map(({ body }) => body)).toEqual([
      {
        application_id: 11,
        version: 1,
        value: 500,
        lines: [{ line_id: 21, value: 500 }],
        pay_type: 'cash',
        payee_bank: '',
        payee_account: '',
        payee_name: '',
        note: 'ย้ายจังหวัด',
      },
    ])
  })

  it('shows which lines end, and sends only the chosen lines', async () => {
    const [line] = anApplication.course
    const fee = {
      ...line,
      line_id: 22,
      other_fee_id: 5,
      other_fee_name: 'คู่มือ',
      permission_date: null,
      right: null,
    }
    const stored = { ...anApplication, paid: 4000, balance: 6000, other_fee: [fee] }
    const answer = () => ok({ application_id: 11, refund_code: 'RF-KKN-6911-0001', pdf })
    const requests = server({ 'application/refund': answer }, () => stored)
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'คืนเงิน' }))
    const form = await dialog()
    form.getByText('ใบสมัครนี้จะสิ้นสุด')
    form.getByText('สิทธิ์สอบของรายการเหล่านี้จะถูกระงับ')
    expect(form.getByText('4,000.00')).toBeTruthy()
    await user.click(form.getByRole('switch', { name: 'คู่มือ' }))
    form.getByText('คืน 2,000.00 บาท · ตัดยอดค้างชำระ 3,000.00 บาท')
    form.getByText('ใบสมัครยังใช้ต่อกับ คู่มือ')
    await user.click(form.getByRole('textbox', { name: 'เหตุผลการคืนเงิน' }))
    await user.paste('ย้ายจังหวัด')
    await user.click(form.getByRole('button', { name: 'คืนเงิน' }))
    const question = within(await screen.findByRole('alertdialog'))
    question.getByText('ใบสมัครยังใช้ต่อกับ คู่มือ')
    await user.click(question.getByRole('button', { name: 'ยืนยัน' }))
    await dialogClosed()
    expect(requestsTo(requests, 'application/refund').map(({ body }) => body)).toMatchObject([
      { application_id: 11, value: 2000, lines: [{ line_id: 21, value: 2000 }], pay_type: 'cash' },
    ])
  })

  it('sends the same refund again after a lost answer, although it was saved and fetched', async () => {
    let stored: object = anApplication
    const requests = server(
      {
        'application/refund': () => {
          if (stored !== anApplication)
            return ok({ application_id: 11, refund_code: 'RF-KKN-6911-0001', pdf })
          const [line] = anApplication.course
          const refunded = { ...line, status: 'refunded', paid: 500, balance: 0, written_off: 4500 }
          stored = { ...anApplication, version: 2, paid: 500, balance: 0, course: [refunded] }
          return 'offline'
        },
      },
      () => stored,
    )
    const { user, form } = await submitRefund(1500)
    await form.findByText(/ยังไม่ทราบผลของรายการนี้/)
    await waitFor(() => expect(requestsTo(requests, 'application/get/11')).toHaveLength(2))
    await user.click(form.getByRole('button', { name: 'คืนเงิน' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'ยืนยัน' }))
    await dialogClosed()
    const [first, second] = requestsTo(requests, 'application/refund')
    expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'))
    expect(second?.body).toEqual(first?.body)
  })

  it('shows the error and restores the proposed amounts after the server rejected the refund', async () => {
    server({
      'application/refund': () =>
        fail(400, 'REFUND_MAX', { errors: [{ path: 'value', message: 'เกินยอดที่ชำระ' }] }),
    })
    const { form } = await submitRefund()
    expect(await form.findByText('เกินยอดที่ชำระ')).toBeTruthy()
    expect(form.getByRole<HTMLInputElement>('textbox', { name: 'จำนวนเงินคืน' }).value).toBe(
      '2,000.00',
    )
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

describe('the actions on a receipt', () => {
  const [receipt] = anApplication.payments

  it('require a reason in a request to void a receipt', async () => {
    const requests = server({ 'payment/request-delete': () => ok(null) })
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /^จัดการ / }))
    await user.click(screen.getByRole('menuitem', { name: 'ขอลบรายการชำระเงิน' }))
    const form = await dialog()
    await user.click(form.getByRole('button', { name: 'ขอลบรายการชำระเงิน' }))
    expect(await form.findByText('กรุณากรอกเหตุผล')).toBeTruthy()
    await user.type(form.getByRole('textbox', { name: 'เหตุผล' }), 'รับผิด')
    await user.click(form.getByRole('button', { name: 'ขอลบรายการชำระเงิน' }))
    await dialogClosed()
    expect(requestsTo(requests, 'payment/request-delete').map(({ body }) => body)).toEqual([
      { payment_id: 31, note: 'รับผิด' },
    ])
  })

  /** A request to void the receipt. */
  const voidRequest = {
    request_id: 8,
    kind: 'void',
    state: 'waiting',
    payment_id: 31,
    payment_code: 'RE-KKN-6911-0001',
    note: 'รับผิด',
    user: 'มานี มีนา',
    createdAt: '2026-11-21T05:00:00.000Z',
    decided_by: '',
    decided_at: null,
    decision_note: '',
    ended_by: '',
    ended_at: null,
    end_note: '',
    refund: null,
    can: { withdraw: false, decide: false, pay_out: false, revoke: false },
  }

  it('show requester and reason of a request to void a receipt and send the decision', async () => {
    const requested = {
      ...receipt,
      status: 'delete_requested',
      can: {
        edit_pay_type: false,
        save_slip: false,
        request_delete: false,
        decide_delete: true,
        approve_delete: true,
        print: true,
      },
    }
    const requests = server({ 'payment/decide-delete': () => ok(null) }, () => ({
      ...anApplication,
      payments: [requested],
      requests: [voidRequest],
    }))
    const { user } = await open()
    expect(screen.getByText('รออนุมัติลบ')).toBeTruthy()
    expect(screen.getByText('มานี มีนา: รับผิด')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^พิจารณาคำขอลบ/ }))
    const form = await dialog()
    expect(form.getByText('มานี มีนา ขอลบเพราะ “รับผิด”')).toBeTruthy()
    await user.click(form.getByRole('button', { name: 'ไม่อนุมัติ' }))
    expect(await form.findByText('กรุณากรอกเหตุผล')).toBeTruthy()
    expect(requestsTo(requests, 'payment/decide-delete')).toEqual([])
    await user.type(form.getByRole('textbox', { name: 'เหตุผล' }), 'ยอดถูกต้องแล้ว')
    await user.click(form.getByRole('button', { name: 'ไม่อนุมัติ' }))
    await dialogClosed()
    expect(requestsTo(requests, 'payment/decide-delete').map(({ body }) => body)).toEqual([
      { payment_id: 31, version: 1, decision: 'reject', note: 'ยอดถูกต้องแล้ว' },
    ])
  })

  it('offer only the rejection of a void while a refund of its line is requested', async () => {
    const requested = {
      ...receipt,
      status: 'delete_requested',
      can: {
        edit_pay_type: false,
        save_slip: false,
        request_delete: false,
        decide_delete: true,
        approve_delete: false,
        print: true,
      },
    }
    server({}, () => ({ ...anApplication, payments: [requested], requests: [voidRequest] }))
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /^พิจารณาคำขอลบ/ }))
    const form = await dialog()
    expect(form.getByText('มีคำขอคืนเงินของรายการนี้อยู่ ทำได้เพียงไม่อนุมัติ')).toBeTruthy()
    expect(form.queryByRole('button', { name: 'อนุมัติ' })).toBeNull()
    await user.click(form.getByRole('button', { name: 'ไม่อนุมัติ' }))
    expect(await form.findByText('กรุณากรอกเหตุผล')).toBeTruthy()
  })

  it('show who decided the newest request, when and why, and the note of the receipt', async () => {
    const decided = {
      ...voidRequest,
      state: 'rejected',
      decided_by: 'ปรีชา จัดการ',
      decided_at: '2026-11-21T05:30:00.000Z',
      decision_note: 'ยอดถูกต้องแล้ว',
    }
    server({}, () => ({
      ...anApplication,
      payments: [{ ...receipt, note: 'จ่ายแทนโดยผู้ปกครอง' }],
      requests: [decided],
    }))
    await open()
    expect(screen.getByText('ไม่อนุมัติ')).toBeTruthy()
    expect(screen.getByText(/ปรีชา จัดการ/)).toBeTruthy()
    expect(screen.getByText('ยอดถูกต้องแล้ว')).toBeTruthy()
    expect(screen.getByText('จ่ายแทนโดยผู้ปกครอง')).toBeTruthy()
  })

  it('withdraw the user’s own request', async () => {
    const requests = server({ 'approval/withdraw': () => ok(null) }, () => ({
      ...anApplication,
      payments: [{ ...receipt, status: 'delete_requested' }],
      requests: [{ ...voidRequest, can: { ...voidRequest.can, withdraw: true } }],
    }))
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /^จัดการ / }))
    await user.click(screen.getByRole('menuitem', { name: 'ถอนคำขอ' }))
    await user.click(
      within(screen.getByRole('alertdialog')).getByRole('button', { name: 'ถอนคำขอ' }),
    )
    await waitFor(() =>
      expect(requestsTo(requests, 'approval/withdraw').map(({ body }) => body)).toEqual([
        { request_id: 8 },
      ]),
    )
  })

  it('are limited to printing after the day was closed', async () => {
    const can = {
      edit_pay_type: false,
      save_slip: false,
      request_delete: false,
      decide_delete: false,
      approve_delete: false,
      print: true,
    }
    server({}, () => ({ ...anApplication, payments: [{ ...receipt, closed: true, can }] }))
    await open()
    expect(screen.getByText('ปิดยอดแล้ว')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^จัดการ / })).toBeNull()
    expect(screen.getByRole('button', { name: /^พิมพ์ใบเสร็จ/ })).toBeTruthy()
  })
})

it('sends the same amendment again after a lost answer, although it was saved and fetched', async () => {
  let stored: object = anApplication
  const requests = server(
    {
      'application/getforregister?branch=1': () =>
        ok({
          branch: [],
          course: [],
          other_fee: [{ other_fee_id: 8, name: 'ค่าคู่มือ', price: 150, branch_id: null }],
          request_fee: [],
          pay_type: [],
        }),
      'application/amend': () => {
        if (stored !== anApplication) return ok({ application_id: 11, revision: 1, balance: 3150 })
        stored = { ...anApplication, version: 2, revision: 1 }
        return 'offline'
      },
    },
    () => stored,
  )
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'แก้ไขรายการในใบสมัคร' }))
  const form = await dialog()
  await user.click(form.getByRole('button', { name: 'เพิ่มรายการ สินค้าและบริการอื่น' }))
  await user.type(await form.findByRole('combobox', { name: 'สินค้าและบริการอื่น' }), 'ค่า')
  await user.click(await screen.findByRole('option', { name: /ค่าคู่มือ/ }))
  await user.click(form.getByRole('button', { name: 'บันทึก' }))
  await form.findByText(/ยังไม่ทราบผลของรายการนี้/)
  await waitFor(() => expect(requestsTo(requests, 'application/get/11')).toHaveLength(2))
  await user.click(form.getByRole('button', { name: 'บันทึก' }))
  await dialogClosed()
  const [first, second] = requestsTo(requests, 'application/amend')
  expect(first?.body).toMatchObject({ version: 1 })
  expect(second?.body).toEqual(first?.body)
  expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'))
})

it.each([true, false])(
  'offers another applicant in an amendment to users who may register applications (%s), until a receipt is issued',
  async (mayRegister) => {
    const actions = mayRegister ? ['view', 'update', 'create'] : ['view', 'update']
    const ability = actions.map((action) => ({ subject: 'application', action }))
    sessionStore.signIn({ accessToken: 'a', refreshToken: 'r', userData: aUser({ ability }) })
    let stored: object = { ...anApplication, payments: [] }
    const lists = { branch: [], course: [], other_fee: [], request_fee: [], pay_type: [] }
    server({ 'application/getforregister?branch=1': () => ok(lists) }, () => stored)
    const first = await open()
    await first.user.click(screen.getByRole('button', { name: 'แก้ไขรายการในใบสมัคร' }))
    const form = await dialog()
    expect(form.queryAllByRole('button', { name: 'เปลี่ยนผู้สมัคร' })).toHaveLength(mayRegister ? 1 : 0)
    cleanup()
    stored = anApplication
    const second = await open()
    await second.user.click(screen.getByRole('button', { name: 'แก้ไขรายการในใบสมัคร' }))
    const other = await dialog()
    expect(other.queryByRole('button', { name: 'เปลี่ยนผู้สมัคร' })).toBeNull()
  },
)

it('cancels an application with a reason, after listing the receipts that are voided', async () => {
  const requests = server({ 'application/delete': () => ok(null) })
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'ยกเลิกใบสมัคร' }))
  const form = await dialog()
  expect(form.getByText('RE-KKN-6911-0001 จำนวน 2,000.00 บาท')).toBeTruthy()
  await user.type(form.getByRole('textbox', { name: 'เหตุผล' }), 'ผิดคน')
  await user.click(form.getByRole('button', { name: 'ยกเลิกใบสมัคร' }))
  await dialogClosed()
  expect(requestsTo(requests, 'application/delete').map(({ body }) => body)).toEqual([
    { application_id: 11, version: 1, note: 'ผิดคน' },
  ])
})

it('closes a dialog of an application that another user changed, and shows its present state', async () => {
  let stored: object = anApplication
  server(
    {
      'application/delete': () => {
        stored = fullyPaid
        return fail(409, 'CONFLICT')
      },
    },
    () => stored,
  )
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'ยกเลิกใบสมัคร' }))
  const form = await dialog()
  await user.type(form.getByRole('textbox', { name: 'เหตุผล' }), 'ผิดคน')
  await user.click(form.getByRole('button', { name: 'ยกเลิกใบสมัคร' }))
  await dialogClosed()
  expect(screen.getByText('ข้อความ CONFLICT')).toBeTruthy()
  expect(await screen.findByText('ชำระครบแล้ว')).toBeTruthy()
})

it('shows before the end of lines what is kept and written off, and that rights are suspended', async () => {
  const requests = server({ 'application/end': () => ok({ application_id: 11, balance: 0 }) })
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'ยุติ ไม่คืนเงิน' }))
  const form = await dialog()
  form.getByText('ไม่คืน 2,000.00 บาท · ตัดยอดค้างชำระ 3,000.00 บาท')
  form.getByText('สิทธิ์สอบของรายการเหล่านี้จะถูกระงับ')
  form.getByText('ใบสมัครนี้จะสิ้นสุด')
  await user.type(form.getByRole('textbox', { name: 'เหตุผล' }), 'ไม่มาเรียน')
  await user.click(form.getByRole('button', { name: 'ยุติ ไม่คืนเงิน' }))
  await dialogClosed()
  expect(requestsTo(requests, 'application/end').map(({ body }) => body)).toEqual([
    { application_id: 11, version: 1, lines: [21], note: 'ไม่มาเรียน' },
  ])
})

it('lists by line what an ended application wrote off, and shows neither documents nor an agreed day', async () => {
  const [line] = anApplication.course
  server({}, () => ({
    ...anApplication,
    status: 'partial_refund',
    mode: 'refund',
    balance: 0,
    written_off: 3500,
    course: [{ ...line, status: 'refunded', paid: 1500, balance: 0, written_off: 3500 }],
    refunds: [
      {
        payment_id: 41,
        payment_code: 'RF-KKN-6911-0001',
        pay_type: 'cash',
        value: 500,
        lines: [{ line_id: 21, name: 'ชื่อเดิมของหลักสูตร', value: 500 }],
        payee_bank: '',
        payee_account: '',
        payee_name: '',
        note: 'ย้ายจังหวัด',
        user: 'สมศรี ใจดี',
        createdAt: '2026-11-21T05:00:00.000Z',
      },
    ],
    documents: [
      {
        application_document_id: 1,
        name: 'ใบรับรองแพทย์',
        valid_days: 30,
        document_day: null,
        valid_until: null,
        file_link: null,
        ticked_at: null,
        ticked_by: '',
        missing: true,
        proposal: null,
      },
    ],
  }))
  await open()
  const lines = within(screen.getByRole('list', { name: 'ยอดที่ตัดออก' }))
  expect(lines.getByText('ชื่อเดิมของหลักสูตร')).toBeTruthy()
  expect(lines.getByText('คืน 500.00 บาท · ตัดยอดค้างชำระ 3,000.00 บาท')).toBeTruthy()
  expect(lines.getByText('3,500.00')).toBeTruthy()
  expect(screen.queryByText('ใบรับรองแพทย์')).toBeNull()
  expect(screen.queryByText('วันนัดชำระ')).toBeNull()
})
