import { screen, waitFor, within } from '@testing-library/react'
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
import { aUser } from '../../../../test/user.ts'
import { alerts } from '../../../shared/alerts.ts'
import { AlertArea } from '../../../shell/notices.tsx'
import { sessionStore } from '../../../session/session.ts'
import { aCustomer, anApplication } from '../../../../test/records.ts'
import { ApplicationScreen } from './application-screen.tsx'

function server(answers: Record<string, FakeRoute> = {}): FakeRequest[] {
  return fakeFetch((request) => {
    const answer = answers[request.path]
    if (answer) return answer(request)
    if (request.path === 'application/get/11') return ok(anApplication)
    throw new Error(`no answer for ${request.path}`)
  })
}

async function open(address = '/') {
  await renderScreen(
    <>
      <AlertArea />
      <ApplicationScreen id={11} kind="course" />
    </>,
    address,
  )
  await screen.findByRole('heading', { name: 'AP-KKN-6911-0001' })
  await waitFor(() => expect(field('ชื่อ').value).toBe('สมหญิง'))
  return userEvent.setup()
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const updates = (requests: readonly FakeRequest[]) =>
  requests.filter(({ path }) => path === 'customer/updateprofile')

function signIn(...abilities: [subject: string, action: string][]) {
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({ ability: abilities.map(([subject, action]) => ({ subject, action })) }),
  })
}

beforeEach(() => {
  localStorage.clear()
  alerts.reset()
  signIn(['application', 'view'], ['customer', 'update'], ['customer', 'reveal'])
})
afterEach(() => vi.unstubAllGlobals())

describe('ApplicationScreen', () => {
  it('shows lines, amounts and payments as they were recorded', async () => {
    server()
    await open()
    expect(
      within(screen.getByRole('table', { name: 'รายการ' })).getByText('ชื่อเดิมของหลักสูตร'),
    ).toBeTruthy()
    const rights = within(screen.getByRole('table', { name: 'สิทธิ์สอบ' }))
    expect(rights.getByText('ภาคปฏิบัติ รถยนต์')).toBeTruthy()
    expect(rights.getByText('ใช้สิทธิ์ได้')).toBeTruthy()
    expect(screen.getByText('RE-KKN-6911-0001')).toBeTruthy()
    expect(screen.getAllByText('0.00').length).toBeGreaterThan(0)
    expect(screen.getAllByText('3,000.00').length).toBe(2)
    const lines = screen.getByRole('table', { name: 'รายการ' })
    const isBefore = lines.compareDocumentPosition(field('ชื่อ')) & Node.DOCUMENT_POSITION_FOLLOWING
    expect(isBefore).toBeTruthy()
    expect(screen.getByText(aCustomer.name)).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'ชำระครั้งนี้' })).toBeNull()
  })

  it('says that the customer is a walk-in, who needs neither surname nor ID number', async () => {
    const customer = { ...aCustomer, is_walk_in: true, idcard: '', sname: '' }
    server({ 'application/get/11': () => ok({ ...anApplication, customer }) })
    const user = await open()
    expect(screen.getByText('ลูกค้าทั่วไป')).toBeTruthy()
    const isRequired = (name: string) => field(name).getAttribute('aria-required') === 'true'
    expect([isRequired('เลขประจำตัวประชาชน'), isRequired('นามสกุล')]).toEqual([false, false])
    await user.type(field('เลขประจำตัวประชาชน'), '1')
    expect([isRequired('เลขประจำตัวประชาชน'), isRequired('นามสกุล')]).toEqual([true, true])
  })

  it.each([
    ['#refund-5', 'ใบสมัครนี้คืนเงินหรือขอคืนเงินไม่ได้ในขณะนี้'],
    ['#pay', 'ใบสมัครนี้รับชำระเงินไม่ได้ในขณะนี้'],
    ['#follow-up', 'ใบสมัครนี้บันทึกการติดตามไม่ได้ในขณะนี้'],
  ])('says that the action of the link %s is not possible', async (hash, refused) => {
    const not = { refund: false, request_refund: false, pay: false, follow_up: false }
    const can = { ...anApplication.can, ...not }
    server({ 'application/get/11': () => ok({ ...anApplication, can }) })
    await open(`/${hash}`)
    expect(await screen.findByText(refused)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('sends changes of the customer with the version and without the masked ID number', async () => {
    const requests = server({
      'customer/updateprofile': () => ok({ ...aCustomer, phone_2: '043123456', version: 4 }),
    })
    const user = await open()
    await user.type(field('โทรศัพท์สำรอง'), '043123456')
    await user.click(screen.getByRole('button', { name: 'บันทึก' }))
    await waitFor(() => expect(updates(requests)).toHaveLength(1))
    const [update] = updates(requests)
    expect(update?.body).toMatchObject({ customer_id: 7, version: 3, phone_2: '043123456' })
    expect(update?.body).not.toHaveProperty('idcard')
  })

  it('reveals the full ID number on request, and shows the masked one when the field is cleared', async () => {
    const requests = server({
      'customer/reveal': () => ok({ idcard: '1100000000016', passport: '' }),
      'customer/updateprofile': () => ok({ ...aCustomer, version: 4 }),
    })
    const user = await open()
    expect(field('เลขประจำตัวประชาชน').value).toBe('1-1000-xxxxx-01-6')
    await user.click(screen.getByRole('button', { name: 'แสดงเลขบัตรเต็ม' }))
    await waitFor(() => expect(field('เลขประจำตัวประชาชน').value).toBe('1-1000-00000-01-6'))
    await user.clear(field('เลขประจำตัวประชาชน'))
    expect(field('เลขประจำตัวประชาชน').value).toBe('1-1000-xxxxx-01-6')
    expect(updates(requests)).toHaveLength(0)
  })

  it('offers to load the newer record when another user changed the customer', async () => {
    let stored = aCustomer
    server({
      'application/get/11': () => ok({ ...anApplication, customer: stored }),
      'customer/updateprofile': () => {
        stored = { ...aCustomer, sname: 'ใจงาม', version: 4 }
        return fail(409, 'CONFLICT')
      },
    })
    const user = await open()
    await user.type(field('ซอย'), 'มะลิ')
    await user.click(screen.getByRole('button', { name: 'บันทึก' }))
    await user.click(await screen.findByRole('button', { name: 'โหลดใหม่' }))
    await waitFor(() => expect(field('นามสกุล').value).toBe('ใจงาม'))
    expect(field('ซอย').value).toBe('')
  })

  it('disables the customer form without permission to update customers', async () => {
    signIn(['application', 'view'])
    server()
    await open()
    expect(field('ชื่อ').closest('fieldset')?.disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'บันทึก' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'แสดงเลขบัตรเต็ม' })).toBeNull()
  })
})
