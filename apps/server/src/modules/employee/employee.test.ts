import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@khapdee/contract/endpoint'
import { course } from '@khapdee/contract/entities/course'
import { employee } from '@khapdee/contract/entities/employee'
import { payroll } from '@khapdee/contract/entities/payroll'
import { role } from '@khapdee/contract/entities/role'
import { user } from '@khapdee/contract/entities/user'
import { administrativePermissions } from '@khapdee/domain/permissions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { employeeInput, makeEmployee } from '../../../test/make/employee.ts'
import { makeMonth } from '../../../test/make/payroll.ts'
import { bearerOf, sendWire } from '../../../test/send-wire.ts'
import type { Wire } from '../../../test/wire.ts'
import { bearer, openSession } from '../../../test/session.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const send = async (endpoint: Endpoint, wire: Wire, as = 'admin') =>
  sendWire(test, endpoint, wire, await bearerOf(test, as))
const register = (values: Wire = {}, as?: string) =>
  send(employee.create, employeeInput(test, values), as)
const registerEmployee = async (values: Wire = {}, as?: string) =>
  (await register(values, as)).body.data
const get = async (user_id: number, as?: string) =>
  (await send(employee.get, { user_id }, as)).body.data
/** Updates a stored row with these values, like a form. */
const update = async (row: Wire, values: Wire, as?: string) => {
  const names = Object.keys(employee.update.input.shape)
  const same = Object.entries(row).filter(([name]) => names.includes(name))
  return send(employee.update, { ...Object.fromEntries(same), ...values }, as)
}
const trailOf = async (entity: string, id: number) =>
  test.db
    .selectFrom('audit_log')
    .select(['call', 'before', 'after'])
    .where('entity', '=', entity)
    .where('entity_id', '=', String(id))
    .orderBy('audit_id')
    .execute()
const signIn = (username: string, password: string) =>
  test.raw('POST', user.login.path, { username, password })

const everything = {
  nickname: 'นะ',
  prefix_en: 'Mr.',
  fname_en: 'Mana',
  sname_en: 'Jaidee',
  birthday: '1990-02-28',
  address: '99',
  moo: '3',
  soi: 'ศรีจันทร์ 1',
  street: 'ศรีจันทร์',
  subdistrict: 'ในเมือง',
  district: 'เมืองขอนแก่น',
  province: 'ขอนแก่น',
  postcode: '40000',
  phone_1: '0812345678',
  phone_2: '043224000',
  email: 'mana@example.com',
  emergency_name: 'มานี ใจดี',
  emergency_phone: '0898765432',
  emergency_relation: 'คู่สมรส',
  department: 'ฝ่ายครูฝึก',
  position: 'ครูฝึกขับรถยนต์',
  employee_type: 'daily',
  status: 'probation',
  start_date: '2026-11-01',
  end_date: null,
  day_off: ['monday', 'sunday'],
  note: 'บรรทัดแรก\nบรรทัดที่สอง',
  is_activate: true,
}
const pay = {
  salary: 450.5,
  extra_salary: 1000,
  sso_salary: 0,
  is_salary_daily: true,
  salary_pay_type: 'transfer',
  bank: '004',
  bank_acc: '1234567890',
  branch_branch: 'ขอนแก่น',
  bank_account_type: 'savings',
}
const idcard = '1100000000016'

describe('an employee', () => {
  it('stores every field, on create and on update', async () => {
    const { BPI } = test.school.branch
    const made = await registerEmployee({ ...everything, ...pay, idcard, branches: [BPI] })
    const shown = { ...everything, ...pay, branches: [BPI], masked_idcard: '1-1000-xxxxx-01-6' }
    expect(await get(made.user_id)).toMatchObject(shown)
    const blank = Object.fromEntries(
      Object.entries(everything)
        .filter(([, value]) => typeof value === 'string')
        .map(([name]) => [name, '']),
    )
    const other = {
      ...blank,
      birthday: null,
      start_date: null,
      employee_type: 'monthly',
      status: 'working',
      day_off: [],
      branches: [],
      salary: 20_000,
      extra_salary: 0,
      bank: '',
      bank_acc: '',
    }
    const changed = await update(await get(made.user_id), other)
    expect(changed.body.data).toMatchObject({ ...other, version: 2 })
    // Forms only get the masked number, so an omitted number stays unchanged.
    expect((await get(made.user_id)).masked_idcard).toBe('1-1000-xxxxx-01-6')
  })

  it.each([
    [{ username: 'ab' }, 'username'],
    [{ username: 'มานะ' }, 'username'],
    [{ username: 'a b' }, 'username'],
    [{ fname: '' }, 'fname'],
    [{ phone_1: '12' }, 'phone_1'],
    [{ postcode: '4000' }, 'postcode'],
    [{ email: 'no' }, 'email'],
    [{ idcard: '1100000000017' }, 'idcard'],
    [{ salary: -1 }, 'salary'],
    [{ salary: 1.234 }, 'salary'],
    [{ bank: '999' }, 'bank'],
    [{ bank_acc: '123' }, 'bank_acc'],
    [{ day_off: ['someday'] }, 'day_off.0'],
    [{ status: 'gone' }, 'status'],
    [{ start_date: '2026-02-01', end_date: '2026-01-31' }, 'end_date'],
    [{ password: 'short' }, 'password'],
    [{ password: 'password123' }, 'password'],
    [{ photo: 'x' }, 'photo'],
    [{ role_id: 999_999 }, 'role_id'],
  ])('cannot be created with %j', async (values, path) => {
    const { status, body } = await register(values)
    expect([status, body.errors?.[0].path]).toEqual([400, path])
    expect(body.errors[0].message).toMatch(/[ก-๙]/)
  })

  it('has a unique user name, ignoring case, also among deleted and concurrently created users', async () => {
    const both = await Promise.all([
      register({ username: 'same.name' }),
      register({ username: 'Same.Name' }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { user_id, version } = both.find(({ status }) => status === 200)?.body.data ?? {}
    await send(employee.delete, { user_id, version })
    expect((await register({ username: 'same.name' })).body).toMatchObject({
      code: 'DUPLICATE',
      errors: [{ path: 'username' }],
    })
  })

  it('keeps a user name that violates the current rules, which apply only to new names', async () => {
    const hr = await get(test.school.userId('hr'))
    expect((await update(hr, { nickname: 'ฝน' })).status).toBe(200)
    const { body } = await update(await get(hr.user_id), { username: 'hh' })
    expect(body.errors[0].path).toBe('username')
  })

  it('cannot be changed or deleted with a stale version', async () => {
    const made = await registerEmployee()
    await update(made, { nickname: 'นะ' })
    expect((await update(made, { nickname: 'โน' })).body.code).toBe('CONFLICT')
    const { user_id, version } = made
    expect((await send(employee.delete, { user_id, version })).body.code).toBe('CONFLICT')
    expect((await get(user_id)).nickname).toBe('นะ')
  })

  it('returns markup in its fields unchanged', async () => {
    const fname = '<img src=x onerror=alert(1)>'
    expect((await get((await registerEmployee({ fname })).user_id)).fname).toBe(fname)
  })
})

describe('the first password', () => {
  const createAndReadPassword = async (values: Wire = {}) => {
    const { username, first_password } = await registerEmployee(values)
    return { username, first_password }
  }

  it('is generated when none is given, returned once and not stored in clear text', async () => {
    const { username, first_password } = await createAndReadPassword()
    expect(first_password).toMatch(/^([a-z2-9]{4}-){2}[a-z2-9]{4}$/)
    expect((await signIn(username, first_password)).status).toBe(200)
    const stored = JSON.stringify([
      await test.db.selectFrom('app_user').selectAll().execute(),
      await test.db.selectFrom('audit_log').selectAll().execute(),
      await test.db.selectFrom('idempotency_key').selectAll().execute(),
    ])
    expect(stored).not.toContain(first_password)
    const given = 'ม้าแก่กินหญ้าอ่อน'
    expect((await createAndReadPassword({ password: given })).first_password).toBe(given)
  })

  it('is not in the replayed answer of a repeated call, nor stored for it', async () => {
    const [wire, key] = [employeeInput(test, {}), { 'idempotency-key': randomUUID() }]
    const headers = { ...(await bearerOf(test, 'admin')), ...key }
    const first = (await sendWire(test, employee.create, wire, headers)).body
    const again = (await sendWire(test, employee.create, wire, headers)).body
    expect(first.data.first_password).not.toBe('')
    expect(again).toEqual({ ...first, data: { ...first.data, first_password: '' } })
    const stored = await test.db.selectFrom('idempotency_key').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(first.data.first_password)
  })

  it('allows nothing but changing the password', async () => {
    const { username, first_password } = await createAndReadPassword({
      role_id: test.school.role('registrar'),
    })
    const { accessToken, userData } = (await signIn(username, first_password)).body.data
    expect(userData.must_change_password).toBe(true)
    const headers = bearer(accessToken)
    const refused = await sendWire(test, course.gettable, {}, headers)
    expect([refused.status, refused.body.code]).toEqual([403, 'PASSWORD_CHANGE'])
    expect((await sendWire(test, user.sessions, {}, headers)).status).toBe(403)
    expect((await sendWire(test, user.me, {}, headers)).status).toBe(200)
    const change = { old_password: first_password, new_password: 'ปลาตัวใหญ่ในน้ำลึก' }
    expect((await sendWire(test, user.password, change, headers)).status).toBe(200)
    expect((await sendWire(test, course.gettable, {}, headers)).status).toBe(200)
  })

  it('is generated again by a reset, which ends all sessions of the user', async () => {
    const { user_id, username } = await makeEmployee(test, test.school.branch.KKN)
    const { token } = await openSession(test, username)
    const { data } = (await send(employee.resetPassword, { user_id }, 'manager.kkn')).body
    expect((await sendWire(test, user.me, {}, bearer(token))).status).toBe(401)
    const again = (await signIn(username, data.first_password)).body.data
    expect(again.userData.must_change_password).toBe(true)
    expect((await signIn(username, 'khapdee-demo')).status).toBe(400)
  })
})

describe('a user who is deactivated, resigned or deleted', () => {
  const deactivations = {
    deactivated: (row: Wire) => update(row, { is_activate: false }),
    resigned: (row: Wire) => update(row, { status: 'resigned', end_date: '2026-11-21' }),
    deleted: ({ user_id, version }: Wire) => send(employee.delete, { user_id, version }),
  }
  it.each(Object.entries(deactivations))(
    'is signed out of all sessions at once when %s',
    async (_, change) => {
      const { user_id, username } = await makeEmployee(test, test.school.branch.KKN)
      const sessions = [await openSession(test, username), await openSession(test, username)]
      const me = async () =>
        Promise.all(
          sessions.map(
            async ({ token }) => (await sendWire(test, user.me, {}, bearer(token))).status,
          ),
        )
      expect(await me()).toEqual([200, 200])
      expect((await change(await get(user_id))).status).toBe(200)
      expect(await me()).toEqual([401, 401])
      expect((await signIn(username, 'khapdee-demo')).body.code).toBe('LOGIN')
      const { count } = await test.db
        .selectFrom('session')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('user_id', '=', user_id)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow()
      expect(count).toBe(0)
    },
  )

  it('cannot be the caller', async () => {
    const own = await get(test.school.userId('hr'), 'hr')
    const { user_id, version } = own
    const answers = [
      await update(own, { is_activate: false }, 'hr'),
      await update(own, { status: 'resigned' }, 'hr'),
      await send(employee.delete, { user_id, version }, 'hr'),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [409, 'ONESELF']),
    )
  })

  it('cannot be the last administrator, not even when two delete each other concurrently', async () => {
    const role_id = test.school.role('admin')
    const own = await get(test.school.userId('admin'))
    expect((await update(own, { role_id: test.school.role('staff') })).body.code).toBe(
      'LAST_ADMINISTRATOR',
    )
    const { username, user_id } = await makeEmployee(test, test.school.branch.KKN, { role_id })
    const other = await get(user_id)
    await bearerOf(test, username)
    const [mine, theirs] = [own, other].map(({ user_id, version }) => ({ user_id, version }))
    const both = await Promise.all([
      send(employee.delete, theirs ?? {}),
      send(employee.delete, mine ?? {}, username),
    ])
    // The second call fails: its caller is signed out, or is the last administrator.
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    await test.db
      .updateTable('app_user')
      .set({ is_active: true, is_delete: false })
      .where('user_id', '=', own.user_id)
      .execute()
    await test.db.updateTable('session').set({ revoked_at: null }).execute()
    await test.db
      .updateTable('app_user')
      .set({ is_active: false })
      .where('user_id', '=', user_id)
      .execute()
  })
})

describe('assigning a role', () => {
  it('requires that the caller has all rights of the role', async () => {
    const tries = [
      ['hr', 'admin'],
      ['hr', 'registrar'],
      ['manager.kkn', 'owner'],
      ['manager.kkn', 'accountant'],
    ] as const
    for (const [as, role] of tries) {
      const role_id = test.school.role(role)
      const { body } = await register({ role_id }, as)
      expect([as, role, body.errors?.[0].path]).toEqual([as, role, 'role_id'])
      const made = await registerEmployee({}, as)
      expect((await update(made, { role_id }, as)).body.errors[0].path).toBe('role_id')
    }
    const role_id = test.school.role('registrar')
    expect((await register({ role_id }, 'manager.kkn')).status).toBe(200)
    expect((await register({ role_id: test.school.role('owner') })).status).toBe(200)
  })

  it('offers only roles whose rights the caller has', async () => {
    const offered = async (as: string) =>
      (await send(employee.listforregister, {}, as)).body.data.role.map(
        (role: Wire) => role['name'],
      )
    expect(await offered('hr')).toEqual(['เจ้าหน้าที่บุคคล', 'พนักงานทั่วไป'])
    expect(await offered('manager.kkn')).not.toContain('ผู้บริหาร')
    expect(await offered('admin')).toContain('ผู้บริหาร')
  })

  it('cannot be circumvented by resetting the password of a user with more rights', async () => {
    const user_id = test.school.userId('registrar.kkn')
    const { status, body } = await send(employee.resetPassword, { user_id }, 'hr')
    expect([status, body.code]).toEqual([403, 'ROLE_ABOVE'])
    const ofTwoBranches = await registerEmployee({ branches: [test.school.branch.BPI] })
    const input = { user_id: ofTwoBranches.user_id }
    expect((await send(employee.resetPassword, input, 'manager.kkn')).status).toBe(403)
  })

  it('allows only administrators to change an administrator', async () => {
    const { user_id, version } = await get(test.school.userId('admin'))
    for (const endpoint of [employee.endSessions, employee.resetPassword]) {
      expect((await send(endpoint, { user_id }, 'hr')).status).toBe(403)
    }
    expect((await send(employee.delete, { user_id, version }, 'hr')).status).toBe(403)
  })

  it('treats every role that can manage all rights as an administrator', async () => {
    const { data } = await test.call(
      role.create,
      {
        name: 'ผู้ดูแลสำรอง',
        all_branches: true,
        permissions: [...administrativePermissions],
      },
      'admin',
    )
    const { user_id, version } = await registerEmployee({ role_id: data.role_id })
    expect((await send(employee.endSessions, { user_id }, 'hr')).status).toBe(403)
    expect((await send(employee.delete, { user_id, version }, 'hr')).status).toBe(403)
    expect((await send(employee.delete, { user_id, version })).status).toBe(200)
    const { role_id } = data
    expect((await send(role.delete, { role_id, version: data.version })).status).toBe(200)
    expect((await register({ role_id })).body.errors[0].path).toBe('role_id')
  })

  it('is not checked when the role stays the same', async () => {
    const person = await get(test.school.userId('cashier.kkn'), 'hr')
    expect((await update(person, { nickname: 'แอ๋ว' }, 'hr')).status).toBe(200)
  })
})

describe('the account of a user with more rights', () => {
  const changes: Record<string, (row: Wire) => ReturnType<typeof send>> = {
    'role is changed': (row) => update(row, { role_id: test.school.role('staff') }, 'hr'),
    'user name is changed': (row) => update(row, { username: 'renamed' }, 'hr'),
    'user is deactivated': (row) => update(row, { is_activate: false }, 'hr'),
    'user is marked as resigned': (row) =>
      update(row, { status: 'resigned', end_date: '2026-11-21' }, 'hr'),
    'user is deleted': ({ user_id, version }) => send(employee.delete, { user_id, version }, 'hr'),
    'password is reset': ({ user_id }) => send(employee.resetPassword, { user_id }, 'hr'),
    'sessions are ended': ({ user_id }) => send(employee.endSessions, { user_id }, 'hr'),
  }

  it.each(Object.keys(changes))(
    'is protected: a call by which its %s is refused',
    async (attempt) => {
      const role_id = test.school.role('owner')
      const { user_id, username } = await makeEmployee(test, test.school.branch.KKN, { role_id })
      const { token, session_id } = await openSession(test, username)
      const row = await get(user_id, 'hr')
      const { status, body } = (await changes[attempt]?.(row)) ?? {}
      expect([status, body?.code]).toEqual([403, 'ROLE_ABOVE'])
      const { username: name, role_id: role, is_activate, version } = await get(user_id)
      expect({ name, role, is_activate, version }).toEqual({
        name: username,
        role: role_id,
        is_activate: true,
        version: row.version,
      })
      const refused = await send(employee.endSessions, { user_id, session_id }, 'hr')
      expect(refused.body.code).toBe('ROLE_ABOVE')
      expect((await sendWire(test, user.me, {}, bearer(token))).status).toBe(200)
    },
  )

  it('is marked in the list and the record, and the other fields can be changed', async () => {
    const user_id = test.school.userId('owner')
    const row = await get(user_id, 'hr')
    expect([row.is_manageable, (await get(user_id)).is_manageable]).toEqual([false, true])
    const { data } = (await send(employee.gettable, { perPage: 100 }, 'hr')).body
    const marks = new Map(data.map((listed: Wire) => [listed['username'], listed['is_manageable']]))
    expect([marks.get('owner'), marks.get('hr')]).toEqual([false, true])
    expect((await update(row, { nickname: 'ใหญ่' }, 'hr')).status).toBe(200)
  })
})

describe('a manager', () => {
  it('sees and changes only employees of the manager’s branches', async () => {
    const { BPI, KKN } = test.school.branch
    const names: string[] = []
    const { body } = await send(employee.gettable, { perPage: 100 }, 'manager.kkn')
    for (const row of body.data) {
      expect(row.branch_id).toBe(KKN)
      names.push(row.username)
    }
    // The home branch is Khon Kaen, but the role is for the whole school.
    for (const central of ['admin', 'owner', 'hr']) expect(names).not.toContain(central)
    const owner = await send(employee.get, { user_id: test.school.userId('owner') }, 'manager.kkn')
    expect(owner.status).toBe(404)
    expect((await register({ branch_id: BPI }, 'manager.kkn')).status).toBe(404)
    expect((await register({ branches: [BPI] }, 'manager.kkn')).status).toBe(404)
  })

  it('cannot change branches of an employee that the manager does not see', async () => {
    const { BPI } = test.school.branch
    const { user_id } = await registerEmployee({ branches: [BPI] })
    const row = await get(user_id, 'manager.kkn')
    expect(row.branches).toEqual([])
    await update(row, { nickname: 'นะ' }, 'manager.kkn')
    expect((await get(user_id)).branches).toEqual([BPI])
  })
})

describe('salary, bank and ID number', () => {
  beforeAll(async () => {
    const { role_id } = await test.db
      .insertInto('role')
      .values({ key: 'people', name: 'ดูแลพนักงาน' })
      .returning('role_id')
      .executeTakeFirstOrThrow()
    await test.db
      .insertInto('role_permission')
      .values(
        ['user.view', 'user.create', 'user.update'].map((permission) => ({ role_id, permission })),
      )
      .execute()
    await makeEmployee(test, test.school.branch.KKN, { username: 'people.kkn', role_id })
  })
  const secret = new Set([...Object.keys(pay), 'idcard', 'masked_idcard'])

  it('are absent from lists, and from records for users who may not see them', async () => {
    const { user_id } = await registerEmployee({ ...pay, idcard })
    const limited = await get(user_id, 'people.kkn')
    expect(Object.keys(limited).filter((name) => secret.has(name))).toEqual([])
    for (const as of ['people.kkn', 'admin']) {
      const { body } = await send(employee.gettable, { perPage: 100 }, as)
      for (const row of body.data) {
        expect(Object.keys(row).filter((name) => secret.has(name))).toEqual([])
      }
    }
    const answer = await update(limited, { nickname: 'นะ' }, 'people.kkn')
    expect(Object.keys(answer.body.data).filter((name) => secret.has(name))).toEqual([])
    expect(await get(user_id)).toMatchObject({ ...pay, nickname: 'นะ' })
  })

  it('are absent for people whose role is above that of the user, and cannot be changed', async () => {
    const user_id = test.school.userId('owner')
    await update(await get(user_id), { ...pay, idcard }, 'admin')
    const row = await get(user_id, 'hr')
    expect(Object.keys(row).filter((name) => secret.has(name))).toEqual([])
    expect((await update(row, { salary: 1 }, 'hr')).status).toBe(403)
    expect((await update(row, { nickname: 'ใหญ่โต' }, 'hr')).status).toBe(200)
    expect(await get(user_id)).toMatchObject({ ...pay, nickname: 'ใหญ่โต' })
    expect(Object.keys(await get(test.school.userId('manager.kkn'), 'hr'))).toContain('salary')
  })

  it.each(Object.entries({ ...pay, idcard }))(
    'refuse a change of %s by users who may not see them',
    async (name, value) => {
      expect((await register({ [name]: value }, 'people.kkn')).status).toBe(403)
      const row = await get(test.school.userId('cashier.kkn'), 'people.kkn')
      expect((await update(row, { [name]: value }, 'people.kkn')).status).toBe(403)
    },
  )

  it('have separate audit entries', async () => {
    const { user_id } = await registerEmployee({ ...pay, idcard })
    await update(await get(user_id), { salary: 500 })
    expect(JSON.stringify(await trailOf('app_user', user_id))).not.toMatch(
      /salary|bank|1100000000016|argon2/,
    )
    expect((await trailOf('user_salary', user_id)).at(-1)).toMatchObject({
      before: { salary: 45_050 },
      after: { salary: 50_000 },
    })
  })

  it('are revealed to users with the permission, which is audited', async () => {
    const { user_id } = await registerEmployee({ idcard })
    const { body } = await send(employee.reveal, { user_id }, 'hr')
    expect(body.data).toEqual({ idcard })
    expect((await trailOf('app_user', user_id)).at(-1)).toMatchObject({
      call: 'POST user/reveal',
      after: { revealed: 'idcard' },
    })
    const none = await registerEmployee()
    expect((await send(employee.reveal, { user_id: none.user_id })).status).toBe(404)
  })
})

describe('the terms of pay', () => {
  it('are stored with the day from which they are valid, and only when they change', async () => {
    const claim = { spouse: true, children: 2, life_insurance: 12_000 }
    const row = await registerEmployee({ salary: 20_000, start_date: '2026-01-05' })
    expect(row.tax_allowances).toMatchObject({ spouse: false, children: 0, life_insurance: 0 })
    const terms = () =>
      test.db
        .selectFrom('pay_terms')
        .select(['valid_from', 'pvd_rate', 'pay_as', 'tax_allowances'])
        .where('user_id', '=', row.user_id)
        .orderBy('valid_from')
        .execute()
    const same = await update(row, { note: 'x' })
    expect([same.status, (await terms()).length]).toEqual([200, 1])
    const tax_allowances = { ...row.tax_allowances, ...claim }
    const given = { pvd_rate: 500, tax_allowances, pay_from: '2026-12-01' }
    const { data } = (await update(same.body.data, given)).body
    expect(data).toMatchObject({ pvd_rate: 500, tax_allowances: claim })
    expect(await terms()).toMatchObject([
      { valid_from: '2026-01-05', pvd_rate: 0 },
      {
        valid_from: '2026-12-01',
        pvd_rate: 500,
        tax_allowances: { ...claim, life_insurance: 1_200_000 },
      },
    ])
  })
})

describe('the list of employees', () => {
  const namesOf = async (query: Wire) =>
    (await send(employee.gettable, { perPage: 100, ...query })).body.data.map(
      (row: Wire) => row['username'],
    )

  it('filters by activity, status, branch, position and name', async () => {
    const { BPI, KKN } = test.school.branch
    await registerEmployee({ username: 'trial', status: 'probation', position: 'คนสวน' })
    await registerEmployee({ username: 'left', status: 'resigned', fname: 'ลาออก' })
    await registerEmployee({ username: 'closed', is_activate: false })
    await registerEmployee({ username: 'lent', branches: [BPI] })
    const all = await namesOf({})
    for (const name of ['trial', 'left', 'closed', 'lent', 'admin']) expect(all).toContain(name)
    const outstanding = await namesOf({ status: 'outstanding' })
    expect(outstanding).toContain('trial')
    expect(outstanding).not.toContain('left')
    // An employee who may not sign in is paid, too.
    expect(outstanding).toContain('closed')
    expect(await namesOf({ status: 'probation', position: 'คนสวน' })).toEqual(['trial'])
    expect(await namesOf({ status: 'working' })).toContain('closed')
    expect(await namesOf({ text: 'ลาออก' })).toEqual(['left'])
    expect(await namesOf({ branch: BPI })).toContain('lent')
    expect(await namesOf({ branch: KKN })).not.toContain('manager.bpi')
  })

  it('shows by default the people who are not yet paid for the latest month, also when there is no month', async () => {
    const usual = { status: 'outstanding' }
    const month = '2026-10'
    const paid = await makeMonth(test, test.school.branch.KKN, 'approved', { month, sname: 'ก' })
    const draft = await makeMonth(test, test.school.branch.KKN, 'draft', { month, sname: 'ข' })
    const unbuilt = await makeEmployee(test, test.school.branch.KKN)
    const ids = async () =>
      (await send(employee.gettable, { perPage: 100, ...usual })).body.data.map(
        (row: Wire) => row['user_id'],
      )
    expect(await ids()).toEqual(expect.arrayContaining([paid.user_id, draft.user_id]))
    const { net } = await test.db
      .selectFrom('payroll_month')
      .select('net')
      .where('payroll_id', '=', paid.payroll_id)
      .executeTakeFirstOrThrow()
    const pay = {
      branch_id: test.school.branch.KKN,
      month,
      user_ids: [paid.user_id],
      net: net / 100,
    }
    const paying = { ...pay, pay_date: test.clock.today(), pay_type: 'transfer' }
    expect((await send(payroll.pay, paying)).status).toBe(200)
    const shown = await ids()
    expect([shown.includes(paid.user_id), shown.includes(draft.user_id)]).toEqual([false, true])
    expect(shown).toContain(unbuilt.user_id)
  })

  it.each(['fname', '-username', 'position', 'start_date'])('sorts by %s', async (sort) => {
    expect((await send(employee.gettable, { sort })).status).toBe(200)
  })

  it('refuses to sort by fields that it does not show', async () => {
    const answers = ['password_hash', 'salary'].map((sort) => send(employee.gettable, { sort }))
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([400, 400])
  })

  it('has no password fields', async () => {
    const answer = await send(employee.gettable, { perPage: 100 })
    expect(answer.bytes.toString()).not.toMatch(/argon2|password_hash/)
  })
})

describe('leave', () => {
  const add = (user_id: number, start: string, end: string, reason = 'ลาพักผ่อน') =>
    send(employee.addLeave, { user_id, start, end, reason })

  it('is listed with its reason, latest first, and can be deleted', async () => {
    const { user_id } = await makeEmployee(test, test.school.branch.KKN)
    await add(user_id, '2026-12-01', '2026-12-03')
    const { data } = (await add(user_id, '2026-12-10', '2026-12-10', 'ลากิจ')).body
    const days = async () =>
      (await send(employee.leave, { user_id })).body.data.map((leave: Wire) => leave['start'])
    expect(await days()).toEqual(['2026-12-10', '2026-12-01'])
    const { leave_id } = data
    expect((await send(employee.removeLeave, { leave_id })).status).toBe(200)
    expect((await send(employee.removeLeave, { leave_id })).status).toBe(404)
    expect(await days()).toEqual(['2026-12-01'])
    const { detail } = (await send(employee.leave, { user_id })).body
    expect(detail).toContainEqual({ kind: 'sick', entitled: 30, used: 0, left: 30 })
    expect((await trailOf('user_leave', leave_id)).map(({ call }) => call)).toEqual([
      'POST user/leave/create',
      'DELETE user/leave/delete',
    ])
  })

  it('cannot overlap other leave of the same employee, not even when added concurrently', async () => {
    const { user_id } = await makeEmployee(test, test.school.branch.KKN)
    const both = await Promise.all([
      add(user_id, '2026-12-01', '2026-12-03'),
      add(user_id, '2026-12-03', '2026-12-05'),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(both.find(({ status }) => status === 400)?.body.errors[0].path).toBe('start')
    const other = await makeEmployee(test, test.school.branch.KKN)
    expect((await add(other.user_id, '2026-12-03', '2026-12-03')).status).toBe(200)
  })

  it('needs a reason only for the kind of other leave, which is the default', async () => {
    const { user_id } = await makeEmployee(test, test.school.branch.KKN)
    const day = (n: number) => ({ start: `2026-12-0${n}`, end: `2026-12-0${n}` })
    const refused = await send(employee.addLeave, { user_id, ...day(1), kind: 'other' })
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'reason'])
    expect((await send(employee.addLeave, { user_id, ...day(1), kind: 'sick' })).status).toBe(200)
    await send(employee.addLeave, { user_id, ...day(2), reason: 'อบรม' })
    const { data } = (await send(employee.leave, { user_id })).body
    expect(data).toMatchObject([
      { kind: 'other', reason: 'อบรม' },
      { kind: 'sick', reason: '' },
    ])
  })

  it.each([
    ['2026-12-02', '2026-12-01', 'ลา', 'end'],
    ['2026-02-30', '2026-12-01', 'ลา', 'start'],
    ['2026-12-01', '2026-12-01', ' ', 'reason'],
  ])('cannot be from %s to %s with the reason “%s”', async (start, end, reason, path) => {
    const { user_id } = await makeEmployee(test, test.school.branch.KKN)
    const { status, body } = await add(user_id, start, end, reason)
    expect([status, body.errors[0].path]).toEqual([400, path])
  })
})

describe('sessions', () => {
  it('are listed with their device and the current one marked, and can be ended one by one', async () => {
    const { username } = await makeEmployee(test, test.school.branch.KKN)
    const agent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0 Safari/537.36'
    const login = async () =>
      (
        await test.raw(
          'POST',
          user.login.path,
          { username, password: 'khapdee-demo' },
          { 'user-agent': agent },
        )
      ).body.data.accessToken
    const [current, ended] = [await login(), await login()]
    const list = async () => (await sendWire(test, user.sessions, {}, bearer(current))).body.data
    const sessions = await list()
    expect(sessions).toHaveLength(2)
    expect(sessions[0]).toMatchObject({ device: 'Chrome · Windows', address: '127.0.0.1' })
    const other = sessions.find((session: Wire) => session['is_current'] === false)
    const end = { session_id: other.session_id }
    expect((await sendWire(test, user.endSession, end, bearer(current))).status).toBe(200)
    expect((await sendWire(test, user.me, {}, bearer(ended))).status).toBe(401)
    expect(await list()).toMatchObject([{ is_current: true }])
  })

  it('of another user can be ended, one or all, with the permission', async () => {
    const { user_id, username } = await makeEmployee(test, test.school.branch.KKN)
    const [first, second, third] = [
      await openSession(test, username),
      await openSession(test, username),
      await openSession(test, username),
    ]
    const isSignedIn = async ({ token }: { token: string }) =>
      (await sendWire(test, user.me, {}, bearer(token))).status === 200
    await send(employee.endSessions, { user_id, session_id: first.session_id }, 'manager.kkn')
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([false, true])
    await send(employee.endSessions, { user_id }, 'hr')
    expect([await isSignedIn(second), await isSignedIn(third)]).toEqual([false, false])
    expect((await send(employee.sessions, { user_id })).body.data).toEqual([])
  })
})
