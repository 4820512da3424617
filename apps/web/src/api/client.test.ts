import { application } from '@khapdee/contract/entities/application'
import { course } from '@khapdee/contract/entities/course'
import { user } from '@khapdee/contract/entities/user'
import { satang } from '@khapdee/domain/money'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeRequest, fail, fakeFetch, ok } from '../../test/fake-fetch.ts'
import { call } from './client.ts'
import { readCurrentUserFrom } from './current-user.ts'
import { onSessionLost, tokens } from './tokens.ts'

const courseRecord = {
  course_id: 12,
  name: 'หลักสูตรรถยนต์ 15 ชั่วโมง',
  type: 'รถยนต์',
  price: 4500.5,
  branch_id: null,
  theory_hours: 5,
  practice_hours: 10,
  exams: [],
  has_theory_exam: true,
  has_practice_exam: true,
  min_age: null,
  detail: '',
  is_activate: true,
  branch_name: null,
  is_delete: false,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  version: 3,
}
const {
  course_id: _i,
  has_theory_exam: _t,
  has_practice_exam: _p,
  branch_name: _b,
  is_delete: _d,
  createdAt: _c,
  updatedAt: _u,
  version: _v,
  ...fields
} = courseRecord
const input = { ...fields, price: satang(450_050) }

const onLost = vi.fn()
let stopListening: () => void

beforeEach(() => {
  localStorage.clear()
  tokens.save({ accessToken: 'old', refreshToken: 'r1' })
  onLost.mockClear()
  stopListening = onSessionLost(onLost)
})
afterEach(() => {
  stopListening()
  vi.unstubAllGlobals()
})

const bearer = (request: FakeRequest) => request.headers.get('Authorization')
const refreshes = (requests: FakeRequest[]) =>
  requests.filter((request) => request.path === 'user/refresh')

/** A fake server that refuses every token but `new`, which a refresh returns. */
const fakeExpiredSession = (answer: (request: FakeRequest) => ReturnType<typeof ok>) =>
  fakeFetch(async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (request.path === 'user/refresh') return ok({ accessToken: 'new', refreshToken: 'r2' })
    return bearer(request) === 'Bearer new' ? answer(request) : fail(401, 'UNAUTHENTICATED')
  })

describe('a call', () => {
  it('puts path fields into the path and decodes money to satang', async () => {
    const requests = fakeFetch(() => ok(courseRecord))
    const { data, message } = await call(course.get, { course_id: 12 })
    expect(requests[0]).toMatchObject({ method: 'GET', path: 'course/get/12', body: undefined })
    expect(bearer(requests[0]!)).toBe('Bearer old')
    expect(data.price).toBe(450_050)
    expect(message).toBe('สำเร็จ')
  })

  it('puts the other fields of a GET into the query and leaves out absent ones', async () => {
    const requests = fakeFetch(() =>
      ok([], { meta: { page: 2, perPage: 10, total: 0, totalPages: 0 }, filter: {} }),
    )
    await call(course.gettable, { page: 2, perPage: 10, text: 'รถ', branch: undefined })
    expect(requests[0]?.path).toBe(
      `course/gettable?page=2&perPage=10&text=${encodeURIComponent('รถ')}`,
    )
  })

  it('encodes satang to baht in a body and sends the idempotency key', async () => {
    const requests = fakeFetch(() => ok(courseRecord))
    await call(course.create, input, { idempotencyKey: 'key-1' })
    expect(requests[0]?.body).toMatchObject({ price: 4500.5 })
    expect(requests[0]?.headers.get('Idempotency-Key')).toBe('key-1')
  })

  it('refuses an invalid input before anything is sent', async () => {
    const requests = fakeFetch(() => ok(courseRecord))
    const promise = call(course.create, { ...input, name: ' ' })
    await expect(promise).rejects.toMatchObject({
      code: 'VALIDATION',
      errors: [{ path: 'name', message: 'กรุณากรอกชื่อหลักสูตร' }],
    })
    expect(requests).toHaveLength(0)
  })

  it("throws the server's error with its fields", async () => {
    const errors = [{ path: 'name', message: 'ชื่อนี้มีในระบบแล้ว' }]
    fakeFetch(() => fail(400, 'VALIDATION', { errors }))
    await expect(call(course.create, input)).rejects.toMatchObject({
      status: 400,
      code: 'VALIDATION',
      message: 'ข้อความ VALIDATION',
      errors,
      requestId: 'req-1',
    })
  })

  it("reports an unreachable server as NETWORK and a gateway's error page as SERVER", async () => {
    fakeFetch(() => 'offline')
    await expect(call(course.get, { course_id: 1 })).rejects.toMatchObject({
      code: 'NETWORK',
      status: 0,
    })
    vi.stubGlobal('fetch', async () => new Response('<html>Bad gateway</html>', { status: 502 }))
    await expect(call(course.get, { course_id: 1 })).rejects.toMatchObject({
      code: 'SERVER',
      status: 502,
    })
  })
})

describe('an expired session', () => {
  it('is renewed once for all calls in flight, and each call is repeated once', async () => {
    const requests = fakeExpiredSession(() => ok(courseRecord))
    const calls = Array.from({ length: 20 }, (_, n) => call(course.get, { course_id: n + 1 }))
    await Promise.all(calls)
    expect(refreshes(requests)).toHaveLength(1)
    expect(requests).toHaveLength(20 + 1 + 20)
    expect(tokens.accessToken()).toBe('new')
    expect(tokens.refreshToken()).toBe('r2')
    expect(onLost).not.toHaveBeenCalled()
  })

  it('stays renewed for later calls', async () => {
    const requests = fakeExpiredSession(() => ok(courseRecord))
    await call(course.get, { course_id: 1 })
    await call(course.get, { course_id: 2 })
    expect(refreshes(requests)).toHaveLength(1)
  })

  it('repeats a payment with the same key and the same body', async () => {
    const requests = fakeExpiredSession(() =>
      ok({
        application_id: 1,
        application_code: 'AP-KKN-6911-0001',
        pdf: '/files/x',
        payments: [],
      }),
    )
    await call(application.create, paymentInput, { idempotencyKey: 'key-2' })
    const sent = requests.filter((request) => request.path === 'application/create')
    expect(sent).toHaveLength(2)
    expect(sent.map((request) => request.headers.get('Idempotency-Key'))).toEqual([
      'key-2',
      'key-2',
    ])
    expect(sent[1]?.body).toEqual(sent[0]?.body)
  })

  it('uses the token that another tab has fetched in the meantime', async () => {
    const requests = fakeFetch((request) => {
      if (bearer(request) === 'Bearer other-tab') return ok(courseRecord)
      tokens.save({ accessToken: 'other-tab', refreshToken: 'r9' })
      return fail(401, 'UNAUTHENTICATED')
    })
    await call(course.get, { course_id: 1 })
    expect(refreshes(requests)).toHaveLength(0)
    expect(tokens.refreshToken()).toBe('r9')
  })

  it('is renewed once when two tabs find it expired at the same time', async () => {
    vi.stubGlobal('navigator', { locks: fakeLockManager() })
    const requests = fakeExpiredSession(() => ok(courseRecord))
    vi.resetModules()
    const otherTab = await import('./client.ts')
    await Promise.all([
      call(course.get, { course_id: 1 }),
      otherTab.call(course.get, { course_id: 2 }),
    ])
    expect(refreshes(requests)).toHaveLength(1)
  })

  it.each([400, 401, 403, 409, 429, 500, 503])(
    'ends when the refresh answers %i',
    async (status) => {
      fakeFetch((request) =>
        request.path === 'user/refresh' ? fail(status, 'NO') : fail(401, 'UNAUTHENTICATED'),
      )
      const calls = [1, 2, 3].map((n) => call(course.get, { course_id: n }))
      const results = await Promise.allSettled(calls)
      expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected'])
      expect(results[0]).toMatchObject({ reason: { status: 401 } })
      expect(tokens.accessToken()).toBeNull()
      expect(tokens.refreshToken()).toBeNull()
      expect(onLost).toHaveBeenCalledTimes(1)
    },
  )

  it('ends once when the repeated calls are refused too', async () => {
    fakeFetch((request) =>
      request.path === 'user/refresh'
        ? ok({ accessToken: 'new', refreshToken: 'r2' })
        : fail(401, 'UNAUTHENTICATED'),
    )
    const calls = [1, 2, 3].map((n) => call(course.get, { course_id: n }))
    await Promise.allSettled(calls)
    expect(onLost).toHaveBeenCalledTimes(1)
    expect(tokens.refreshToken()).toBeNull()
  })

  it('is kept when the network fails during the refresh', async () => {
    fakeFetch((request) =>
      request.path === 'user/refresh' ? 'offline' : fail(401, 'UNAUTHENTICATED'),
    )
    await expect(call(course.get, { course_id: 1 })).rejects.toMatchObject({ code: 'NETWORK' })
    expect(tokens.refreshToken()).toBe('r1')
    expect(onLost).not.toHaveBeenCalled()
  })

  it('is not restored by a refresh that is answered after signing out', async () => {
    fakeFetch((request) => {
      if (bearer(request) === 'Bearer new') return ok(courseRecord)
      if (request.path !== 'user/refresh') return fail(401, 'UNAUTHENTICATED')
      tokens.clear()
      return ok({ accessToken: 'new', refreshToken: 'r2' })
    })
    await expect(call(course.get, { course_id: 1 })).rejects.toMatchObject({ status: 401 })
    expect(tokens.accessToken()).toBeNull()
  })
})

describe('a session that another user has replaced in another tab', () => {
  /** An access token of the user. */
  const tokenOf = (userId: number, n = 1) => `x.${btoa(JSON.stringify({ sub: `${userId}` }))}.${n}`
  beforeEach(() => {
    readCurrentUserFrom(() => 7)
    tokens.save({ accessToken: tokenOf(7), refreshToken: 'refresh-7' })
  })
  afterEach(() => readCurrentUserFrom(() => null))

  it('never repeats a call with the token of that user, whose session stays', async () => {
    const requests = fakeFetch(() => {
      tokens.save({ accessToken: tokenOf(8), refreshToken: 'refresh-8' })
      return fail(401, 'UNAUTHENTICATED')
    })
    await expect(call(course.create, input)).rejects.toMatchObject({ status: 401 })
    expect(requests.map(bearer)).toEqual([`Bearer ${tokenOf(7)}`])
    expect(tokens.refreshToken()).toBe('refresh-8')
    expect(onLost).not.toHaveBeenCalled()
  })

  it('sends no call that the screen of the former user makes', async () => {
    tokens.save({ accessToken: tokenOf(8), refreshToken: 'refresh-8' })
    const requests = fakeFetch(() => ok(courseRecord))
    await expect(call(course.create, input)).rejects.toMatchObject({ status: 401 })
    expect(requests).toEqual([])
    expect(tokens.refreshToken()).toBe('refresh-8')
  })

  it('repeats a call with a newer token of the same user', async () => {
    const requests = fakeFetch((request) => {
      if (bearer(request) === `Bearer ${tokenOf(7, 2)}`) return ok(courseRecord)
      tokens.save({ accessToken: tokenOf(7, 2), refreshToken: 'refresh-9' })
      return fail(401, 'UNAUTHENTICATED')
    })
    await call(course.create, input)
    expect(requests).toHaveLength(2)
  })
})

describe('a valid session', () => {
  it.each([400, 403, 404, 409, 429, 500, 503])('is not renewed after status %i', async (status) => {
    const requests = fakeFetch(() => fail(status, 'NO'))
    await expect(call(course.get, { course_id: 1 })).rejects.toMatchObject({ status })
    expect(requests).toHaveLength(1)
    expect(tokens.refreshToken()).toBe('r1')
  })

  it('is not renewed when a sign-in is refused', async () => {
    const requests = fakeFetch(() => fail(401, 'LOGIN'))
    const promise = call(user.login, { username: 'admin', password: 'x' })
    await expect(promise).rejects.toMatchObject({ code: 'LOGIN' })
    expect(requests).toHaveLength(1)
    expect(bearer(requests[0]!)).toBeNull()
    expect(onLost).not.toHaveBeenCalled()
  })
})

/** A lock manager that runs requests one after another, as for one exclusive lock. */
function fakeLockManager() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request<T>(_name: string, run: () => Promise<T>): Promise<T> {
      const turn = last.then(run, run)
      last = turn
      return turn
    },
  }
}

const paymentInput: Parameters<typeof call<typeof application.create>>[1] = {
  type: 'course',
  customer: {
    is_foreigner: true,
    prefix: 'Mr.',
    fname: 'John',
    sname: 'Doe',
    idcard: '',
    passport: 'AB1234567',
    birthday: null,
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
    line: '',
    note: '',
  },
  course: [
    {
      course_id: 1,
      promotion_code: '',
      exam_date: null,
      cost: satang(450_000),
      paid: satang(100_000),
      pay_type: 'cash',
      note: '',
    },
  ],
  other_fee: [],
  request_fee: [],
  due_date: null,
  bank_reference: '',
  cash_received: null,
  note: '',
}
