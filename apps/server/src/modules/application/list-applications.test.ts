import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { applicationKinds } from '@khapdee/domain/application/status'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'

let test: TestApp
const clerk = 'registrar.kkn'
const applicationKindNames = Object.keys(applicationKinds)

/** The codes of five applications of KKN and one of BPI, in the order of their registration. */
const codes: string[] = []

beforeAll(async () => {
  test = await startApp()
  const { car, motorcycle } = test.school.course
  const register = async (
    as: string,
    at: string,
    fname: string,
    sname: string,
    idcard: string,
    phone_1: string,
    paid: number,
  ) => {
    test.clock.set(at)
    const made = await test.call(
      application.create,
      applicationInput(test.school, {
        customer: customerInput({ fname, sname, phone_1, ...(idcard === '' ? {} : { idcard }) }),
        course: [
          {
            course_id: paid > 300_000 ? car : motorcycle,
            ...lineInput(paid > 300_000 ? 600_000 : 250_000, { paid: satang(paid) }),
          },
        ],
      }),
      as,
    )
    codes.push(made.data.application_code)
  }
  await register(clerk, '2026-11-01T16:59:59.999Z', 'น้ำผึ้ง', 'ใจดี', '', '0811111111', 600_000)
  await register(
    clerk,
    '2026-11-01T17:00:00Z',
    'กมล',
    'แก้วใส',
    '1100000000016',
    '0822222222',
    100_000,
  )
  await register('cashier.kkn', '2026-11-10T05:00:00Z', 'ไก่', 'ขันดี', '', '0833333333', 0)
  await register(clerk, '2026-11-20T05:00:00Z', 'เก่ง', 'กล้า', '', '0844444444', 250_000)
  await register(clerk, '2026-11-21T03:00:00Z', 'Anna', 'Schmidt', '', '0855555555', 600_000)
  await register(
    'registrar.bpi',
    '2026-11-21T03:00:00Z',
    'กมล',
    'คนบ้านไผ่',
    '',
    '0866666666',
    600_000,
  )
})
afterAll(() => test.close())

const list = async (query: object, as = clerk) => {
  const { answer } = await test.call(application.gettable, query, as)
  return { ...answer, found: answer.data.map((row) => codes.indexOf(row.application_code)) }
}

describe('application/gettable', () => {
  it('shows the caller’s branch, newest first, with the totals of all matches', async () => {
    const { found, meta, total } = await list({ perPage: 2 })
    expect(found).toEqual([4, 3])
    expect(meta).toEqual({ page: 1, perPage: 2, total: 5, totalPages: 3 })
    expect(total).toEqual({ net: 1_950_000, paid: 1_550_000, written_off: 0, balance: 400_000 })
  })

  it('returns count and totals on a page beyond the last', async () => {
    const { found, meta, total } = await list({ page: 9 })
    expect(found).toEqual([])
    expect(meta.total).toBe(5)
    expect(total?.net).toBe(1_950_000)
  })

  it('masks the ID number', async () => {
    const { data } = await list({ text: 'แก้วใส' })
    expect(data[0]).toMatchObject({
      idcard: '1-1000-xxxxx-01-6',
      customer: 'กมล แก้วใส',
      phone_1: '0822222222',
    })
  })

  it.each<[string, object, number[]]>([
    ['a part of a name', { text: 'ก้วใ' }, [1]],
    ['one letter', { text: 'ก' }, [3, 2, 1]],
    ['a name with sara am typed as two characters', { text: 'น\u0E4D\u0E49\u0E32ผึ้ง' }, [0]],
    ['Latin letters in either case', { text: 'sCHMidt' }, [4]],
    ['the start of an ID number', { text: '11000' }, [1]],
    ['an ID number with hyphens', { text: '1-1000-00000-01-6' }, [1]],
    ['the middle of an ID number', { text: '0000001' }, []],
    ['a part of a phone', { text: '33333' }, [2]],
    ['a literal percent sign', { text: '%' }, []],
    ['a literal underscore', { text: '_' }, []],
    ['a literal backslash', { text: '\\' }, []],
    ['a status', { status: 'outstanding' }, [2, 1]],
    ['the Thai label of a status', { status: 'ค้างชำระ' }, [2, 1]],
    ['a clerk', { user: 'cashier' }, [2]],
    [
      'the first and the last day in Bangkok time',
      { start: '2026-11-02', end: '2026-11-10' },
      [2, 1],
    ],
    ['one day', { start: '2026-11-01', end: '2026-11-01' }, [0]],
    [
      'all values that mean no filter',
      { status: 'all', branch: 'ทั้งหมด', user: '', text: '' },
      [4, 3, 2, 1, 0],
    ],
    ['another type', { type: 'exam' }, []],
    ['names in dictionary order', { sort: 'customer_name' }, [1, 3, 2, 0, 4]],
    ['balances in descending order', { sort: '-balance' }, [2, 1, 4, 3, 0]],
    ['codes in ascending order', { sort: 'application_code' }, [0, 1, 2, 3, 4]],
  ])('returns the applications for %s', async (_, query, expected) => {
    const cashier = test.school.userId('cashier.kkn')
    const resolved = 'user' in query && query.user === 'cashier' ? { user: String(cashier) } : query
    const { found, meta } = await list(resolved)
    expect(found).toEqual(expected)
    expect(meta.total).toBe(expected.length)
  })

  it('finds an application by its code or the end of it', async () => {
    expect((await list({ text: codes[2] })).found).toEqual([2])
    expect((await list({ text: '6911-0003' })).found).toEqual([2])
  })

  it('shows all branches to roles that see all, and one branch when filtered', async () => {
    expect((await list({}, 'owner')).meta.total).toBe(6)
    const { BPI } = test.school.branch
    expect((await list({ branch: String(BPI) }, 'owner')).found).toEqual([5])
  })

  it('shows neither applications nor employees of another branch', async () => {
    const { BPI } = test.school.branch
    const { found, total, filter } = await list({ branch: String(BPI) })
    expect(found).toEqual([])
    expect(total).toEqual({ net: 0, paid: 0, written_off: 0, balance: 0 })
    expect(filter['branch']).toHaveLength(2)
    expect(JSON.stringify(filter['user'])).not.toContain('บ้านไผ่')
  })

  it.each([
    { sort: 'password' },
    { sort: '-search' },
    { page: 0 },
    { perPage: 101 },
    { start: '2026-02-30' },
    { colour: 'red' },
  ])('refuses %j', async (query) => {
    const { accessToken } = await test.login(clerk)
    const search = new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))
    const refused = await test.raw('GET', `${application.gettable.path}?${search}`, undefined, {
      authorization: `Bearer ${accessToken}`,
    })
    expect(refused.status).toBe(400)
    expect(refused.body.errors[0].path).toBe(Object.keys(query)[0])
  })

  it('lists every kind for the type all, and for none', async () => {
    const sold = await test.call(
      applicationFee.create,
      {
        customer: customerInput(),
        other_fee: [{ other_fee_id: test.school.otherFee.medical, ...lineInput(20_000) }],
      },
      clerk,
    )
    for (const query of [{ type: 'all' }, { type: 'ทั้งหมด' }, {}]) {
      const { data, meta, filter } = await list(query)
      expect(meta.total).toBe(6)
      expect(data.map(({ type }) => type)).toContain('other_fee')
      expect(filter['type']?.map(({ value }) => value)).toEqual(['all', ...applicationKindNames])
    }
    const { data } = await list({ type: 'other_fee' })
    expect(data.map(({ application_code }) => application_code)).toEqual([
      sold.data.application_code,
    ])
  })

  it('is refused without the permission to view applications', async () => {
    expect((await test.call(application.gettable, {}, 'hr')).status).toBe(403)
  })
})
