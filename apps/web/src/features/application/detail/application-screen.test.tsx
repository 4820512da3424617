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
    if (request.path.startsWith('application/timeline')) return ok([])
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
  return userEvent.setup()
}

/** Opens the screen and the form of the customer. */
async function openCustomer() {
  const user = await open()
  await user.click(within(customerCard()).getByRole('button', { name: 'แก้ไข' }))
  await waitFor(() => expect(field('ชื่อ').value).toBe('สมหญิง'))
  return user
}

const customerCard = () => screen.getByRole('region', { name: /ข้อมูลผู้สมัคร/ })

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
    const isBefore =
      lines.compareDocumentPosition(customerCard()) & Node.DOCUMENT_POSITION_FOLLOWING
    expect(isBefore).toBeTruthy()
    expect(screen.getByText(aCustomer.name)).toBeTruthy()
    expect(within(customerCard()).getByText('1-1000-xxxxx-01-6')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'บันทึก' })).toBeNull()
    expect(screen.queryByRole('textbox', { name: 'ชำระครั้งนี้' })).toBeNull()
  })

  it('shows that the customer is a walk-in, who needs neither surname nor ID number', async () => {
    const customer = { ...aCustomer, is_walk_in: true, idcard: '', sname: '' }
    server({ 'application/get/11': () => ok({ ...anApplication, customer }) })
    const user = await openCustomer()
    expect(screen.getByText('ลูกค้าทั่วไป')).toBeTruthy()
    const isRequired = (name: string) => field(name).getAttribute('aria-required') === 'true'
    expect([isRequired('เลขประจำตัวประชาชน'), isRequired('นามสกุล')]).toEqual([false, false])
    await user.type(field('เลขประจำตัวประชาชน'), '1')
    expect([isRequired('เลขประจำตัวประชาชน'), isRequired('นามสกุล')]).toEqual([true, true])
  })

  it('offers to merge a walk-in into the customer who has the typed number', async () => {
    const walkIn = { ...aCustomer, is_walk_in: true, idcard: '' }
    let customer = walkIn
    const requests = server({
      'application/get/11': () => ok({ ...anApplication, customer }),
      'customer/updateprofile': () => fail(409, 'DUPLICATE'),
      'customer/mergewalkin': () => {
        customer = { ...aCustomer, customer_id: 4, fname: 'มานี', is_walk_in: false }
        return ok(customer)
      },
    })
    const user = await openCustomer()
    await user.type(field('เลขประจำตัวประชาชน'), '1100000000016')
    await user.click(screen.getByRole('button', { name: 'บันทึก' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'รวมข้อมูล' }))
    await waitFor(() => expect(field('ชื่อ').value).toBe('มานี'))
    const merge = requests.find(({ path }) => path === 'customer/mergewalkin')
    expect(merge?.body).toEqual({ customer_id: 7, version: 3, idcard: '1100000000016' })
    expect(screen.queryByText('ลูกค้าทั่วไป')).toBeNull()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it.each([
    ['#refund-5', 'ใบสมัครนี้คืนเงินหรือขอคืนเงินไม่ได้ในขณะนี้'],
    ['#pay', 'ใบสมัครนี้รับชำระเงินไม่ได้ในขณะนี้'],
    ['#follow-up', 'ใบสมัครนี้บันทึกการติดตามไม่ได้ในขณะนี้'],
  ])('shows that the action of the link %s is not possible', async (hash, refused) => {
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
    const user = await openCustomer()
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
    const user = await openCustomer()
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
    const user = await openCustomer()
    await user.type(field('ซอย'), 'มะลิ')
    await user.click(screen.getByRole('button', { name: 'บันทึก' }))
    await user.click(await screen.findByRole('button', { name: 'โหลดใหม่' }))
    await waitFor(() => expect(field('นามสกุล').value).toBe('ใจงาม'))
    expect(field('ซอย').value).toBe('')
  })

  it('opens the form of the customer with the focus in its first field', async () => {
    server()
    await openCustomer()
    await waitFor(() => expect(customerCard().contains(document.activeElement)).toBe(true))
    expect(document.activeElement?.tagName).toBe('INPUT')
  })

  it('shows the latest five events, and all of them on request', async () => {
    const event = (audit_id: number) => ({
      audit_id,
      at: '2026-11-21T03:00:00.000Z',
      user: 'วิภา แสงทอง',
      username: 'cashier.kkn',
      kind: 'money',
      action: `รายการที่ ${audit_id}`,
      entity: 'ใบสมัคร',
      record: audit_id === 9 ? 'RE-KKN-6911-0001' : anApplication.application_code,
      changes: [{ label: 'ชำระแล้ว', before: '1,000.00', after: '3,000.00' }],
    })
    server({
      'application/timeline/11': () => ok([9, 8, 7, 6, 5, 4].map(event)),
    })
    const user = await open()
    const list = await screen.findByRole('list', { name: 'ลำดับเหตุการณ์' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(5)
    const [newest, second] = within(list).getAllByRole('listitem')
    expect(newest?.textContent).toContain('รายการที่ 9 RE-KKN-6911-0001 · วิภา แสงทอง')
    expect(newest?.textContent).toContain('1,000.00 → 3,000.00')
    expect(second?.textContent).toContain('รายการที่ 8 · ')
    await user.click(screen.getByRole('button', { name: 'แสดงทั้งหมด 6 รายการ' }))
    expect(within(list).getAllByRole('listitem')).toHaveLength(6)
  })

  it('offers the actions of the application in the menu of a phone', async () => {
    const can = { ...anApplication.can, print: true, refund: true, delete: true, update: true }
    server({ 'application/get/11': () => ok({ ...anApplication, can }) })
    const user = await open()
    await user.click(screen.getByRole('button', { name: 'จัดการใบสมัคร' }))
    const menu = await screen.findByRole('menu', { name: 'จัดการใบสมัคร' })
    const entries = within(menu).getAllByRole('menuitem')
    expect(entries.map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['พิมพ์ใบสมัคร', 'แก้ไขหมายเหตุ', 'คืนเงิน', 'ยกเลิกใบสมัคร']),
    )
    await user.click(within(menu).getByRole('menuitem', { name: 'คืนเงิน' }))
    expect(await screen.findByRole('dialog', { name: /คืนเงิน/ })).toBeTruthy()
  })

  it('shows only the facts of the customer without permission to update customers', async () => {
    signIn(['application', 'view'])
    server()
    await open()
    expect(within(customerCard()).getByText('1-1000-xxxxx-01-6')).toBeTruthy()
    expect(within(customerCard()).queryByRole('button', { name: 'แก้ไข' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'บันทึก' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'แสดงเลขบัตรเต็ม' })).toBeNull()
  })
})
