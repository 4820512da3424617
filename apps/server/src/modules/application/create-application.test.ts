import { randomUUID } from 'node:crypto'
import { application } from '@khapdee/contract/entities/application'
import { screens } from '@khapdee/contract/entities/screens'
import { messages } from '@khapdee/contract/messages'
import { satang } from '@khapdee/domain/money'
import { allPermissions } from '@khapdee/domain/permissions'
import { day } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput } from '../../../test/make/application.ts'
import { makeClerk } from '../../../test/make/branch-admin.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { makePromotion } from '../../../test/make/promotion.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const clerk = 'registrar.kkn'
const create = (values: Parameters<typeof applicationInput>[1] = {}, as = clerk) =>
  test.call(application.create, applicationInput(test.school, values), as)
const detail = async (application_id: number) =>
  (await test.call(application.get, { application_id }, clerk)).data

/** The number of rows and the promotion uses, which a refused call must not change. */
async function counts() {
  const tables = [
    'customer',
    'application',
    'application_line',
    'payment',
    'exam_right',
    'issued_document',
    'audit_log',
    'document_counter',
    'idempotency_key',
  ] as const
  const entries = tables.map(async (table) => {
    const row = await test.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return [table, row.count] as const
  })
  const usage = await test.db
    .selectFrom('promotion')
    .select('usage')
    .orderBy('promotion_id')
    .execute()
  return { ...Object.fromEntries(await Promise.all(entries)), usage }
}

describe('application/getforregister', () => {
  it('lists the promotions that can be used today in the branch, for users who may write applications', async () => {
    const { KKN, BPI } = test.school.branch
    const made = async (values: Parameters<typeof makePromotion>[1]) =>
      (await makePromotion(test.db, values)).code
    const own = await made({ branch_id: KKN, type_discount: 'amount', value: 500 })
    const all = await made({ type: 'all' })
    const unusable = [
      await made({ branch_id: BPI }),
      await made({ end: '2026-01-01' }),
      await made({ is_activate: false }),
      await made({ start: '2030-01-01' }),
    ]
    const codesOf = async (as: string) =>
      (await test.call(screens.register, {}, as)).data.promotion?.map(({ code }) => code)
    const codes = await codesOf(clerk)
    expect(codes).toEqual(expect.arrayContaining([own, all]))
    for (const code of unusable) expect(codes).not.toContain(code)
    expect(await codesOf('instructor.kkn')).toEqual([])
  })

  it('lists the most sold courses of the branch first', async () => {
    const { course } = test.school
    const courses = async () => (await test.call(screens.register, {}, clerk)).data.course ?? []
    for (const course_id of [course.car, course.motorcycle, course.car]) {
      const price = (await courses()).find((row) => row.course_id === course_id)?.price ?? satang(0)
      for (let sale = 0; sale < 3; sale++) {
        await create({ course: [{ course_id, ...lineInput(price) }] })
        if ((await courses())[0]?.course_id === course_id) break
      }
      expect((await courses())[0]?.course_id).toBe(course_id)
    }
  })
})

describe('application/create', () => {
  it('registers a customer, issues number and receipts and grants exam rights', async () => {
    const { course, otherFee } = test.school
    const made = await create({
      course: [{ course_id: course.car, ...lineInput(600_000, { paid: satang(200_000) }) }],
      other_fee: [
        {
          other_fee_id: otherFee.book,
          ...lineInput(15_000, { paid: satang(15_000), pay_type: 'transfer' }),
        },
      ],
    })
    expect(made.body.message).toMatch(/^ลงทะเบียนเรียบร้อยแล้ว เลขที่ AP-KKN-6911-\d{4}$/)
    expect(made.data.payments).toMatchObject([
      { pay_type: 'cash', paid: 200_000 },
      { pay_type: 'transfer', paid: 15_000 },
    ])
    const shown = await detail(made.data.application_id)
    expect(shown).toMatchObject({
      status: 'outstanding',
      total: 615_000,
      discount: 0,
      net: 615_000,
      paid: 215_000,
      balance: 400_000,
      course_id: course.car,
      course: [{ course_name: 'รถยนต์ พร้อมสอบ', balance: 400_000, permission_date: '2027-02-19' }],
      other_fee: [{ balance: 0, permission_date: null }],
      can: { pay: true, refund: false, delete: false, print: true },
    })
    const rights = await test.db
      .selectFrom('exam_right')
      .select(['kind', 'valid_from', 'permission_date'])
      .where('application_id', '=', made.data.application_id)
      .orderBy('kind')
      .execute()
    expect(rights).toEqual([
      { kind: 'practice', valid_from: '2026-11-21', permission_date: '2027-02-19' },
      { kind: 'theory', valid_from: '2026-11-21', permission_date: '2027-02-19' },
    ])
  })

  it('links to the application form when nothing is paid, else to the receipts', async () => {
    const { course } = test.school
    const unpaid = await create({ course: [{ course_id: course.lesson, ...lineInput(120_000) }] })
    expect(unpaid.data).toMatchObject({ payments: [] })
    expect(unpaid.data.pdf).toMatch(/\/AP-KKN-6911-\d{4}\.pdf$/)
    const paid = await create()
    expect(paid.data.pdf).toMatch(/\/RE-KKN-6911-\d{4}\.pdf$/)
  })

  it('keeps the stored names and prices when the catalogue changes', async () => {
    const made = await create({
      course: [{ course_id: test.school.course.ofKkn, ...lineInput(100_000) }],
    })
    await test.db
      .updateTable('course')
      .set({ name: 'ชื่อใหม่', price: 1 })
      .where('course_id', '=', test.school.course.ofKkn)
      .execute()
    const shown = await detail(made.data.application_id)
    expect(shown.course).toMatchObject([{ course_name: 'เฉพาะขอนแก่น', cost: 100_000 }])
    await test.db
      .updateTable('course')
      .set({ price: 100_000 })
      .where('course_id', '=', test.school.course.ofKkn)
      .execute()
  })

  it('subtracts promotion discounts and counts their use', async () => {
    const { course, promotion } = test.school
    const readUsage = async () =>
      (
        await test.db
          .selectFrom('promotion')
          .select('usage')
          .where('promotion_id', '=', promotion.TEN)
          .executeTakeFirstOrThrow()
      ).usage
    const before = await readUsage()
    const made = await create({
      course: [
        { course_id: course.car, ...lineInput(600_000, { promotion_code: 'TEN' }) },
        { course_id: course.motorcycle, ...lineInput(250_000, { promotion_code: 'FRIEND' }) },
      ],
    })
    expect(await detail(made.data.application_id)).toMatchObject({
      total: 850_000,
      discount: 90_000,
      net: 760_000,
      promotion: 'TEN',
      promotion_id: promotion.TEN,
      course: [{ discount: 60_000 }, { discount: 30_000 }],
    })
    expect(await readUsage()).toBe(before + 1)
  })

  it('marks the application as paid when a promotion covers the full price', async () => {
    await test.db
      .insertInto('promotion')
      .values({ code: 'FREE', name: 'ฟรี', type: 'all', type_discount: 'percent', value: 100 })
      .execute()
    const made = await create({
      course: [
        { course_id: test.school.course.lesson, ...lineInput(120_000, { promotion_code: 'free' }) },
      ],
    })
    expect(await detail(made.data.application_id)).toMatchObject({
      net: 0,
      balance: 0,
      status: 'paid',
    })
  })

  it('accepts another price only from users with the permission', async () => {
    const values = { course: [{ course_id: test.school.course.lesson, ...lineInput(100_000) }] }
    expect((await create(values)).body).toMatchObject({
      code: 'PRICE_CHANGED',
      errors: [{ path: 'course.0.cost', message: 'ราคาเปลี่ยนเป็น 1,200.00 บาท กรุณาตรวจสอบ' }],
    })
    const made = await create(values, 'manager.kkn')
    expect(await detail(made.data.application_id)).toMatchObject({ total: 100_000 })
  })

  it('registers a foreigner by passport number, which finds the same customer the next time', async () => {
    const customer = customerInput({ is_foreigner: true, idcard: '', passport: 'aa1234567' })
    const first = await create({ customer })
    const second = await create({ customer })
    const [a, b] = [
      await detail(first.data.application_id),
      await detail(second.data.application_id),
    ]
    expect(a.customer.customer_id).toBe(b.customer.customer_id)
  })

  it('stores corrections of a known customer, unless the customer was changed since it was read', async () => {
    const known = (await detail((await create()).data.application_id)).customer
    const customer = {
      ...customerInput({ idcard: '', phone_1: '0899999999' }),
      customer_id: known.customer_id,
      version: known.version,
    }
    const made = await create({ customer })
    expect((await detail(made.data.application_id)).customer).toMatchObject({
      customer_id: known.customer_id,
      phone_1: '0899999999',
      idcard: known.idcard,
    })
    const stale = await create({ customer: { ...customer, phone_1: '0811111111' } })
    expect(stale.body).toMatchObject({ code: 'CONFLICT' })
  })

  it("never writes the data of one person, such as from an ID card, over another person's record", async () => {
    const known = (await detail((await create()).data.application_id)).customer
    const { customer_id, version } = known
    const card = customerInput({ fname: 'คนอื่น' })
    const foreigner = { is_foreigner: true, idcard: '', passport: 'BB7654321' }
    for (const [form, path] of [
      [{ ...card, version }, 'customer.idcard'],
      // Without a version the call would write nothing to the record, but the application would
      // belong to the wrong person.
      [card, 'customer.idcard'],
      [{ ...card, ...foreigner, version }, 'customer.passport'],
    ] as const) {
      const refused = await create({ customer: { ...form, customer_id } })
      expect(refused.body).toMatchObject({
        code: 'VALIDATION',
        errors: [{ path, message: messages.otherPerson }],
      })
    }
    const stale = await create({ customer: { ...card, customer_id, version: version + 1 } })
    expect(stale.body).toMatchObject({ code: 'CONFLICT' })
    const again = await create({ customer: { ...customerInput({ idcard: '' }), customer_id } })
    expect((await detail(again.data.application_id)).customer).toEqual(known)
  })
})

describe('application/create with invalid input', () => {
  const withLine = (line: object) => ({
    course: [{ course_id: test.school.course.car, ...lineInput(600_000), ...line }],
  })
  const cases: [name: string, values: () => object, code: string, path: string][] = [
    ['no lines', () => ({ course: [] }), 'VALIDATION', 'course'],
    [
      'a payment above the price',
      () => withLine({ paid: satang(600_001) }),
      'OVERPAY',
      'course.0.paid',
    ],
    [
      'a payment above the discounted price',
      () => withLine({ promotion_code: 'TEN', paid: satang(600_000) }),
      'OVERPAY',
      'course.0.paid',
    ],
    [
      'an unknown promotion code',
      () => withLine({ promotion_code: 'NOPE' }),
      'PROMO_NOT_FOUND',
      'course.0.promotion_code',
    ],
    [
      'an expired promotion code',
      () => withLine({ promotion_code: 'APRIL' }),
      'PROMO_EXPIRED',
      'course.0.promotion_code',
    ],
    [
      'a promotion code for other fees',
      () => withLine({ promotion_code: 'BOOK' }),
      'PROMO_NOT_APPLY',
      'course.0.promotion_code',
    ],
    [
      'a promotion code with one use left on two lines',
      () => ({
        course: [
          ...withLine({ promotion_code: 'ONCE' }).course,
          ...withLine({ promotion_code: 'ONCE' }).course,
        ],
      }),
      'PROMO_USED_UP',
      'course.1.promotion_code',
    ],
    [
      'a closed course',
      () => withLine({ course_id: test.school.course.closed, cost: satang(100_000) }),
      'VALIDATION',
      'course.0.course_id',
    ],
    [
      'a course of another branch',
      () => withLine({ course_id: test.school.course.ofBpi, cost: satang(100_000) }),
      'VALIDATION',
      'course.0.course_id',
    ],
    [
      'a course that does not exist',
      () => withLine({ course_id: 987_654 }),
      'VALIDATION',
      'course.0.course_id',
    ],
    [
      'an ID number with a wrong check digit',
      () => ({ customer: customerInput({ idcard: '1100000000017' }) }),
      'VALIDATION',
      'customer.idcard',
    ],
    [
      'an ID number of twelve digits',
      () => ({ customer: customerInput({ idcard: '110000000001' }) }),
      'VALIDATION',
      'customer.idcard',
    ],
    [
      'an ID number of class 0, which no Thai citizen has, for a Thai customer',
      () => ({ customer: customerInput({ idcard: '0123456789016' }) }),
      'VALIDATION',
      'customer.idcard',
    ],
    [
      'a foreigner without ID and passport number',
      () => ({ customer: customerInput({ is_foreigner: true, idcard: '' }) }),
      'VALIDATION',
      'customer.passport',
    ],
    [
      'a customer below the minimum age of the course',
      () => ({ customer: customerInput({ birthday: day('2008-11-22') }) }),
      'VALIDATION',
      'customer.birthday',
    ],
    [
      'no birthday when the course has a minimum age',
      () => ({ customer: customerInput({ birthday: null }) }),
      'VALIDATION',
      'customer.birthday',
    ],
  ]

  it.each(cases)('refuses %s and writes nothing', async (_, values, code, path) => {
    const before = await counts()
    const refused = await create(values())
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ status: 'error', code, errors: [{ path }] })
    expect(refused.body.message).toMatch(/[ก-๙]/)
    expect(await counts()).toEqual(before)
  })

  const wireCases: [name: string, line: object, customer: object, path: string][] = [
    ['an amount with three decimals', { cost: 6000.001 }, {}, 'course.0.cost'],
    ['a negative payment', { paid: -1 }, {}, 'course.0.paid'],
    ['an amount as text', { cost: '6000' }, {}, 'course.0.cost'],
    ['an unknown pay type', { pay_type: 'coins' }, {}, 'course.0.pay_type'],
    ['a day that does not exist', { exam_date: '2026-02-30' }, {}, 'course.0.exam_date'],
    ['an unknown field', { discount: 6000 }, {}, 'course.0.discount'],
    ['a blank first name', {}, { fname: '  ' }, 'customer.fname'],
    ['a phone number of letters', {}, { phone_1: 'โทรมา' }, 'customer.phone_1'],
    ['a birthday in month 13', {}, { birthday: '2000-13-01' }, 'customer.birthday'],
    ['a birthday in the future', {}, { birthday: '2999-01-01' }, 'customer.birthday'],
    ['a birthday before 1900', {}, { birthday: '1899-12-31' }, 'customer.birthday'],
    [
      'an email address of 312 characters',
      {},
      { email: `${'a'.repeat(300)}@example.com` },
      'customer.email',
    ],
  ]

  it.each(wireCases)(
    'refuses %s in the JSON body and writes nothing',
    async (_, line, customer, path) => {
      const before = await counts()
      const { accessToken } = await test.login(clerk)
      const refused = await test.raw(
        'POST',
        application.create.path,
        {
          customer: { ...customerInput(), ...customer },
          course: [{ course_id: test.school.course.car, cost: 6000, paid: 0, ...line }],
        },
        { authorization: `Bearer ${accessToken}`, 'idempotency-key': randomUUID() },
      )
      expect(refused.body).toMatchObject({ code: 'VALIDATION', errors: [{ path }] })
      expect(refused.body.message).toMatch(/[ก-๙]/)
      expect(await counts()).toEqual(before)
    },
  )

  it('refuses a payment from a caller without the permission `application.pay`, and writes nothing', async () => {
    const as = await makeClerk(
      test,
      allPermissions.filter((permission) => permission !== 'application.pay'),
    )
    const line = { course_id: test.school.course.lesson, ...lineInput(120_000) }
    const split = [
      { pay_type: 'cash' as const, paid: satang(100) },
      { pay_type: 'transfer' as const, paid: satang(200) },
    ]
    const { paid: _, pay_type: __, ...unpaid } = line
    // The first call signs in, which adds a row to the audit log.
    expect((await create({ course: [], other_fee: [] }, as)).status).toBe(400)
    const before = await counts()
    for (const paying of [
      { ...line, paid: satang(100) },
      { ...unpaid, payments: split },
    ]) {
      const refused = await create({ course: [paying] }, as)
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([
        403,
        'MAY_NOT_PAY',
        messages.mayNotTakePayments,
      ])
    }
    expect(await counts()).toEqual(before)
    expect((await create({ course: [line] }, as)).status).toBe(200)
  })

  it('returns 404 for another branch and writes nothing', async () => {
    const before = await counts()
    expect((await create({ branch_id: test.school.branch.BPI })).status).toBe(404)
    expect(await counts()).toEqual(before)
  })

  it("returns 404 for another branch's customer when the request has the customer id but not the ID number", async () => {
    const theirs = await create({}, 'registrar.bpi')
    const { customer } = (
      await test.call(
        application.get,
        { application_id: theirs.data.application_id },
        'registrar.bpi',
      )
    ).data
    const refused = await create({
      customer: { ...customerInput({ idcard: '' }), customer_id: customer.customer_id },
    })
    expect(refused.status).toBe(404)
  })
})

describe('application/checkpromotion', () => {
  const check = (promotion_code: string, as = clerk) =>
    test.call(
      application.checkpromotion,
      { promotion_code, course_id: test.school.course.car, cost: satang(600_000) },
      as,
    )

  it('returns the discount of a code without counting a use', async () => {
    const before = await counts()
    const checked = await check('ten')
    expect(checked.data).toMatchObject({
      promotion_id: test.school.promotion.TEN,
      discount: 60_000,
    })
    expect(checked.body.message).toBe('ใช้รหัสส่วนลดแล้ว ลด 600.00 บาท')
    expect(await counts()).toEqual(before)
  })

  it.each([
    ['NOPE', 'PROMO_NOT_FOUND', 'ไม่พบรหัสส่วนลดนี้'],
    ['APRIL', 'PROMO_EXPIRED', 'รหัสส่วนลดหมดอายุแล้ว'],
    ['BOOK', 'PROMO_NOT_APPLY', 'รหัสส่วนลดนี้ใช้กับรายการที่เลือกไม่ได้'],
  ])('refuses %s', async (promotionCode, code, message) => {
    expect((await check(promotionCode)).body).toMatchObject({ code, message })
  })
})
