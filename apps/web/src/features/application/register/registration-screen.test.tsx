import { satang } from '@khapdee/domain/money'
import { useLocation } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../../test/app-providers.tsx'
import { dltNatIdCard } from '../../../../test/dltnatid-service.ts'
import {
  fail,
  fakeFetch,
  type FakeRequest,
  type FakeRoute,
  ok,
} from '../../../../test/fake-fetch.ts'
import { aUser } from '../../../../test/user.ts'
import { alerts } from '../../../shared/alerts.ts'
import { paths } from '../../../shared/paths.ts'
import { AlertArea } from '../../../shell/notices.tsx'
import { sessionStore, useCurrentBranch } from '../../../session/session.ts'
import { aCustomer } from '../../../../test/records.ts'
import { handOverCard } from '../../../shared/customer/card-reader.ts'
import { blankCustomer } from '../../../shared/customer/customer-values.ts'
import { blankLine } from '../line-values.ts'
import { RegistrationScreen } from './registration-screen.tsx'
import { blankRegistration, toCreateInput } from './registration-values.ts'

const lists = (price = 5000) => ({
  branch: [],
  course: [
    { course_id: 4, name: 'รถยนต์ 15 ชั่วโมง', price, type: 'รถยนต์', branch_id: null },
    { course_id: 5, name: 'จักรยานยนต์', price: 2500, type: 'จักรยานยนต์', branch_id: null },
  ],
  other_fee: [{ other_fee_id: 8, name: 'ค่าคู่มือ', price: 150, branch_id: null }],
  request_fee: [],
  pay_type: [],
})
const stored = { ...aCustomer, idcard: '1100000000016', address: '123/45', is_visible: true }
const created = {
  application_id: 11,
  application_code: 'AP-KKN-6911-0001',
  pdf: '/files/documents/x/RE-KKN-6911-0001.pdf',
  payments: [],
}

type User = ReturnType<typeof userEvent.setup>

const showPdf = vi.fn()
const closePdf = vi.fn()

/** A fake server with one stored customer; `answers` replace its answers by path. */
function server(answers: Record<string, FakeRoute> = {}): FakeRequest[] {
  return fakeFetch((request) => {
    const path = request.path.split('?')[0] ?? ''
    const answer = answers[path]
    if (answer) return answer(request)
    if (path === 'application/getforregister') return ok(lists())
    if (path === 'held-form/gettable') return ok([])
    if (path === 'held-form/create') return ok({ held_form_id: 5 })
    if (path === 'held-form/discard') return ok(null)
    if (path === 'customer/check') {
      const isKnown = request.path.includes('1100000000016')
      return ok(isKnown ? stored : null, { others: [] })
    }
    if (path === 'application/create') {
      return { body: { status: 'success', message: 'ลงทะเบียนเรียบร้อยแล้ว', data: created } }
    }
    throw new Error(`no answer for ${path}`)
  })
}

const signInWith = (...actions: string[]) =>
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({
      branches: [{ value: 1, name: 'สาขาขอนแก่น' }],
      ability: actions.map((action) => ({ subject: 'application', action })),
    }),
  })

async function open() {
  const router = await renderScreen(
    <>
      <AlertArea />
      <RegistrationScreen kind="course" />
    </>,
  )
  const user = userEvent.setup()
  await waitFor(() => expect(screen.getByRole('button', { name: /รับเต็มจำนวน 0/ })).toBeTruthy())
  return { user, router }
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const promotionCode = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'รหัสส่วนลด' })
const course = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'หลักสูตร' })
const save = () => screen.getAllByRole('button', { name: 'บันทึก' })[0]!
const requestsTo = (requests: readonly FakeRequest[], path: string) =>
  requests.filter((request) => request.path === path)

/** Pastes the text, which is faster than typing it key by key. */
async function fill(user: User, name: string, text: string) {
  await user.click(field(name))
  await user.paste(text)
}

async function chooseCourse(user: User) {
  await user.click(course())
  await user.paste('รถยนต์')
  await user.click(await screen.findByRole('option', { name: /รถยนต์ 15/ }))
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  alerts.reset()
  signInWith('create', 'pay')
  vi.spyOn(window, 'open').mockReturnValue({
    opener: null,
    closed: false,
    close: closePdf,
    document: { title: '', body: {} },
    location: { replace: showPdf },
  } as unknown as Window)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

describe('RegistrationScreen', () => {
  it('registers a stored customer once, by id, and opens the receipt', async () => {
    const requests = server()
    const { user, router } = await open()
    await fill(user, 'เลขประจำตัวประชาชน', '1100000000016')
    await waitFor(() => expect(field('ชื่อ').value).toBe('สมหญิง'))
    expect(screen.getByText('พบข้อมูลลูกค้าเดิม เติมข้อมูลให้แล้ว')).toBeTruthy()
    expect(screen.getByText('27')).toBeTruthy()

    await chooseCourse(user)
    await fill(user, 'ชำระครั้งนี้', '2,000')
    const form = screen.getByRole('form')
    fireEvent.submit(form)
    fireEvent.submit(form)
    await waitFor(() => expect(router.state.location.pathname).toBe('/registrations/11'))
    expect(window.open).toHaveBeenCalledOnce()

    const creations = requestsTo(requests, 'application/create')
    expect(creations).toHaveLength(1)
    expect(creations[0]?.headers.get('Idempotency-Key')).toMatch(/^[\da-f-]{36}$/)
    expect(creations[0]?.body).toMatchObject({
      branch_id: 1,
      customer: { customer_id: 7, version: 3, idcard: '1100000000016' },
      course: [{ course_id: 4, cost: 5000, paid: 2000, pay_type: 'cash' }],
      other_fee: [],
    })
    expect(showPdf).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(created.pdf))
    render(<AlertArea />)
    expect(screen.getByRole('link', { name: 'เปิดไฟล์ PDF' })).toBeTruthy()
  })

  it('hides the payment fields from a clerk who may not take payments', async () => {
    signInWith('create')
    server()
    await renderScreen(<RegistrationScreen kind="course" />)
    expect(await screen.findByText('สรุปยอด')).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'ชำระครั้งนี้' })).toBeNull()
    expect(screen.queryByRole('button', { name: /ชำระเต็มจำนวน/ })).toBeNull()
  })

  it('shows that more is paid than owed, without a negative balance', async () => {
    server()
    const { user } = await open()
    await chooseCourse(user)
    await user.click(field('ชำระครั้งนี้'))
    await user.paste('5001')
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'จำนวนเงินเกินยอดค้างชำระ')
    expect(screen.queryByText('-1.00')).toBeNull()
  })

  it('lets the clerk choose the typed or the stored value of each field that differs', async () => {
    server()
    const { user } = await open()
    await fill(user, 'ชื่อ', 'สมศรี')
    await fill(user, 'บ้านเลขที่', '9')
    await fill(user, 'เลขประจำตัวประชาชน', '1100000000016')
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('radio', { name: 'สมหญิง' }))
    await user.click(within(dialog).getByRole('button', { name: 'ตกลง' }))
    expect(field('ชื่อ').value).toBe('สมหญิง')
    expect(field('บ้านเลขที่').value).toBe('9')
    expect(field('นามสกุล').value).toBe('ใจดี')
  })

  it('changes nothing when the question about differing fields is closed, and asks again on save', async () => {
    const requests = server()
    const { user } = await open()
    await fill(user, 'ชื่อ', 'สมศรี')
    await fill(user, 'เลขประจำตัวประชาชน', '1100000000016')
    await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([field('ชื่อ').value, field('นามสกุล').value]).toEqual(['สมศรี', ''])
    expect(screen.queryByText('ลูกค้าเดิม')).toBeNull()
    await user.click(save())
    const dialog = within(await screen.findByRole('dialog'))
    expect(requestsTo(requests, 'application/create')).toHaveLength(0)
    await user.click(dialog.getByRole('button', { name: 'ตกลง' }))
    await waitFor(() => expect(field('นามสกุล').value).toBe('ใจดี'))
    expect(field('ชื่อ').value).toBe('สมศรี')
  })

  it('shows every error at its field, focuses the first, and sends nothing', async () => {
    const requests = server()
    const { user } = await open()
    await user.click(save())
    await screen.findByText('กรุณากรอกเลขประจำตัวประชาชน')
    expect(screen.getByText('กรุณาเพิ่มรายการอย่างน้อย 1 รายการ')).toBeTruthy()
    expect(document.activeElement).toBe(field('เลขประจำตัวประชาชน'))
    expect(requestsTo(requests, 'application/create')).toHaveLength(0)
    expect(window.open).not.toHaveBeenCalled()
  })

  it('subtracts the discount of a code, also from a payment of the full amount', async () => {
    const requests = server({
      'application/checkpromotion': () => ok({ promotion_id: 1, discount: 500, name: 'ลดพิเศษ' }),
    })
    const { user } = await open()
    await chooseCourse(user)
    await user.click(screen.getByRole('button', { name: /รับเต็มจำนวน 5,000/ }))
    await user.type(promotionCode(), 'new500{Enter}')
    await waitFor(() => expect(field('ชำระครั้งนี้').value).toBe('4,500.00'))
    expect(course().value).toBe('รถยนต์ 15 ชั่วโมง')
    // Slow typing may send earlier checks; only the last one has the complete code.
    await waitFor(() =>
      expect(requestsTo(requests, 'application/checkpromotion').at(-1)?.body).toEqual({
        promotion_code: 'NEW500',
        course_id: 4,
        branch_id: 1,
        cost: 5000,
      }),
    )
  })

  it('lists the promotions that apply with their saving, the greatest first, and checks the chosen one', async () => {
    const promotion = { name: 'ลดพิเศษ', type: 'all', type_discount: 'percent', value: 5 }
    const requests = server({
      'application/getforregister': () =>
        ok({
          ...lists(),
          promotion: [
            { ...promotion, promotion_id: 1, code: 'FIVE' },
            { ...promotion, promotion_id: 2, code: 'CAR500', type_discount: 'amount', value: 500 },
            { ...promotion, promotion_id: 3, code: 'FEES', type: 'other_fee' },
          ],
        }),
      'application/checkpromotion': () => ok({ promotion_id: 2, discount: 500, name: 'ลดพิเศษ' }),
    })
    const { user } = await open()
    expect(screen.queryByRole('button', { name: 'แสดงรายการ รหัสส่วนลด' })).toBeNull()
    await chooseCourse(user)
    await user.click(promotionCode())
    await user.keyboard('{ArrowDown}')
    await waitFor(() =>
      expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
        'CAR500 ลดพิเศษลด 500.00',
        'FIVE ลดพิเศษลด 250.00',
      ]),
    )
    await user.keyboard('{Enter}')
    await waitFor(() => expect(requestsTo(requests, 'application/checkpromotion')).toHaveLength(1))
    expect(promotionCode().value).toBe('CAR500')
    expect(await screen.findAllByText('4,500.00')).not.toHaveLength(0)
  })

  it('uses the branch of the header, and asks for it only while the header shows all branches', async () => {
    sessionStore.signIn({
      accessToken: 'a',
      refreshToken: 'r',
      userData: aUser({
        branches: [
          { value: 1, name: 'สาขาขอนแก่น' },
          { value: 2, name: 'สาขาบ้านไผ่' },
        ],
        ability: [{ subject: 'application', action: 'create' }],
      }),
    })
    const requests = server()
    let header: ReturnType<typeof useCurrentBranch> | undefined
    function Header() {
      const current = useCurrentBranch()
      useEffect(() => {
        header = current
      })
      return null
    }
    await renderScreen(
      <>
        <Header />
        <RegistrationScreen kind="course" />
      </>,
    )
    const branchField = () => screen.queryByRole('button', { name: /สาขา$/ })
    expect(branchField()?.textContent).toContain('สาขาขอนแก่น')
    act(() => header?.choose('2'))
    await waitFor(() =>
      expect(requestsTo(requests, 'application/getforregister?branch=2')).toHaveLength(1),
    )
    expect(branchField()).toBeNull()
    act(() => header?.choose('all'))
    expect(branchField()?.textContent).toContain('สาขาบ้านไผ่')
  })

  it('keeps a rejected code in its field with the message under it, and gives no discount', async () => {
    server({ 'application/checkpromotion': () => fail(400, 'PROMO_USED_UP') })
    const { user } = await open()
    await chooseCourse(user)
    await user.type(promotionCode(), 'late{Enter}')
    await screen.findByText('ข้อความ PROMO_USED_UP', { selector: 'form *' })
    expect(promotionCode().value).toBe('LATE')
    expect(promotionCode().getAttribute('aria-invalid')).toBe('true')
    await user.type(promotionCode(), 'r')
    expect(promotionCode().getAttribute('aria-invalid')).toBeNull()
  })

  it('shows the new price when it changed before saving, and keeps the other input', async () => {
    let price = 5000
    server({
      'application/getforregister': () => ok(lists(price)),
      'application/create': () => {
        price = 5500
        const errors = [{ path: 'course.0.cost', message: 'ราคาเปลี่ยนเป็น 5,500.00 บาท' }]
        return fail(400, 'PRICE_CHANGED', { errors })
      },
    })
    const { user } = await open()
    await fill(user, 'เลขประจำตัวประชาชน', '1100000000016')
    await waitFor(() => expect(field('ชื่อ').value).toBe('สมหญิง'))
    await chooseCourse(user)
    await fill(user, 'ชำระครั้งนี้', '1000')
    await user.click(save())
    await waitFor(() => expect(screen.getAllByText('5,500.00').length).toBeGreaterThan(0))
    expect(screen.getByText('ราคาเปลี่ยนเป็น 5,500.00 บาท')).toBeTruthy()
    expect(field('ชำระครั้งนี้').value).toBe('1,000.00')
    expect(closePdf).toHaveBeenCalledOnce()
  })

  it('sends the same idempotency key again after a lost answer', async () => {
    let isLost = true
    const requests = server({
      'application/create': () => {
        if (!isLost) return ok(created)
        isLost = false
        return 'offline'
      },
      'held-form/create': () => 'offline',
    })
    const { user, router } = await open()
    await fill(user, 'เลขประจำตัวประชาชน', '1100000000016')
    await waitFor(() => expect(field('ชื่อ').value).toBe('สมหญิง'))
    await chooseCourse(user)
    await user.click(save())
    await screen.findByText(/^ยังไม่ทราบผลการบันทึก .*กดบันทึกอีกครั้งเมื่อเชื่อมต่อระบบได้/)
    await user.click(save())
    await waitFor(() => expect(router.state.location.pathname).toBe('/registrations/11'))
    const [first, second] = requestsTo(requests, 'application/create')
    expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'))
  })

  it('holds an unanswered save with its key and content, and repeats it before other content is saved', async () => {
    let isLost = true
    const requests = server({
      'application/create': () => {
        if (!isLost) return ok(created)
        isLost = false
        return fail(500, 'SERVER')
      },
    })
    const { user, router } = await open()
    await fill(user, 'เลขประจำตัวประชาชน', '1100000000016')
    await waitFor(() => expect(field('ชื่อ').value).toBe('สมหญิง'))
    await chooseCourse(user)
    await user.click(save())
    await screen.findByText(/ยังไม่ทราบผลการบันทึก ระบบพักแบบฟอร์มนี้ไว้ให้แล้ว/)
    const [first] = requestsTo(requests, 'application/create')
    const [held] = requestsTo(requests, 'held-form/create')
    const key = first?.headers.get('Idempotency-Key')
    expect(held?.body).toMatchObject({ type: 'course', branch_id: 1, attempt: { key } })

    await fill(user, 'ชำระครั้งนี้', '3000')
    await user.click(save())
    await waitFor(() => expect(router.state.location.pathname).toBe('/registrations/11'))
    const creations = requestsTo(requests, 'application/create')
    expect(creations).toHaveLength(2)
    expect(creations[1]?.headers.get('Idempotency-Key')).toBe(key)
    expect(creations[1]?.body).toEqual(first?.body)
    await waitFor(() =>
      expect(requestsTo(requests, 'held-form/discard')[0]?.body).toEqual({ held_form_id: 5 }),
    )
  })

  it('never sends a save again with a new key when its key was used with other content', async () => {
    const requests = server({ 'application/create': () => fail(400, 'IDEMPOTENCY_MISMATCH') })
    const { user } = await open()
    await fill(user, 'เลขประจำตัวประชาชน', '1100000000016')
    await waitFor(() => expect(field('ชื่อ').value).toBe('สมหญิง'))
    await chooseCourse(user)
    await user.click(save())
    await screen.findByText(/ยังไม่ทราบผลการบันทึก ระบบพักแบบฟอร์มนี้ไว้ให้แล้ว/)
    await user.click(save())
    await screen.findByText('ข้อความ IDEMPOTENCY_MISMATCH')
    await fill(user, 'ชำระครั้งนี้', '3000')
    await user.click(save())
    await waitFor(() => expect(requestsTo(requests, 'application/create')).toHaveLength(3))
    const keys = requestsTo(requests, 'application/create').map(({ headers }) =>
      headers.get('Idempotency-Key'),
    )
    expect(new Set(keys).size).toBe(1)
    expect(requestsTo(requests, 'held-form/discard')).toHaveLength(0)
  })

  it('never offers the values of a card as changes to a chosen customer with another number', async () => {
    server({
      'customer/check': ({ path }) =>
        ok(path.includes('0812345678') ? stored : null, { others: [] }),
    })
    const { user } = await open()
    handOverCard({ ...dltNatIdCard, nat_id: '3409900000014', fname_th: 'สมศรี' }, 'course')
    await waitFor(() => expect(field('ชื่อ').value).toBe('สมศรี'))
    const choose = async (button: string) => {
      await user.keyboard('{F3}')
      const lookup = await screen.findByRole('dialog')
      await user.click(within(lookup).getByRole('textbox'))
      await user.paste('0812345678')
      await user.click(await within(lookup).findByRole('option', { name: /สมหญิง/ }))
      const dialog = await screen.findByRole('alertdialog', { name: 'แทนที่ข้อมูลลูกค้า' })
      await user.click(within(dialog).getByRole('button', { name: button }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    }
    await choose('ยกเลิก')
    expect(field('ชื่อ').value).toBe('สมศรี')
    await choose('แทนที่')
    expect(field('ชื่อ').value).toBe('สมหญิง')
    expect(field('บ้านเลขที่').value).toBe('123/45')
    expect(field('วันเกิด').value).not.toBe('')
  })

  describe('a card that is taken over from the card panel', () => {
    const card = { ...dltNatIdCard, nat_id: '3409900000014', fname_th: 'สมศรี' }

    it('fills the form of its kind that opens next, not the open one of another kind', async () => {
      server()
      const examPath = paths.applications.exam.new
      function Forms() {
        const kind = useLocation().pathname === examPath ? 'exam' : 'course'
        return <RegistrationScreen kind={kind} />
      }
      const coursePath = paths.applications.course.new
      const router = await renderScreen(null, coursePath, undefined, <Forms />)
      const user = userEvent.setup()
      await screen.findByRole('textbox', { name: 'ชื่อ' })
      await fill(user, 'ชื่อ', 'มานี')
      const choose = async (button: string) => {
        handOverCard(card, 'exam')
        void router.navigate({ to: examPath as never })
        const dialog = await screen.findByRole('alertdialog', { name: 'ออกจากหน้านี้' })
        expect(field('ชื่อ').value).toBe('มานี')
        await user.click(within(dialog).getByRole('button', { name: button }))
      }
      await choose('ยกเลิก')
      expect(field('ชื่อ').value).toBe('มานี')
      await choose('ออกจากหน้านี้')
      await screen.findByText(examPath)
      await waitFor(() => expect(field('ชื่อ').value).toBe('สมศรี'))
    })

    it('asks before it replaces another customer of an open form', async () => {
      server()
      const { user } = await open()
      await fill(user, 'ชื่อ', 'มานี')
      await fill(user, 'โทรศัพท์มือถือ', '0811111111')
      const answer = async (button: string) => {
        handOverCard(card, 'course')
        const dialog = await screen.findByRole('alertdialog', { name: 'แทนที่ข้อมูลลูกค้า' })
        await user.click(within(dialog).getByRole('button', { name: button }))
        await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      }
      await answer('ยกเลิก')
      expect(field('ชื่อ').value).toBe('มานี')
      await answer('แทนที่')
      await waitFor(() => expect(field('ชื่อ').value).toBe('สมศรี'))
      expect(field('โทรศัพท์มือถือ').value).toBe('')
      // For the same person again, no question is asked.
      handOverCard({ ...card, address_no: '9' }, 'course')
      await waitFor(() => expect(field('บ้านเลขที่').value).toBe('9'))
    })
  })

  describe('an unanswered save that cannot be held', () => {
    async function saveWithoutAnswer(hold: FakeRoute) {
      let isLost = true
      const requests = server({
        'application/create': () => {
          if (!isLost) return ok(created)
          isLost = false
          return fail(500, 'SERVER')
        },
        'held-form/create': hold,
      })
      const opened = await open()
      await fill(opened.user, 'เลขประจำตัวประชาชน', '1100000000016')
      await waitFor(() => expect(field('ชื่อ').value).toBe('สมหญิง'))
      await chooseCourse(opened.user)
      await opened.user.click(save())
      return { ...opened, requests }
    }

    it('stays on the screen, and saving again repeats it', async () => {
      const { user, router, requests } = await saveWithoutAnswer(() => fail(403, 'FORBIDDEN'))
      await screen.findByText(/พักแบบฟอร์มไว้ไม่ได้: ข้อความ FORBIDDEN/)
      expect(course().value).toBe('รถยนต์ 15 ชั่วโมง')
      await user.click(save())
      await waitFor(() => expect(router.state.location.pathname).toBe('/registrations/11'))
      expect(requestsTo(requests, 'held-form/create')).toHaveLength(1)
      const [first, second] = requestsTo(requests, 'application/create')
      expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'))
    })

    it('appears again with the screen when the form was cleared in the meantime', async () => {
      let refuse = () => {}
      const refused = new Promise<void>((resolve) => (refuse = resolve))
      const { user } = await saveWithoutAnswer(async () => {
        await refused
        return fail(404, 'NOT_FOUND')
      })
      await screen.findByText('ข้อความ SERVER')
      await user.click(screen.getByRole('button', { name: 'เริ่มใหม่' }))
      const question = within(screen.getByRole('alertdialog'))
      await user.click(question.getByRole('button', { name: 'เริ่มใหม่' }))
      await waitFor(() => expect(field('ชื่อ').value).toBe(''))
      refuse()
      await screen.findByText(/พักแบบฟอร์มไว้ไม่ได้.*เปิดหน้าลงทะเบียนอีกครั้ง/)
      cleanup()
      await renderScreen(<RegistrationScreen kind="course" />)
      await waitFor(() => expect(field('ชื่อ').value).toBe('สมหญิง'))
    })
  })

  it('allows a clerk who may not take payments to save again without them', async () => {
    const requests = server({
      'application/create': ({ body }) =>
        JSON.stringify(body).includes('3000') ? fail(403, 'MAY_NOT_PAY') : ok(created),
    })
    const { user, router } = await open()
    await fill(user, 'เลขประจำตัวประชาชน', '1100000000016')
    await waitFor(() => expect(field('ชื่อ').value).toBe('สมหญิง'))
    await chooseCourse(user)
    await fill(user, 'ชำระครั้งนี้', '3000')
    await user.click(save())
    await screen.findByText('ข้อความ MAY_NOT_PAY')
    await user.clear(field('ชำระครั้งนี้'))
    await user.click(save())
    await waitFor(() => expect(router.state.location.pathname).toBe('/registrations/11'))
    expect(requestsTo(requests, 'application/create')).toHaveLength(2)
    expect(requestsTo(requests, 'held-form/create')).toHaveLength(0)
  })

  it('puts the form aside and recalls it with the price of today', async () => {
    let forms: object[] = []
    let values = ''
    const held = {
      held_form_id: 5,
      type: 'course',
      branch_id: 1,
      name: 'สมศรี ',
      is_unanswered: false,
      is_left: false,
      createdAt: '2026-11-21T03:00:00Z',
    }
    let price = 5000
    const requests = server({
      'application/getforregister': () => ok(lists(price)),
      'held-form/gettable': () => ok(forms),
      'held-form/create': ({ body }) => {
        values = (body as { values: string }).values
        forms = [held]
        return ok({ held_form_id: 5 })
      },
      'held-form/get/5': () => ok({ ...held, values, attempt: null }),
      'held-form/discard': () => {
        forms = []
        return ok(null)
      },
    })
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'พักไว้' }))
    expect(screen.getByText('ยังไม่มีข้อมูลให้พักไว้')).toBeTruthy()
    await fill(user, 'ชื่อ', 'สมศรี')
    await chooseCourse(user)
    await user.click(screen.getByRole('button', { name: 'พักไว้' }))
    await user.click(await screen.findByRole('button', { name: 'รายการที่พักไว้ (1)' }))
    expect(field('ชื่อ').value).toBe('')

    price = 5500
    await user.click(await screen.findByRole('button', { name: /เรียกคืน/ }))
    await waitFor(() => expect(field('ชื่อ').value).toBe('สมศรี'))
    await waitFor(() => expect(screen.getAllByText('5,500.00').length).toBeGreaterThan(0))
    expect(course().value).toBe('รถยนต์ 15 ชั่วโมง')
    await waitFor(() => expect(screen.queryByRole('button', { name: /รายการที่พักไว้/ })).toBeNull())
    expect(requestsTo(requests, 'held-form/create')).toHaveLength(1)
  })

  describe('a half-filled form', () => {
    const older = {
      held_form_id: 5,
      type: 'course',
      branch_id: 1,
      name: 'คนก่อนหน้า',
      is_unanswered: false,
      is_left: false,
      createdAt: '2026-11-21T03:00:00Z',
    }

    /** A server that holds forms; the request of a left form arrives after `delay` list calls. */
    function holdingServer(delay = 0) {
      let forms: (typeof older)[] = [older]
      let values = ''
      let lists = 0
      return server({
        'held-form/gettable': () => ok(lists++ < delay ? [older] : forms),
        'held-form/create': ({ body }) => {
          values = (body as { values: string }).values
          lists = 0
          // The user leaves another form of the kind on another computer.
          forms = [
            { ...older, held_form_id: 7 },
            { ...older, held_form_id: 6, name: 'สมศรี' },
            older,
          ]
          return ok({ held_form_id: 6 })
        },
        'held-form/get/5': () => ok({ ...older, values: '{}', attempt: null }),
        'held-form/get/6': () => ok({ ...forms[1], values, attempt: null }),
        'held-form/get/7': () => ok({ ...older, values: '{"left_token":"x"}', attempt: null }),
        'held-form/discard': () => {
          forms = forms.filter(({ held_form_id }) => held_form_id !== 6)
          return ok(null)
        },
      })
    }

    async function typeName() {
      const { user } = await open()
      await screen.findByRole('button', { name: 'รายการที่พักไว้ (1)' })
      await fill(user, 'ชื่อ', 'สมศรี')
    }

    it('is put aside when the page is unloaded, and recalled once in the same tab', async () => {
      const requests = holdingServer(2)
      await typeName()
      window.dispatchEvent(new Event('pagehide'))
      await waitFor(() => expect(requestsTo(requests, 'held-form/create')).toHaveLength(1))
      expect(requestsTo(requests, 'held-form/create')[0]?.body).toMatchObject({ is_left: true })
      expect(JSON.stringify({ ...sessionStorage })).not.toContain('สมศรี')
      cleanup()
      await open()
      await waitFor(() => expect(field('ชื่อ').value).toBe('สมศรี'), { timeout: 5_000 })
      expect(requestsTo(requests, 'held-form/discard').map(({ body }) => body)).toEqual([
        { held_form_id: 6 },
      ])
      cleanup()
      await open()
      expect(field('ชื่อ').value).toBe('')
    })

    it('is put aside before its user signs out, with nothing left in the browser', async () => {
      const requests = holdingServer()
      await typeName()
      await act(() => sessionStore.signOut())
      cleanup()
      expect(requests.map(({ path }) => path).slice(-2)).toEqual([
        'held-form/create',
        'user/logout',
      ])
      expect(JSON.stringify({ ...sessionStorage })).not.toContain('สมศรี')
      signInWith('create', 'pay')
      await open()
      await waitFor(() => expect(field('ชื่อ').value).toBe('สมศรี'))
    })

    it('stays as a draft of the tab when it cannot be put aside before signing out', async () => {
      server({ 'held-form/create': () => 'offline', 'user/logout': () => 'offline' })
      const { user } = await open()
      await fill(user, 'ชื่อ', 'สมศรี')
      await act(() => sessionStore.signOut())
      cleanup()
      signInWith('create', 'pay')
      await open()
      await waitFor(() => expect(field('ชื่อ').value).toBe('สมศรี'))
    })

    it('is not put aside while it is empty or after it was saved', async () => {
      const requests = server()
      const { user, router } = await open()
      window.dispatchEvent(new Event('pagehide'))
      await fill(user, 'เลขประจำตัวประชาชน', '1100000000016')
      await waitFor(() => expect(field('ชื่อ').value).toBe('สมหญิง'))
      await chooseCourse(user)
      await user.click(save())
      await waitFor(() => expect(router.state.location.pathname).toBe('/registrations/11'))
      window.dispatchEvent(new Event('pagehide'))
      expect(requestsTo(requests, 'held-form/create')).toHaveLength(0)
    })

    it('is discarded on the server when the browser shows the page again as it was', async () => {
      const requests = holdingServer()
      await typeName()
      window.dispatchEvent(new Event('pagehide'))
      window.dispatchEvent(new Event('pageshow'))
      await waitFor(() => expect(requestsTo(requests, 'held-form/discard')).toHaveLength(1))
      expect(field('ชื่อ').value).toBe('สมศรี')
      expect(Object.keys({ ...sessionStorage })).toEqual([])
    })
  })

  it('does not put aside the form on the screen while the outcome of the recalled save stays unknown', async () => {
    let isLost = true
    const values = {
      ...blankRegistration(1, 'course'),
      customer: {
        ...blankCustomer,
        idcard: '1100000000016',
        prefix: 'นางสาว',
        fname: 'มานี',
        sname: 'มีนา',
        phone_1: '0812345678',
      },
      course: [{ ...blankLine(), item_id: 4, name: 'รถยนต์', cost: satang(500_000) }],
    }
    const content = JSON.stringify(toCreateInput(values, 'course'))
    const key = '00000000-0000-4000-8000-000000000001'
    const held = {
      held_form_id: 6,
      type: 'course',
      branch_id: 1,
      name: 'มานี มีนา',
      is_unanswered: true,
      is_left: false,
      createdAt: '2026-11-21T03:00:00Z',
    }
    const requests = server({
      'held-form/gettable': () => ok([held]),
      'held-form/get/6': () => ok({ ...held, values: '{}', attempt: { key, content } }),
      'application/create': () => (isLost ? fail(500, 'SERVER') : ok(created)),
    })
    const { user, router } = await open()
    await fill(user, 'ชื่อ', 'สมศรี')
    const recall = async () => {
      await user.click(await screen.findByRole('button', { name: 'รายการที่พักไว้ (1)' }))
      await user.click(await screen.findByRole('button', { name: /เรียกคืน/ }))
    }
    expect(await screen.findByText(/ยังไม่ทราบว่าใบสมัครของ มานี มีนา/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'ตรวจผล' }))
    await waitFor(() => expect(requestsTo(requests, 'application/create')).toHaveLength(1))
    await recall()
    await waitFor(() => expect(requestsTo(requests, 'application/create')).toHaveLength(2))
    expect(requestsTo(requests, 'held-form/create')).toHaveLength(0)
    expect(field('ชื่อ').value).toBe('สมศรี')

    isLost = false
    await recall()
    await waitFor(() => expect(router.state.location.pathname).toBe('/registrations/11'))
    expect(requestsTo(requests, 'held-form/create').map(({ body }) => body)).toMatchObject([
      { type: 'course', name: 'สมศรี' },
    ])
    expect(requestsTo(requests, 'held-form/discard').map(({ body }) => body)).toEqual([
      { held_form_id: 6 },
    ])
  })

  it('pays all lines in full and sets the pay type of all lines with one press each', async () => {
    const requests = server()
    const { user } = await open()
    await fill(user, 'เลขประจำตัวประชาชน', '1100000000016')
    await waitFor(() => expect(field('ชื่อ').value).toBe('สมหญิง'))
    await chooseCourse(user)
    await user.click(screen.getByRole('button', { name: /เพิ่มรายการ.*สินค้าและบริการอื่น/ }))
    await user.type(screen.getByRole('combobox', { name: 'สินค้าและบริการอื่น' }), 'ค่าคู่มือ')
    await user.tab()
    await user.click(screen.getByRole('button', { name: 'รับเต็มจำนวนทุกรายการ' }))
    const all = screen.getByRole('radiogroup', { name: 'วิธีชำระเงินทุกรายการ' })
    await user.click(within(all).getByRole('radio', { name: 'โอนเงิน' }))
    await user.click(save())
    await waitFor(() => expect(requestsTo(requests, 'application/create')).toHaveLength(1))
    expect(requestsTo(requests, 'application/create')[0]?.body).toMatchObject({
      course: [{ paid: 5000, pay_type: 'transfer' }],
      other_fee: [{ other_fee_id: 8, paid: 150, pay_type: 'transfer' }],
    })
  })

  it('computes the change from the cash received', async () => {
    server()
    const { user } = await open()
    await chooseCourse(user)
    await fill(user, 'ชำระครั้งนี้', '4,000.50')
    await fill(user, 'รับเงินมา', '10000')
    expect(screen.getByText('5,999.50')).toBeTruthy()
    await user.clear(field('รับเงินมา'))
    await fill(user, 'รับเงินมา', '4000')
    expect(screen.getByText('ขาด')).toBeTruthy()
    await user.click(save())
    expect(await screen.findByText('ขาด 0.50 บาท')).toBeTruthy()
  })
})
