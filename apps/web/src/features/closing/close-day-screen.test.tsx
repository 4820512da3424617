import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fail, fakeFetch, type FakeRequest, type FakeRoute, ok } from '../../../test/fake-fetch.ts'
import { aUser } from '../../../test/user.ts'
import { alerts } from '../../shared/alerts.ts'
import { AlertArea } from '../../shell/notices.tsx'
import { sessionStore } from '../../session/session.ts'
import { CloseDayScreen } from './close-day-screen.tsx'

const movement = {
  payment_id: 1,
  payment_code: 'RE-KKN-6911-0001',
  application_code: 'AP-KKN-6911-0001',
  customer: 'สมหญิง ใจดี',
  refund: false,
  pay_type: 'cash',
  paid: 1540.5,
  status: 'normal',
  user: 'สมศรี ใจดี',
  createdAt: '2026-11-21T03:00:00.000Z',
}

const day = {
  branch_id: 1,
  branch: 'สาขาขอนแก่น',
  movements: 1,
  expected_cash: 1540.5,
  expected_transfer: 300,
  requests: [],
  last_closed_at: null,
  payments: [movement],
  parts: {
    float: 0,
    opening: 0,
    receipts: 1540.5,
    refunds: 0,
    income: 0,
    expenses: 0,
    cash_out: 0,
    deposit: 0,
    top_up: 0,
    correction: 0,
    petty_cash: 0,
  },
  moves: [],
  can_close: true,
}
const closed = { closing_id: 9, closing_code: 'DC-KKN-6911-0001', pdf: '/files/documents/x' }

const tab = {
  opener: null,
  closed: false,
  document: { title: '', body: { textContent: '' } },
  location: { replace: vi.fn() },
  close: vi.fn(),
}

async function open(current: object = day, close: FakeRoute = () => ok(closed)) {
  const requests = fakeFetch((request) =>
    request.path.startsWith('closing/current') ? ok(current) : close(request),
  )
  const router = await renderScreen(
    <>
      <AlertArea />
      <CloseDayScreen />
    </>,
  )
  await screen.findByText('สรุปยอด')
  return { requests, router, user: userEvent.setup() }
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const postRequests = (requests: FakeRequest[]) => requests.filter(({ method }) => method === 'POST')
const pressClose = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'ปิดยอด' }))
const confirmClose = async (user: ReturnType<typeof userEvent.setup>) => {
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'ปิดยอด' }))
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  alerts.reset()
  tab.location.replace.mockClear()
  tab.close.mockClear()
  vi.stubGlobal('open', () => tab)
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({
      ability: ['view', 'create'].map((action) => ({ subject: 'closing', action })),
    }),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('CloseDayScreen', () => {
  it('closes a day on which more cash was refunded than received, with nothing counted', async () => {
    const { requests, user } = await open({ ...day, expected_cash: -500 })
    expect(screen.getByText('-500.00')).toBeTruthy()
    expect(screen.getByText('ตรงกัน')).toBeTruthy()
    expect(screen.getByText(/^คืนเงินสดมากกว่าที่รับ 500\.00 บาท/)).toBeTruthy()
    await pressClose(user)
    await confirmClose(user)
    await waitFor(() => expect(postRequests(requests)).toHaveLength(1))
    expect(postRequests(requests)[0]?.body).toMatchObject({
      expected_cash: -500,
      counted_cash: 0,
      note: '',
    })
  })

  it('sums the counts while typing, focuses the next field on Enter, and sends the sums', async () => {
    const { requests, router, user } = await open()
    field('ธนบัตร 1,000 บาท').focus()
    await user.keyboard('1{Enter}1{Enter}')
    expect(document.activeElement).toBe(field('ธนบัตร 100 บาท'))
    await user.type(field('ธนบัตร 20 บาท'), '2')
    expect(screen.getByText('ขาด 0.50')).toBeTruthy()
    await user.type(field('เหรียญ 50 สตางค์'), '1')
    expect(screen.getByText('ตรงกัน')).toBeTruthy()
    await pressClose(user)
    await confirmClose(user)
    await waitFor(() => expect(router.state.location.pathname).toBe('/closings/9'))
    expect(tab.location.replace).toHaveBeenCalledTimes(1)
    const [request] = postRequests(requests)
    expect(request?.headers.get('idempotency-key')).toBeTruthy()
    expect(request?.body).toMatchObject({
      branch_id: 1,
      expected_cash: 1540.5,
      counted_cash: 1540.5,
      denominations: { '100000': 1, '50000': 1, '2000': 2, '50': 1 },
      note: '',
    })
  })

  it('requires a reason for a cash difference before the confirmation', async () => {
    const { requests, user } = await open()
    await user.type(field('ธนบัตร 1,000 บาท'), '2')
    expect(screen.getByText('เกิน 459.50')).toBeTruthy()
    await pressClose(user)
    expect(await screen.findByText('กรุณาระบุเหตุผลที่เงินสดไม่ตรง')).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await user.type(field('เหตุผล'), 'ทอนเงินผิด')
    await pressClose(user)
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText('เงินสดเกิน 459.50 บาท')).toBeTruthy()
    await confirmClose(user)
    await waitFor(() => expect(postRequests(requests)).toHaveLength(1))
    expect(postRequests(requests)[0]?.body).toMatchObject({ counted_cash: 2000, note: 'ทอนเงินผิด' })
  })

  it('reports an invalid count at its field', async () => {
    const { user } = await open()
    await user.type(field('ธนบัตร 500 บาท'), '-1')
    await pressClose(user)
    expect((await screen.findAllByText('กรุณากรอกเป็นตัวเลข')).length).toBeGreaterThan(0)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('shows the new sum and keeps the counts when a payment was added during the count', async () => {
    let current = day
    const { user } = await open(day)
    const requests = fakeFetch(({ path }) => {
      if (path.startsWith('closing/current')) return ok(current)
      current = { ...day, expected_cash: 2040.5, movements: 2 }
      return fail(409, 'CONFLICT')
    })
    await user.type(field('ธนบัตร 1,000 บาท'), '1')
    await user.type(field('เหตุผล'), 'ยังนับไม่ครบ')
    await pressClose(user)
    await confirmClose(user)
    expect(await screen.findByText('2,040.50')).toBeTruthy()
    expect(screen.getByText('ข้อความ CONFLICT')).toBeTruthy()
    expect(field('ธนบัตร 1,000 บาท').value).toBe('1')
    expect(tab.close).toHaveBeenCalledTimes(1)
    expect(postRequests(requests)).toHaveLength(1)
  })

  it.each([
    ['STATE', 2],
    ['DUPLICATE', 1],
  ])(
    'after a refusal with %s, has loaded the open day %i time(s): a second time only if the day may have changed',
    async (code, reads) => {
      const { requests, user } = await open(day, () => fail(409, code))
      await user.type(field('ธนบัตร 1,000 บาท'), '1')
      await user.type(field('เหตุผล'), 'ยังนับไม่ครบ')
      await pressClose(user)
      await confirmClose(user)
      expect(await screen.findByText(`ข้อความ ${code}`)).toBeTruthy()
      await waitFor(() =>
        expect(requests.filter(({ method }) => method === 'GET')).toHaveLength(reads),
      )
    },
  )

  it('asks for confirmation again after a lost answer, and repeats the same call, although the day is closed already', async () => {
    let current = day
    const { router, user } = await open(day)
    let n = 0
    const requests = fakeFetch(({ path }) => {
      if (path.startsWith('closing/current')) return ok(current)
      current = { ...day, expected_cash: 0, movements: 0 }
      return ++n === 1 ? 'offline' : ok(closed)
    })
    await user.type(field('ธนบัตร 1,000 บาท'), '1')
    await user.type(field('เหตุผล'), 'ทอนเงินผิด')
    await pressClose(user)
    await confirmClose(user)
    const dialog = within(screen.getByRole('alertdialog'))
    await dialog.findByText(/เชื่อมต่อระบบไม่ได้/)
    await confirmClose(user)
    await waitFor(() => expect(router.state.location.pathname).toBe('/closings/9'))
    const [first, second] = postRequests(requests)
    expect(second?.body).toEqual(first?.body)
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'))
  })

  it('names the void requests that would lapse', async () => {
    const request = {
      request_id: 4,
      payment_id: 1,
      payment_code: 'RE-KKN-6911-0007',
      application_id: 3,
      application_code: 'AP-KKN-6911-0003',
      type: 'course',
      customer: 'สมหญิง ใจดี',
      paid: 500,
      note: 'พิมพ์ผิดคน',
      user: 'มานะ ขยัน',
    }
    await open({ ...day, requests: [request] })
    expect(screen.getByText(/คำขอลบรายการชำระเงินที่รออนุมัติ 1 รายการ/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'RE-KKN-6911-0007' })).toBeTruthy()
    expect(screen.getByText(/มานะ ขยัน: พิมพ์ผิดคน/)).toBeTruthy()
  })

  it('shows only the movements when the user may not close the day', async () => {
    await open({ ...day, can_close: false })
    expect(screen.getByText('RE-KKN-6911-0001')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'ปิดยอด' })).toBeNull()
    expect(screen.queryByText('ธนบัตรและเหรียญ')).toBeNull()
  })

  it('shows a loading error with a button that retries', async () => {
    let isDown = true
    fakeFetch(() => (isDown ? fail(500, 'SERVER') : ok(day)))
    await renderScreen(<CloseDayScreen />)
    const retry = await screen.findByRole('button', { name: 'ลองอีกครั้ง' })
    isDown = false
    await act(async () => retry.click())
    expect(await screen.findByText('สรุปยอด')).toBeTruthy()
  })
})

describe('over midnight in Bangkok', () => {
  beforeEach(() =>
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T23:59:00+07:00') }),
  )
  afterEach(() => vi.useRealTimers())
  const wakeNextDay = () => {
    vi.setSystemTime(new Date('2026-11-22T08:00:00+07:00'))
    act(() => void window.dispatchEvent(new Event('focus')))
  }

  it('changes the date to the new day while nothing is counted', async () => {
    await open()
    expect(field('ประจำวันที่').value).toBe('21/11/2569')
    wakeNextDay()
    await waitFor(() => expect(field('ประจำวันที่').value).toBe('22/11/2569'))
  })

  it('keeps the date once the count has begun', async () => {
    const { user } = await open()
    await user.type(screen.getByRole('textbox', { name: /1,000/ }), '1')
    wakeNextDay()
    await waitFor(() => expect(field('ประจำวันที่').value).toBe('21/11/2569'))
  })
})
