import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { customer } from '@khapdee/contract/entities/customer'
import { otherFee } from '@khapdee/contract/entities/fees'
import { screens } from '@khapdee/contract/entities/screens'
import type { InputOf } from '@khapdee/contract/endpoint'
import type { Exam } from '@khapdee/domain/exams'
import { satang } from '@khapdee/domain/money'
import { day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import {
  type ApplicationInput,
  applicationInput,
  lineInput,
  vehicleInput,
} from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { makeOtherFee } from '../../../test/make/fee.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const clerk = 'registrar.kkn'
const practice: Exam[] = [{ kind: 'practice', licence_type: 'car' }]
const both: Exam[] = [
  { kind: 'theory', licence_type: 'any' },
  { kind: 'practice', licence_type: 'car' },
]
const examFee = (exams: readonly Exam[]) =>
  makeOtherFee(test.db, {
    name: 'ค่าสอบ',
    kind: 'exam',
    exam_use: 'first',
    exams: JSON.stringify(exams),
  })
const feeLine = (other_fee_id: number, values: Parameters<typeof lineInput>[1] = {}) => ({
  other_fee_id,
  ...lineInput(10_000, values),
})
const register = (values: Partial<ApplicationInput>) =>
  test.call(application.create, applicationInput(test.school, values), clerk)
const registerForExam = (other_fee_id: number, values: Parameters<typeof lineInput>[1] = {}) =>
  register({ type: 'exam', course: [], other_fee: [feeLine(other_fee_id, values)] })
/** The input that saves the fee with changes; by default as a general fee. */
const updateInput = (
  fee: Pick<InputOf<typeof otherFee.update>, 'other_fee_id' | 'name' | 'price' | 'version'>,
  changes: Partial<InputOf<typeof otherFee.update>> = {},
): InputOf<typeof otherFee.update> => ({
  other_fee_id: fee.other_fee_id,
  name: fee.name,
  price: fee.price,
  version: fee.version,
  branch_id: null,
  detail: '',
  vat_mode: 'branch',
  is_activate: true,
  kind: 'general',
  exam_use: null,
  exams: [],
  is_pass_through: false,
  ...changes,
})
const detail = async (application_id: number) =>
  (await test.call(application.get, { application_id }, clerk)).data

describe('the fee of a first exam', () => {
  it('grants the exam rights that it lists, with their licence types', async () => {
    const { other_fee_id } = await examFee(both)
    const made = await registerForExam(other_fee_id)
    const { exam_rights, other_fee } = await detail(made.data.application_id)
    expect(exam_rights).toMatchObject(
      both.map((exam) => ({
        ...exam,
        valid_from: '2026-11-21',
        permission_date: '2027-02-19',
        status: 'active',
      })),
    )
    expect(other_fee).toMatchObject([{ permission_date: '2027-02-19' }])
    const events = await test.db
      .selectFrom('exam_right_event')
      .select(['event', 'user_id', 'detail'])
      .where(
        'right_id',
        'in',
        exam_rights.map(({ right_id }) => right_id),
      )
      .execute()
    const granted = {
      event: 'granted',
      user_id: test.school.userId(clerk),
      detail: { valid_from: '2026-11-21', permission_date: '2027-02-19' },
    }
    expect(events).toEqual([granted, granted])
  })

  it('grants two practice exams of different licence types on one line', async () => {
    const exams: Exam[] = [...practice, { kind: 'practice', licence_type: 'motorcycle' }]
    const { other_fee_id } = await examFee(exams)
    const made = await registerForExam(other_fee_id)
    expect((await detail(made.data.application_id)).exam_rights).toMatchObject(exams)
  })

  it('accepts an exam day, which other fees refuse at their line', async () => {
    const { other_fee_id } = await examFee(practice)
    const retake = await makeOtherFee(test.db, { kind: 'exam', exam_use: 'retake' })
    const exam_date = day('2026-12-01')
    expect((await registerForExam(other_fee_id, { exam_date })).status).toBe(200)
    expect((await registerForExam(retake.other_fee_id, { exam_date })).body).toMatchObject({
      code: 'VALIDATION',
      errors: [{ path: 'other_fee.0.exam_date', message: 'รายการนี้ไม่ให้สิทธิ์สอบ จึงกำหนดวันสอบไม่ได้' }],
    })
  })

  it.each([
    ['2026-11-20', 'วันสอบต้องไม่ก่อนวันนี้'],
    ['2027-02-20', 'วันสอบต้องไม่เกินวันสุดท้ายของสิทธิ์สอบ (19/02/2570)'],
  ])('refuses the exam day %s, outside the right of 90 days', async (exam_date, message) => {
    const { other_fee_id } = await examFee(practice)
    const refused = await registerForExam(other_fee_id, { exam_date: day(exam_date) })
    expect(refused.body).toMatchObject({
      code: 'VALIDATION',
      errors: [{ path: 'other_fee.0.exam_date', message }],
    })
  })

  it('is copied to the line, which later changes of the fee do not change', async () => {
    const fee = await examFee(practice)
    const made = await registerForExam(fee.other_fee_id)
    await test.call(otherFee.update, updateInput({ ...fee, price: satang(10_000) }), 'admin')
    const line = await test.db
      .selectFrom('application_line')
      .select(['fee_kind', 'exam_use', 'exams'])
      .where('application_id', '=', made.data.application_id)
      .executeTakeFirst()
    expect(line).toEqual({ fee_kind: 'exam', exam_use: 'first', exams: practice })
  })
})

describe('an application', () => {
  const vehicleCheckFee = () => makeOtherFee(test.db, { kind: 'vehicle_check' })
  const generalFee = () => makeOtherFee(test.db)

  it.each([
    ['course', 'vehicle_check', vehicleCheckFee, 'รายการนี้ใช้กับใบสมัครเรียนไม่ได้'],
    ['exam', 'vehicle_check', vehicleCheckFee, 'รายการนี้ใช้กับใบสมัครสอบไม่ได้'],
    ['vehicle_check', 'exam', () => examFee(practice), 'รายการนี้ใช้กับใบตรวจสภาพรถไม่ได้'],
  ] as const)(
    'of the kind %s refuses a fee of the kind %s at its line',
    async (type, _, fee, message) => {
      const other_fee = [
        feeLine((await generalFee()).other_fee_id),
        feeLine((await fee()).other_fee_id),
      ]
      const course = type === 'course' ? applicationInput(test.school).course : []
      const vehicle = type === 'vehicle_check' ? { vehicle: vehicleInput() } : {}
      const { status, body } = await register({ type, course, other_fee, ...vehicle })
      expect(status).toBe(400)
      expect(body['errors']).toEqual([{ path: 'other_fee.1.other_fee_id', message }])
    },
  )

  it('for a vehicle check refuses a course at its line', async () => {
    const { body } = await register({ type: 'vehicle_check', vehicle: vehicleInput() })
    expect(body['errors']).toMatchObject([{ path: 'course.0.course_id' }])
  })

  it('for other fees accepts fees of every kind', async () => {
    const fees = [await vehicleCheckFee(), await generalFee(), await examFee(practice)]
    const other_fee = fees.map(({ other_fee_id }) => feeLine(other_fee_id))
    const made = await test.call(
      applicationFee.create,
      { customer: customerInput(), other_fee },
      clerk,
    )
    expect(made.status).toBe(200)
    expect((await detail(made.data.application_id)).exam_rights).toMatchObject(practice)
  })

  it('has a form whose lists include the kind and exams of every fee', async () => {
    const { other_fee_id } = await examFee(practice)
    const { data } = await test.call(screens.register, {}, clerk)
    expect(data.other_fee?.find((fee) => fee.other_fee_id === other_fee_id)).toMatchObject({
      kind: 'exam',
      exams: practice,
    })
    expect(
      data.course?.find(({ course_id }) => course_id === test.school.course.car)?.exams,
    ).toEqual([
      { kind: 'theory', licence_type: 'car' },
      { kind: 'practice', licence_type: 'car' },
    ])
  })
})

describe('otherfee/create', () => {
  const input = {
    name: 'ค่าสอบใหม่',
    price: satang(10_000),
    branch_id: null,
    detail: '',
    is_activate: true,
  }

  it.each([
    ['exam_use', { kind: 'exam', exam_use: null, exams: [] }, 'กรุณาเลือกใช้สำหรับ'],
    ['exam_use', { kind: 'general', exam_use: 'move', exams: [] }, 'ใช้สำหรับใช้กับค่าสอบเท่านั้น'],
    ['exams', { kind: 'exam', exam_use: 'first', exams: [] }, 'กรุณาเลือกสิทธิ์สอบที่ให้'],
    [
      'exams',
      { kind: 'exam', exam_use: 'retake', exams: practice },
      'สิทธิ์สอบที่ให้ใช้กับค่าสอบครั้งแรกเท่านั้น',
    ],
  ] as const)('refuses contradicting fields at %s: %j', async (path, values, message) => {
    const exams = [...values.exams]
    const answer = await test.call(otherFee.create, { ...input, ...values, exams }, 'admin')
    expect(answer.status).toBe(400)
    expect(answer.body['errors']).toEqual([{ path, message }])
  })

  it('stores every exam once, theory first', async () => {
    const exams = [...both.toReversed(), ...both]
    const values = { ...input, kind: 'exam', exam_use: 'first', exams } as const
    expect((await test.call(otherFee.create, values, 'admin')).data.exams).toEqual(both)
  })
})

describe('a fee from before fees had kinds', () => {
  const unconfirmed = (name: string) => makeOtherFee(test.db, { name, kind_confirmed: false })
  const read = async (other_fee_id: number) =>
    (await test.call(otherFee.get, { other_fee_id }, 'admin')).data

  it('has the kind suggested by its name as a proposal until it is saved', async () => {
    const { other_fee_id } = await unconfirmed('ค่าสอบแก้ตัว ภาคปฏิบัติ')
    const fee = await read(other_fee_id)
    expect(fee).toMatchObject({
      kind: 'general',
      proposal: { kind: 'exam', exam_use: 'retake', exams: [] },
    })
    const { data } = await test.call(otherFee.update, updateInput(fee), 'admin')
    expect(data).toMatchObject({ kind: 'general', proposal: null })
  })

  it('grants its rights to open applications only by otherfee/grant-rights, and only once', async () => {
    const { other_fee_id } = await unconfirmed('ค่าสอบภาคปฏิบัติ รถยนต์')
    const made = await Promise.all(
      Array.from(
        { length: 4 },
        async () => (await registerForExam(other_fee_id)).data.application_id,
      ),
    )
    const [open = 0, past = 0, cancelled = 0, ofTwoLines = 0] = made
    await sql`update application set "createdAt" = "createdAt" - interval '91 days'
      where application_id = ${past}`.execute(test.db)
    await test.call(application.delete, { application_id: cancelled, note: 'x' }, 'manager.kkn')
    const fee = await read(other_fee_id)
    const missingRights = async () =>
      (await test.call(otherFee.missingRights, { other_fee_id }, 'admin')).data
    expect(await missingRights()).toEqual({ applications: 0, rights: 0, walk_ins: 0 })

    const change = updateInput(fee, { kind: 'exam', exam_use: 'first', exams: both })
    const { version } = (await test.call(otherFee.update, change, 'admin')).data
    expect(await missingRights()).toEqual({ applications: 2, rights: 4, walk_ins: 0 })
    expect((await detail(open)).exam_rights).toEqual([])

    const stale = await test.call(otherFee.grantRights, { other_fee_id, version: 1 }, 'admin')
    expect(stale.status).toBe(409)
    const granted = await test.call(otherFee.grantRights, { other_fee_id, version }, 'admin')
    expect(granted.body.message).toBe('ให้สิทธิ์สอบแล้ว 4 สิทธิ์')
    for (const id of [open, ofTwoLines]) {
      expect((await detail(id)).exam_rights).toMatchObject(
        both.map((exam) => ({ ...exam, permission_date: '2027-02-19' })),
      )
    }
    for (const id of [past, cancelled]) expect((await detail(id)).exam_rights).toEqual([])
    const again = await test.call(otherFee.grantRights, { other_fee_id, version }, 'admin')
    expect(again.data).toEqual({ applications: 0, rights: 0, walk_ins: 0 })
  })

  it('grants nothing to walk-ins, and counts them in the preview, until they have an ID number', async () => {
    const { other_fee_id } = await unconfirmed('ค่าสอบภาคปฏิบัติ รถบรรทุก')
    const input = {
      customer: { ...customerInput({ idcard: '' }), is_walk_in: true },
      other_fee: [feeLine(other_fee_id)],
    }
    const sold = await test.call(applicationFee.create, input, 'registrar.kkn')
    const { application_id } = sold.data
    const change = updateInput(await read(other_fee_id), {
      kind: 'exam',
      exam_use: 'first',
      exams: both,
    })
    const { version } = (await test.call(otherFee.update, change, 'admin')).data
    const preview = async () =>
      (await test.call(otherFee.missingRights, { other_fee_id }, 'admin')).data
    const grant = () => test.call(otherFee.grantRights, { other_fee_id, version }, 'admin')
    const skipped = { applications: 0, rights: 0, walk_ins: 1 }
    expect(await preview()).toEqual(skipped)
    expect((await grant()).data).toEqual(skipped)
    const readSale = async () =>
      (await test.call(applicationFee.get, { application_id }, 'registrar.kkn')).data
    const { exam_rights, customer: person } = await readSale()
    expect(exam_rights).toEqual([])

    const { customer_id, version: customerVersion } = person
    await test.call(
      customer.updateprofile,
      { ...customerInput(), customer_id, version: customerVersion },
      'registrar.kkn',
    )
    expect(await preview()).toEqual({ applications: 1, rights: 2, walk_ins: 0 })
    expect((await grant()).status).toBe(200)
    expect((await readSale()).exam_rights).toHaveLength(2)
  })

  it('refuses to grant rights for a caller who may not change the fee', async () => {
    const { other_fee_id, version } = await examFee(practice)
    const asManager = await test.call(
      otherFee.grantRights,
      { other_fee_id, version },
      'manager.kkn',
    )
    expect(asManager.status).toBe(403)
  })
})
