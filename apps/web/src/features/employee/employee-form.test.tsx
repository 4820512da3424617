import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fail, fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { aUser } from '../../../test/user.ts'
import { sessionStore } from '../../session/session.ts'
import { ResourceForm } from '../../crud/resource-form.tsx'
import { employees } from './resource.tsx'

const stored = {
  user_id: 9,
  username: 'mana',
  prefix: 'นาย',
  fname: 'มานะ',
  sname: 'ใจดี',
  nickname: 'นะ',
  prefix_en: '',
  fname_en: '',
  sname_en: '',
  address: '',
  moo: '',
  soi: '',
  street: '',
  subdistrict: '',
  district: '',
  province: '',
  postcode: '',
  phone_1: '0812345678',
  phone_2: '',
  email: '',
  note: '',
  department: 'ฝ่ายครูฝึก',
  position: 'ครูฝึกขับรถยนต์',
  emergency_name: '',
  emergency_phone: '',
  emergency_relation: '',
  role_id: 77,
  role_name: 'เจ้าหน้าที่ทะเบียน',
  branch_id: 1,
  branch_name: 'สาขาขอนแก่น',
  branches: [],
  birthday: null,
  employee_type: 'monthly',
  status: 'working',
  start_date: null,
  end_date: null,
  day_off: ['sunday'],
  photo: null,
  photo_link: null,
  is_activate: true,
  is_manageable: true,
  must_change_password: false,
  createdAt: '2026-11-21T03:00:00.000Z',
  updatedAt: '2026-11-21T03:00:00.000Z',
  version: 3,
}
const salaryValues = {
  masked_idcard: '1-1000-xxxxx-01-6',
  salary: 2e4,
  extra_salary: 0,
  sso_salary: 0,
  is_salary_daily: false,
  salary_pay_type: 'cash',
  bank: '',
  bank_acc: '',
  branch_branch: '',
  bank_account_type: 'savings',
}
const lists = {
  bank: [],
  department: ['ฝ่ายครูฝึก'],
  position: ['ครูฝึกขับรถยนต์'],
  branch: [],
  days: [],
  pay_type: [],
  salary_pay_type: [],
  bank_account_type: [],
  role: [
    {
      role_id: 5,
      name: 'พนักงานทั่วไป',
    },
  ],
}

const signIn = (...actions: string[]) =>
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({ ability: actions.map((action) => ({ subject: 'user', action })) }),
  })

/** A fake server with one employee, `record`. @returns the requests that it receives */
function serve(record: object) {
  return fakeFetch(({ method, path }) => {
    if (path === 'user/listforregister') return ok(lists)
    if (/^user\/(leave|licence)\//.test(path) || path.startsWith('user/sessions/')) return ok([])
    if (path === 'user/reveal') return ok({ idcard: '1100000000016' })
    if (path === 'user/register') return ok({ ...record, first_password: 'abcd-efgh-jkmn' })
    return method === 'GET' || path === 'user/update' ? ok(record) : fail(404, 'NOT_FOUND')
  })
}
/** Fills the required fields of a new employee. */
async function fill() {
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText(/^คำนำหน้า\*?$/), 'นาย')
  await user.type(screen.getByLabelText(/^ชื่อ\*?$/), 'มานะ')
  await user.type(screen.getByLabelText(/^นามสกุล\*?$/), 'ใจดี')
  await user.type(screen.getByLabelText(/^ชื่อผู้ใช้\*?$/), 'mana')
  await user.click(screen.getByRole('button', { name: /บทบาท/ }))
  await user.click(await screen.findByRole('option', { name: 'พนักงานทั่วไป' }))
  const branch = screen.getByRole('button', { name: /สาขา/ })
  await user.click(branch)
  await user.click((await screen.findAllByRole('option'))[0]!)
  return user
}
const save = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'บันทึก' }))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

describe('the form of an employee', () => {
  it.each<[string, Parameters<typeof signIn>]>([
    ['without permission to view them', ['view', 'update']],
    // The server omits them.
    ['for a person with a role above the user', ['view', 'update', 'view-salary']],
  ])('neither shows nor sends salary and ID number %s', async (_, actions) => {
    signIn(...actions)
    const requests = serve(stored)
    await renderScreen(<ResourceForm resource={employees} id={9} />)
    await screen.findByText('การเข้าใช้งานระบบ')
    expect(screen.queryByText('เงินเดือนและบัญชีธนาคาร')).toBeNull()
    expect(screen.queryByText('เลขประจำตัวประชาชน')).toBeNull()
    const user = userEvent.setup()
    await user.type(screen.getByLabelText('ชื่อเล่น'), 'ๆ')
    await save(user)
    await waitFor(() => expect(requests.some(({ path }) => path === 'user/update')).toBe(true))
    const { body } = requests.find(({ path }) => path === 'user/update') ?? {}
    expect(body).toMatchObject({ user_id: 9, nickname: 'นะๆ', role_id: 77, version: 3 })
    for (const name of [...Object.keys(salaryValues), 'idcard', 'password']) {
      expect(body).not.toHaveProperty(name)
    }
  })

  it('does not allow the user to change the account or password of an employee with more rights', async () => {
    signIn('view', 'update', 'end-session')
    serve({ ...stored, is_manageable: false })
    await renderScreen(<ResourceForm resource={employees} id={9} />)
    expect(await screen.findByLabelText(/^ชื่อผู้ใช้/)).toHaveProperty('readOnly', true)
    expect(screen.getByRole('button', { name: /บทบาท/ })).toHaveProperty('disabled', true)
    expect(screen.getByRole('switch')).toHaveProperty('disabled', true)
    await screen.findByText('อุปกรณ์ที่เข้าสู่ระบบอยู่')
    expect(screen.queryByText('ตั้งรหัสผ่านใหม่')).toBeNull()
  })

  it('hides the card of sessions when the user may neither end sessions nor reset the password', async () => {
    signIn('view', 'update')
    serve({ ...stored, is_activate: false })
    await renderScreen(<ResourceForm resource={employees} id={9} />)
    await screen.findByText('วันลา')
    expect(screen.queryByText('อุปกรณ์ที่เข้าสู่ระบบอยู่')).toBeNull()
  })

  it('keeps the confirmation of a password reset open with the error when the reset fails', async () => {
    signIn('view', 'update')
    serve(stored)
    await renderScreen(<ResourceForm resource={employees} id={9} />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'ตั้งรหัสผ่านใหม่' }))
    const dialog = screen.getByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'ตั้งรหัสผ่านใหม่' }))
    expect((await within(dialog).findByRole('alert')).textContent).toContain('ข้อความ NOT_FOUND')
  })

  it('shows the masked ID number and reveals the full ID number on request', async () => {
    signIn('view', 'update', 'view-salary', 'reveal')
    const requests = serve({ ...stored, ...salaryValues })
    await renderScreen(<ResourceForm resource={employees} id={9} />)
    const number = await screen.findByDisplayValue(salaryValues.masked_idcard)
    expect(number.hasAttribute('readonly')).toBe(true)
    expect(screen.getByLabelText('เงินเดือน')).toHaveProperty('value', '20,000.00')
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'แสดงเลขบัตรเต็ม' }))
    expect(await screen.findByDisplayValue('1-1000-00000-01-6')).toBeTruthy()
    expect(requests.filter(({ path }) => path === 'user/reveal')).toHaveLength(1)
  })

  it('shows the first password once and leaves the form when its dialog is closed', async () => {
    signIn('view', 'create', 'update')
    const requests = serve(stored)
    const router = await renderScreen(<ResourceForm resource={employees} />)
    const user = await fill()
    await save(user)
    const dialog = await screen.findByRole('dialog', { name: 'รหัสผ่านเริ่มต้น' })
    expect(within(dialog).getByText('abcd-efgh-jkmn')).toBeTruthy()
    const { body } = requests.find(({ path }) => path === 'user/register') ?? {}
    expect(body).toMatchObject({ username: 'mana', password: '', role_id: 5 })
    await user.click(within(dialog).getAllByRole('button', { name: 'ปิด' })[0]!)
    await waitFor(() => expect(router.state.location.pathname).toBe('/employees'))
    expect(document.body.textContent).not.toContain('abcd-efgh-jkmn')
  })

  it('sends the same idempotency key after a lost answer, and explains why the password is not shown', async () => {
    signIn('view', 'create', 'update')
    let isLost = true
    const requests = fakeFetch(({ path }) => {
      if (path === 'user/listforregister') return ok(lists)
      if (path !== 'user/register') return fail(404, 'NOT_FOUND')
      return isLost ? 'offline' : ok({ ...stored, first_password: '' })
    })
    await renderScreen(<ResourceForm resource={employees} />)
    const user = await fill()
    await user.type(screen.getByLabelText(/^รหัสผ่าน/), 'ม้าแก่กินหญ้าอ่อน')
    await save(user)
    const sent = () => requests.filter(({ path }) => path === 'user/register')
    await waitFor(() => expect(sessionStorage).toHaveLength(1))
    expect(Object.keys(sessionStorage)[0]).toContain('mana')
    expect(Object.keys(sessionStorage)[0]).not.toContain('ม้าแก่')
    isLost = false
    await save(user)
    const dialog = await screen.findByRole('dialog', { name: 'รหัสผ่านเริ่มต้น' })
    expect(within(dialog).getByText(/แสดงซ้ำไม่ได้/)).toBeTruthy()
    expect(within(dialog).queryByText('รหัสผ่าน')).toBeNull()
    const keys = sent().map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]])
    expect(sessionStorage).toHaveLength(0)
  })
})
