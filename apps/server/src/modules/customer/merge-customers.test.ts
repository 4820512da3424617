import type { InputOf } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { customer, customerFields } from '@khapdee/contract/entities/customer'
import { customerMerge } from '@khapdee/contract/entities/customer-merge'
import { customerRecord } from '@khapdee/contract/entities/customer-record'
import { payment } from '@khapdee/contract/entities/payment'
import { search } from '@khapdee/contract/entities/search'
import { titleOf } from '@khapdee/contract/field-meta'
import { messages } from '@khapdee/contract/messages'
import { isThaiIdNumber } from '@khapdee/domain/id-card'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput } from '../../../test/make/application.ts'
import { customerInput, makeCustomer } from '../../../test/make/customer.ts'
import { checkInvariants } from '../../db/invariants.ts'

let test: TestApp
const [clerk, manager] = ['registrar.kkn', 'manager.kkn']

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

type Values = Parameters<typeof makeCustomer>[2]
const make = (values: Values = {}) => makeCustomer(test.db, test.school.branch.KKN, values)

/** Two records of one foreigner: one with an ID number, one with a passport number. */
async function makePair(kept: Values = {}, other: Values = {}) {
  const name = { fname: 'Anna', sname: 'Schmidt', is_foreigner: true, prefix: 'Ms.' }
  return {
    first: await make({ ...name, idcard: foreignNumber(), phone_1: '0811111111', ...kept }),
    second: await make({
      ...name,
      idcard: '',
      passport: passport(),
      phone_1: '0822222222',
      ...other,
    }),
  }
}
let numbers = 0
const passport = () => `ZZ${String(++numbers).padStart(7, '0')}`
/** An ID number of a foreigner; these begin with 6. */
const foreignNumber = () => `6${String(++numbers).padStart(12, '0')}`

const register = async (customer_id: number, as = clerk) =>
  test.call(
    application.create,
    applicationInput(test.school, { customer: { ...customerInput({ idcard: '' }), customer_id } }),
    as,
  )

const merge = (
  first: { customer_id: number; version: number },
  second: { customer_id: number; version: number },
  more: Partial<InputOf<typeof customerMerge.merge>> = {},
  as = manager,
) =>
  test.call(
    customerMerge.merge,
    {
      customer_id: first.customer_id,
      version: first.version,
      other_id: second.customer_id,
      other_version: second.version,
      take: [],
      ...more,
    },
    as,
  )

const preview = (first: { customer_id: number }, second: { customer_id: number }) =>
  test.call(
    customerMerge.preview,
    { customer_id: first.customer_id, other_id: second.customer_id },
    manager,
  )

/** All foreign keys to customers. */
const references = [
  'application.customer_id',
  'customer.merged_into',
  'customer_branch.customer_id',
  'exam_right.customer_id',
  'exam_waiting.customer_id',
]

it('lists every column that refers to a customer', async () => {
  const { rows } = await sql<{ reference: string }>`
    select conrelid::regclass || '.' || attname as reference
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'customer'::regclass order by 1`.execute(test.db)
  // A new column must be moved by the merge and checked by an invariant.
  expect(rows.map(({ reference }) => reference)).toEqual(references)
})

describe('customer/merge/find', () => {
  const find = (query: object, as = manager) => test.call(customerMerge.find, query, as)

  it('finds the other record by complete number, phone or name, with masked numbers', async () => {
    const { first, second } = await makePair({ fname: 'Frieda', phone_1: '0833333333' })
    const queries = [{ idcard: first.idcard }, { phone: '083-333-3333' }, { text: 'fRIEDA' }]
    for (const query of queries) {
      const { data } = await find(query)
      expect([query, data]).toMatchObject([query, { customer_id: first.customer_id }])
      expect(data?.idcard).toMatch(/x/)
    }
    expect((await find({ passport: second.passport })).data?.customer_id).toBe(second.customer_id)
  })

  it('finds nobody of another branch, and is refused without permission', async () => {
    const { idcard } = await makeCustomer(test.db, test.school.branch.BPI, { fname: 'อื่นสาขา' })
    expect((await find({ idcard })).data).toBeNull()
    expect((await find({ text: 'อื่นสาขา' })).data).toBeNull()
    expect((await find({ idcard }, clerk)).status).toBe(403)
    expect((await find({ idcard }, 'owner')).data).toMatchObject({ fname: 'อื่นสาขา' })
  })
})

describe('customer/merge/preview', () => {
  it('returns both records, their differences, the suggestions and the moved records', async () => {
    const { first, second } = await makePair({ email: '' }, { email: 'anna@example.com' })
    const made = (await register(second.customer_id)).data
    const { data } = await preview(first, second)
    expect(data.fields).toEqual([
      { field: 'idcard', suggested: 'customer' },
      { field: 'passport', suggested: 'other' },
      { field: 'phone_1', suggested: 'customer' },
      { field: 'email', suggested: 'other' },
    ])
    expect(data.moves).toEqual({
      applications: { count: 1, codes: [made.application_code] },
      payments: { count: 1, codes: [made.payments[0]?.payment_code] },
      documents: { count: 2, codes: expect.arrayContaining([made.application_code]) },
      exam_rights: { count: 2, codes: [made.application_code] },
    })
    expect(data.refusal).toBeNull()
    expect(data.customer.idcard).toMatch(/x/)
  })

  it('reports that records with different Thai ID numbers cannot be merged, nor a record with itself', async () => {
    const [first, second] = [await make(), await make()]
    const { data } = await preview(first, second)
    expect(data.refusal).toMatch(/คนละคน/)
    expect((await merge(first, second)).body).toMatchObject({
      code: 'TWO_PERSONS',
      message: data.refusal,
    })
    expect((await merge(first, first)).body.code).toBe('TWO_PERSONS')
  })
})

describe('customer/merge', () => {
  it('refuses stale versions, missing numbers, other branches and callers without permission', async () => {
    const { first, second } = await makePair()
    expect((await merge(first, { ...second, version: 9 })).body.code).toBe('CONFLICT')
    const numberless = await merge(first, second, { take: ['idcard'] })
    expect(numberless.body).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'take' }] })
    const ofBpi = await makeCustomer(test.db, test.school.branch.BPI)
    expect((await merge(first, ofBpi)).status).toBe(404)
    expect((await merge(first, second, {}, clerk)).status).toBe(403)
  })

  it('moves all references, keeps the chosen values and audits the merge', async () => {
    const { first, second } = await makePair()
    const { application_id, application_code } = (await register(second.customer_id)).data
    const { data } = await merge(first, second, { take: ['passport', 'phone_1'] })
    expect(data).toMatchObject({ phone_1: '0822222222', version: first.version + 1 })

    const { data: moved } = await test.call(application.get, { application_id }, clerk)
    expect(moved.customer.customer_id).toBe(first.customer_id)
    const { data: found } = await test.call(payment.gettable, { text: '0822222222' }, manager)
    expect(found.map((row) => row.application_code)).toContain(application_code)

    const { data: record } = await test.call(
      customerRecord.get,
      { customer_id: first.customer_id },
      manager,
    )
    expect(record.applications).toHaveLength(1)
    expect(record.exams).toHaveLength(2)
    const audited = record.changes?.filter(({ action }) => action === 'รวมข้อมูลผู้สมัครซ้ำ')
    expect(audited).toHaveLength(2)
    expect(audited?.flatMap(({ changes }) => changes)).toEqual(
      expect.arrayContaining([
        { label: 'โทรศัพท์มือถือ', before: '081-111-1111', after: '082-222-2222' },
        { label: 'รวมข้อมูลจาก', before: null, after: 'Anna Schmidt' },
        { label: 'ใบสมัครที่ย้ายมา', before: null, after: application_code },
        { label: 'รวมเข้ากับ', before: null, after: 'Anna Schmidt' },
      ]),
    )
  })

  it('makes the id, number and search text of the merged record lead to the kept one', async () => {
    const { first, second } = await makePair({ fname: 'Berta' }, { fname: 'Bertha' })
    await merge(first, second)
    const { data } = await test.call(
      customerRecord.get,
      { customer_id: second.customer_id },
      manager,
    )
    expect(data.customer.customer_id).toBe(first.customer_id)
    const checked = await test.call(customer.check, { passport: second.passport }, clerk)
    expect(checked.data?.customer_id).toBe(first.customer_id)
    const { data: found } = await test.call(search.find, { text: 'Bertha' }, clerk)
    expect(found.customers.map(({ customer_id }) => customer_id)).toEqual([first.customer_id])
    const again = (await register(second.customer_id)).data
    const { data: made } = await test.call(
      application.get,
      { application_id: again.application_id },
      clerk,
    )
    expect(made.customer.customer_id).toBe(first.customer_id)
    expect((await merge(first, second)).status).toBe(404)
  })

  it('makes records that were merged earlier lead to the last kept one', async () => {
    const { first, second } = await makePair()
    const third = await make({ is_foreigner: true, idcard: foreignNumber() })
    await merge(second, third)
    const { data: middle } = await preview(first, second)
    await merge(first, { ...second, version: middle.other.version })
    const { data } = await test.call(
      customerRecord.get,
      { customer_id: third.customer_id },
      manager,
    )
    expect(data.customer.customer_id).toBe(first.customer_id)
  })

  it('keeps the later privacy notice', async () => {
    const given = { privacy_notice_at: '2026-11-01T03:00:00Z', privacy_notice_version: '2569-1' }
    const { first, second } = await makePair({}, given)
    expect((await merge(first, second)).data.privacy_notice_at).toBe('2026-11-01T03:00:00.000Z')
  })

  it('makes the customer known in the branches of both records', async () => {
    const first = await make({ fname: 'สองสาขา' })
    const second = await makeCustomer(test.db, test.school.branch.BPI, {
      fname: 'สองสาขา',
      idcard: '',
    })
    expect((await merge(first, second, {}, 'admin')).status).toBe(200)
    const found = await test.call(customerRecord.gettable, { text: 'สองสาขา' }, 'registrar.bpi')
    expect(found.data.map(({ customer_id }) => customer_id)).toEqual([first.customer_id])
  })
})

describe('customer/merge with walk-ins', () => {
  const makeWalkIn = (values: Values = {}, branch = test.school.branch.KKN) =>
    makeCustomer(test.db, branch, {
      prefix: '',
      sname: '',
      idcard: '',
      is_walk_in: true,
      ...values,
    })

  const recordOf = (customer_id: number, as = manager) =>
    test.call(customerRecord.get, { customer_id }, as)

  it('refuses to keep the walk-in instead of the customer with a number, whichever fields are taken', async () => {
    const [walkIn, numbered] = [await makeWalkIn(), await make()]
    await register(numbered.customer_id)
    const { refusal } = (await preview(walkIn, numbered)).data
    expect(refusal).toMatch(/เก็บรายการที่มีเลขประจำตัวไว้แทน/)
    for (const take of [[], ['idcard'], ['prefix', 'sname', 'idcard']] as const) {
      const { status, body } = await merge(walkIn, numbered, { take: [...take] })
      expect([status, body]).toMatchObject([409, { code: 'STATE', message: refusal }])
    }
    const { data } = await recordOf(numbered.customer_id)
    expect(data).toMatchObject({ customer: { customer_id: numbered.customer_id } })
    expect(data.exams).toHaveLength(2)
    expect((await recordOf(walkIn.customer_id)).data.customer.is_walk_in).toBe(true)
  })

  it('merges a walk-in of any branch into a customer with a number, whose name must be complete', async () => {
    const numbered = await make()
    const walkIn = await makeWalkIn({ phone_1: '0844444444' }, test.school.branch.BPI)
    const mergeTaking = (take: InputOf<typeof customerMerge.merge>['take']) =>
      merge(numbered, walkIn, { take }, 'admin')
    for (const take of [['prefix'], ['sname'], ['idcard']] as const) {
      const { body } = await mergeTaking([...take])
      const message = messages.required(titleOf(customerFields, take[0]))
      expect(body).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'take', message }] })
    }
    const { data } = await mergeTaking(['phone_1'])
    expect(data).toMatchObject({ is_walk_in: false, phone_1: '0844444444', sname: numbered.sname })
    expect((await recordOf(walkIn.customer_id)).data.customer.customer_id).toBe(
      numbered.customer_id,
    )
  })

  it('merges two walk-ins of one branch only', async () => {
    const [first, second] = [await makeWalkIn(), await makeWalkIn({ is_foreigner: true })]
    const ofBpi = await makeWalkIn({}, test.school.branch.BPI)
    const refused = await merge(first, ofBpi, {}, 'admin')
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'STATE', message: expect.stringMatching(/คนละสาขา/) },
    ])
    expect((await recordOf(first.customer_id, 'registrar.bpi')).status).toBe(404)
    expect((await recordOf(ofBpi.customer_id, 'registrar.bpi')).status).toBe(200)
    const { data } = await merge(first, second, { take: ['is_foreigner'] })
    expect(data).toMatchObject({ is_walk_in: true, is_foreigner: true })
  })
})

describe('customer/duplicates', () => {
  it('finds pairs with the same name and birthday, but no pair with two Thai ID numbers', async () => {
    const same = { fname: 'ซ้ำซ้อน', sname: 'ชื่อเดียว', birthday: '1991-01-01' }
    const first = await make(same)
    const second = await make({ ...same, idcard: '', phone_1: '0899999999' })
    await make({ ...same, phone_1: '0877777777' })
    await make({ ...same, birthday: '1992-02-02', idcard: '', phone_1: '0866666666' })
    const { data } = await test.call(customerMerge.duplicates, {}, manager)
    const ours = data.filter(({ customer: { fname } }) => fname === same.fname)
    expect(ours).toHaveLength(2)
    expect(ours).toContainEqual(
      expect.objectContaining({
        customer: expect.objectContaining({ customer_id: first.customer_id }),
        other: expect.objectContaining({ customer_id: second.customer_id }),
        reasons: ['birthday'],
      }),
    )
  })

  it('finds a pair although more than 100 newer pairs cannot be merged', async () => {
    const valid = (n: number) => {
      const start = `69${String(n).padStart(10, '0')}`
      const last = [...'0123456789'].find((digit) => isThaiIdNumber(start + digit))
      return `${start}${last}`
    }
    const name = { fname: 'คู่เก่า', sname: 'ที่ซ้ำ', birthday: '1992-02-02' }
    const first = await make({ ...name, idcard: '' })
    await make({ ...name, phone_1: '0855555555' })
    const twins = { fname: 'ชื่อพ้อง', sname: 'วันเดียว', birthday: '1993-03-03', is_foreigner: true }
    // 15 records with different valid numbers form 105 pairs.
    for (let n = 0; n < 15; n++) await make({ ...twins, idcard: valid(n) })
    const { data } = await test.call(customerMerge.duplicates, {}, manager)
    expect(data.filter(({ customer: { fname } }) => fname === twins.fname)).toEqual([])
    expect(data.map(({ customer }) => customer.customer_id)).toContain(first.customer_id)
  })
})

describe('concurrent merges', () => {
  it('lose no registration and form no cycle of merged records in fifty rounds', async () => {
    await Promise.all([clerk, manager, 'admin'].map((username) => test.login(username)))
    for (let round = 0; round < 50; round++) {
      const { first, second } = await makePair()
      const third =
        round % 2 === 0 ? null : await make({ is_foreigner: true, idcard: foreignNumber() })
      const byNumber = applicationInput(test.school, {
        customer: customerInput({ is_foreigner: true, idcard: '', passport: second.passport }),
      })
      const answers = await Promise.all([
        register(second.customer_id),
        merge(first, second),
        test.call(application.create, byNumber, clerk),
        third === null ? merge(second, first, {}, 'admin') : merge(third, second, {}, 'admin'),
        register(first.customer_id),
      ])
      for (const answer of answers) expect([200, 404, 409]).toContain(answer.status)
      for (const index of [0, 2, 4]) expect(answers[index]?.status).toBe(200)
      // Registrations do not change versions, so exactly one of the two merges succeeds.
      expect([1, 3].filter((index) => answers[index]?.status === 200)).toHaveLength(1)
    }
    const { rows: statistics } = await sql<{ deadlocks: number }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(test.db)
    expect(statistics).toEqual([{ deadlocks: 0 }])
    const results = await checkInvariants(test.db)
    expect(results.filter(({ violations }) => violations > 0)).toEqual([])
    const { rows } = await sql`
      select 1 from application a join customer c using (customer_id) where c.is_delete`.execute(
      test.db,
    )
    expect(rows).toEqual([])
  }, 60_000)
})
