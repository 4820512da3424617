import { application } from '@khapdee/contract/entities/application'
import { audit } from '@khapdee/contract/entities/audit'
import { customerExam } from '@khapdee/contract/entities/customer-exam'
import { customer } from '@khapdee/contract/entities/customer'
import { customerMerge } from '@khapdee/contract/entities/customer-merge'
import { documentType } from '@khapdee/contract/entities/document-type'
import { request } from '@khapdee/contract/entities/request'
import { requiredDocument } from '@khapdee/contract/entities/required-document'
import type { InputOf } from '@khapdee/contract/endpoint'
import { satang } from '@khapdee/domain/money'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPdf } from '../../adapters/pdf/test/read-pdf.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import {
  type ApplicationInput,
  applicationInput,
  lineInput,
} from '../../../test/make/application.ts'
import { customerInput, makeCustomer } from '../../../test/make/customer.ts'
import { png } from '../../../test/make/file.ts'
import { type MoneyDesk, type Registered, moneyDesk, unpaidLine } from '../../../test/make/money.ts'
import { usernames } from '../../../test/make/school.ts'
import { upload } from '../../../test/make/upload.ts'

let test: TestApp
let desk: MoneyDesk
let today: Day
const clerk = 'registrar.kkn'

const createType = (values: Partial<InputOf<typeof documentType.create>>) =>
  test.call(
    documentType.create,
    {
      name: 'เอกสาร',
      condition: 'everyone',
      valid_days: 0,
      course_id: null,
      other_fee_id: null,
      request_fee_id: null,
      branch_id: null,
      detail: '',
      is_activate: true,
      ...values,
    },
    'admin',
  )

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
  today = test.clock.today()
  const { course, otherFee, requestFee } = test.school
  for (const type of [
    { name: 'ใบรับรองแพทย์', valid_days: 30 },
    { name: 'สำเนาบัตรประชาชน', condition: 'thai' },
    { name: 'สำเนาหนังสือเดินทาง', condition: 'foreign' },
    { name: 'หนังสือยินยอมของผู้ปกครอง', condition: 'under_20' },
    { name: 'สำเนาใบขับขี่', course_id: course.motorcycle },
    { name: 'ใบสั่งซื้อ', other_fee_id: otherFee.book },
    { name: 'สำเนาใบเสร็จเดิม', request_fee_id: requestFee.copy },
    { name: 'ปิดแล้ว', is_activate: false },
    { name: 'เฉพาะบ้านไผ่', branch_id: test.school.branch.BPI },
  ] as const) {
    const { status } = await createType(type)
    if (status !== 200) throw new Error(`${type.name} was refused`)
  }
})
afterAll(() => test.close())

const register = async (values: Partial<ApplicationInput> = {}) =>
  (await test.call(application.create, applicationInput(test.school, values), clerk)).data
    .application_id
const documentsOf = async (application_id: number, as = clerk) =>
  (await test.call(application.get, { application_id }, as)).data.documents
const named = async (application_id: number, name: string) => {
  const found = (await documentsOf(application_id)).find((document) => document.name === name)
  if (found === undefined) throw new Error(`no ${name}`)
  return found
}
const namesOf = async (values: Partial<ApplicationInput>) =>
  (await documentsOf(await register(values))).map(({ name }) => name).toSorted()
const tick = (
  id: number,
  document_day: Day | null = null,
  file_id: number | null = null,
  as = clerk,
) => test.call(requiredDocument.tick, { application_document_id: id, document_day, file_id }, as)

describe('an application requires', () => {
  it('the documents of its lines and its customer on the day of the registration', async () => {
    expect(await namesOf({})).toEqual(['สำเนาบัตรประชาชน', 'ใบรับรองแพทย์'].toSorted())
    const birthday = addDays(today, -365 * 19)
    expect(await namesOf({ customer: customerInput({ birthday }) })).toContain(
      'หนังสือยินยอมของผู้ปกครอง',
    )
    const foreigner = customerInput({ is_foreigner: true, idcard: '', passport: 'AB1234567' })
    const names = await namesOf({ customer: foreigner })
    expect(names).toContain('สำเนาหนังสือเดินทาง')
    expect(names).not.toContain('สำเนาบัตรประชาชน')
  })

  it('the documents of the record with which it is merged', async () => {
    const birthday = addDays(today, -365 * 19)
    const named = { fname: 'ปานดาว', sname: 'รวมกัน' }
    const young = await makeCustomer(test.db, test.school.branch.KKN, {
      ...named,
      birthday,
      idcard: '',
    })
    const grown = await makeCustomer(test.db, test.school.branch.KKN, {
      ...named,
      birthday: addDays(today, -365 * 30),
    })
    const registered = (customer_id: number) =>
      register({ customer: { ...customerInput({ idcard: '' }), customer_id } })
    const [moved, kept] = [await registered(young.customer_id), await registered(grown.customer_id)]
    const consent = 'หนังสือยินยอมของผู้ปกครอง'
    const requiring = async () =>
      (await Promise.all([moved, kept].map((id) => documentsOf(id)))).map((documents) =>
        documents.some(({ name }) => name === consent),
      )
    expect(await requiring()).toEqual([true, false])
    const versionOf = async (customer_id: number) =>
      (
        await test.db
          .selectFrom('customer')
          .select('version')
          .where('customer_id', '=', customer_id)
          .executeTakeFirstOrThrow()
      ).version
    const merged = await test.call(
      customerMerge.merge,
      {
        customer_id: grown.customer_id,
        version: await versionOf(grown.customer_id),
        other_id: young.customer_id,
        other_version: await versionOf(young.customer_id),
        take: [],
      },
      'manager.kkn',
    )
    expect(merged.status).toBe(200)
    expect(await requiring()).toEqual([false, false])
  })

  it('the documents of a course or a fee only with that course or fee, and the general ones only with a course', async () => {
    const { course, otherFee } = test.school
    const motorcycle = [{ course_id: course.motorcycle, ...lineInput(250_000) }]
    expect(await namesOf({ course: motorcycle })).toContain('สำเนาใบขับขี่')
    const book = [{ other_fee_id: otherFee.book, ...lineInput(15_000) }]
    expect(await namesOf({ type: 'exam', course: [], other_fee: book })).toEqual(['ใบสั่งซื้อ'])
  })

  it('the documents of a request fee', async () => {
    const request_fee = [{ request_fee_id: test.school.requestFee.copy, ...lineInput(2000) }]
    const made = await test.call(request.create, { customer: customerInput(), request_fee }, clerk)
    const { application_id } = made.data
    const { data } = await test.call(request.get, { application_id }, clerk)
    expect(data.documents.map(({ name }) => name)).toEqual(['สำเนาใบเสร็จเดิม'])
  })
})

describe('a correction of the customer', () => {
  const consent = 'หนังสือยินยอมของผู้ปกครอง'

  it('adds and removes the documents that open applications require by age and nationality', async () => {
    const birthday = addDays(today, -365 * 30)
    const passport = { is_foreigner: true, idcard: '', passport: 'ZX9876543' }
    const person = customerInput({ birthday, ...passport })
    const id = await register({ customer: person })
    const names = async () => (await documentsOf(id)).map(({ name }) => name).toSorted()
    const before = await names()
    const correct = async (change: Partial<typeof person>) => {
      const { data } = await test.call(application.get, { application_id: id }, clerk)
      const { customer_id, version } = data.customer
      const input = { ...person, customer_id, version, ...change }
      expect((await test.call(customer.updateprofile, input, clerk)).status).toBe(200)
    }
    expect(before).not.toContain(consent)
    // A type of the school that was added after the registration is not required of this application.
    await createType({ name: 'เอกสารใหม่' })
    const young = addDays(today, -365 * 18)
    await correct({ birthday: young })
    expect(await names()).toEqual([...before, consent].toSorted())
    const asThai = before.map((name) => (name === 'สำเนาหนังสือเดินทาง' ? 'สำเนาบัตรประชาชน' : name))
    const thai = { is_foreigner: false, idcard: customerInput().idcard }
    await correct({ birthday: young, ...thai })
    expect(await names()).toEqual([...asThai, consent].toSorted())
    // Received documents stay.
    await tick((await named(id, consent)).application_document_id, today)
    await correct(thai)
    expect(await names()).toEqual([...asThai, consent].toSorted())
    await test.db
      .updateTable('document_type')
      .set({ is_activate: false })
      .where('name', '=', 'เอกสารใหม่')
      .execute()
  })
})

describe('the end of a line', () => {
  const [licence, order] = ['สำเนาใบขับขี่', 'ใบสั่งซื้อ']

  /** Registers a motorcycle course, with its documents, and a book with another one. */
  const registerBoth = (paid = 0) => {
    const { course, otherFee } = test.school
    return desk.register({
      course: [{ course_id: course.motorcycle, ...lineInput(250_000, { paid: satang(paid) }) }],
      other_fee: [{ other_fee_id: otherFee.book, ...lineInput(15_000) }],
    })
  }
  const tickOf = async ({ application_id }: Registered, name: string) =>
    tick((await named(application_id, name)).application_document_id, today)
  const left = async ({ application_id }: Registered) =>
    (await documentsOf(application_id)).map(({ name }) => name)
  const listed = async ({ code }: Registered) => {
    const query = { text: code, category: 'documents_missing' }
    const { data } = await test.call(application.gettable, query, clerk)
    return data.map((row) => row.documents_missing)
  }
  const payOut = async (app: Registered) => {
    const { data } = await desk.requestRefund(app, 250_000, 'cashier.kkn', 'cash', [[0, 250_000]])
    await desk.decideRefund(data.request_id, 'approve', 'owner')
    return desk.payOut(data.request_id)
  }

  it.each<[string, (app: Registered) => Promise<{ status: number }>]>([
    ['refund', (app) => desk.refund(app, 250_000, 'manager.kkn', 'cash', [[0, 250_000]])],
    ['paid-out refund request', payOut],
    ['end without a refund', (app) => desk.end(app, [0])],
  ])('by a %s no longer requires the documents that only this line needed', async (_, end) => {
    const app = await registerBoth(250_000)
    expect(await left(app)).toContain(licence)
    expect((await end(app)).status).toBe(200)
    expect(await left(app)).toEqual([order])
    expect(await listed(app)).toEqual([1])
    await tickOf(app, order)
    expect(await listed(app)).toEqual([])
  })

  it('keeps documents that were received, and those that an open line needs', async () => {
    const app = await registerBoth()
    await tickOf(app, licence)
    await desk.end(app, [0])
    expect((await left(app)).toSorted()).toEqual([licence, order].toSorted())
    await desk.amend(app, {
      add: { course: [{ course_id: test.school.course.lesson, ...unpaidLine(120_000) }] },
    })
    expect(await left(app)).toContain('ใบรับรองแพทย์')
    await desk.end(app, [1])
    expect(await left(app)).toContain('ใบรับรองแพทย์')
    expect(await left(app)).not.toContain(order)
  })

  it('is not undone by an amendment, not even one of the applicant', async () => {
    const app = await registerBoth()
    await desk.end(app, [0])
    const medical = { other_fee_id: test.school.otherFee.medical, ...unpaidLine(20_000) }
    expect((await desk.amend(app, { add: { other_fee: [medical] } })).status).toBe(200)
    expect(await left(app)).toEqual([order])
    const { customer_id } = await makeCustomer(test.db, test.school.branch.KKN)
    expect((await desk.amend(app, { customer_id })).status).toBe(200)
    expect(await left(app)).toEqual([order])
  })

  it.each<[string, (app: Registered) => Promise<{ status: number }>]>([
    ['cancelled', (app) => desk.cancel(app)],
    ['ended as a whole', (app) => desk.end(app)],
  ])('leaves no missing documents of an application that is %s', async (_, end) => {
    const app = await registerBoth()
    await tickOf(app, order)
    expect((await end(app)).status).toBe(200)
    expect(await left(app)).toEqual([order])
    const { data } = await test.call(application.gettable, { text: app.code }, clerk)
    expect(data.map((row) => row.documents_missing)).toEqual([0])
  })

  it('by a rejection of a request fee has the same effect', async () => {
    const request_fee = [{ request_fee_id: test.school.requestFee.copy, ...lineInput(2000) }]
    const made = await test.call(request.create, { customer: customerInput(), request_fee }, clerk)
    const { application_id } = made.data
    const input = { application_id, decision: 'reject', note: 'เอกสารไม่ครบ' } as const
    expect((await test.call(request.approve, input, 'manager.kkn')).status).toBe(200)
    const { data } = await test.call(request.get, { application_id }, clerk)
    expect(data.documents).toEqual([])
  })
})

describe('the application form', () => {
  const formOf = async (link: string) => {
    const pages = readPdf((await test.raw('GET', link)).bytes)
    return pages.map(({ text }) => text.replaceAll(/\s+/g, ' ')).join(' ')
  }
  const toBring = 'เอกสารที่ต้องนำมา'

  it('lists the documents that have not been received', async () => {
    const course = [{ course_id: test.school.course.car, ...lineInput(600_000) }]
    const input = applicationInput(test.school, { course })
    const made = await test.call(application.create, input, clerk)
    const { application_id } = made.data
    const first = await formOf(made.data.pdf)
    for (const text of [toBring, 'ใบรับรองแพทย์', 'สำเนาบัตรประชาชน']) expect(first).toContain(text)
    expect(first).not.toContain('รูปถ่าย')
    await tick((await named(application_id, 'ใบรับรองแพทย์')).application_document_id, today)
    const { data } = await test.call(application.pdf, { application_id }, clerk)
    const later = await formOf(data.pdf)
    expect(later).toContain('สำเนาบัตรประชาชน')
    expect(later).not.toContain('ใบรับรองแพทย์')
  })

  it('of an application without a course lists no documents of courses', async () => {
    const { medical } = test.school.otherFee
    const other_fee = [{ other_fee_id: medical, ...lineInput(20_000) }]
    const input = applicationInput(test.school, { type: 'exam', course: [], other_fee })
    const made = await test.call(application.create, input, clerk)
    expect(await formOf(made.data.pdf)).not.toContain(toBring)
  })
})

describe('a required document', () => {
  it('is ticked off with user, time, day and picture, and unticked again', async () => {
    const id = await register()
    const { application_document_id } = await named(id, 'ใบรับรองแพทย์')
    const { file_id } = await upload(test, clerk, png(40, 20))
    expect((await tick(application_document_id, addDays(today, -3), file_id)).status).toBe(200)
    const stored = await named(id, 'ใบรับรองแพทย์')
    expect(stored).toMatchObject({
      document_day: addDays(today, -3),
      valid_until: addDays(today, 27),
      ticked_by: 'เจ้าหน้าที่ทะเบียน ขอนแก่น',
    })
    expect((await test.raw('GET', stored.file_link ?? '')).status).toBe(200)
    const { data } = await test.call(audit.gettable, {}, 'admin')
    expect(data[0]?.action).toBe('รับเอกสาร')
    const undone = await test.call(requiredDocument.untick, { application_document_id }, clerk)
    expect(undone.status).toBe(200)
    expect(await named(id, 'ใบรับรองแพทย์')).toMatchObject({ ticked_at: null, file_link: null })
  })

  it.each([
    ['without a day', null, 'กรุณากรอกวันที่ของเอกสาร'],
    ['from tomorrow', 1, 'วันที่ของเอกสารต้องไม่เกินวันนี้'],
    ['that is 31 days old', -31, 'เอกสารนี้มีอายุ 30 วัน วันที่ของเอกสารต้องไม่ก่อน 22/10/2569'],
  ])('of 30 days is refused %s', async (_, days, message) => {
    const id = await register()
    const { application_document_id } = await named(id, 'ใบรับรองแพทย์')
    const refused = await tick(application_document_id, days === null ? null : addDays(today, days))
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: 'document_day', message }],
    ])
    expect((await named(id, 'ใบรับรองแพทย์')).ticked_at).toBeNull()
    expect((await tick(application_document_id, addDays(today, -30))).status).toBe(200)
  })

  it('accepts no picture of another user', async () => {
    const { application_document_id } = await named(await register(), 'สำเนาบัตรประชาชน')
    const { file_id } = await upload(test, 'cashier.kkn', png(40, 20))
    expect((await tick(application_document_id, null, file_id)).status).toBe(400)
  })

  it('is proposed from an earlier application while it is valid there, and copied from it', async () => {
    const customer = customerInput()
    const first = await register({ customer })
    const certificate = await named(first, 'ใบรับรองแพทย์')
    await tick(certificate.application_document_id, addDays(today, -20))
    const second = await register({ customer })
    const { application_document_id, proposal } = await named(second, 'ใบรับรองแพทย์')
    expect(proposal?.document_day).toBe(addDays(today, -20))
    const copy = () => test.call(requiredDocument.copy, { application_document_id }, clerk)
    const now = test.clock.now()
    test.clock.set(new Date(now.getTime() + 11 * 86_400_000).toISOString())
    expect((await named(second, 'ใบรับรองแพทย์')).proposal).toBeNull()
    expect((await copy()).status).toBe(409)
    test.clock.set(now.toISOString())
    expect((await copy()).status).toBe(200)
    expect((await named(second, 'ใบรับรองแพทย์')).document_day).toBe(addDays(today, -20))
  })

  it('is neither proposed nor copied when it is too old for the application, whose type has a shorter validity', async () => {
    const customer = customerInput()
    const name = 'หนังสือรับรอง'
    const setType = (values: { valid_days?: number; is_activate?: boolean }) =>
      test.db.updateTable('document_type').set(values).where('name', '=', name).execute()
    await createType({ name, valid_days: 60 })
    const first = await named(await register({ customer }), name)
    await tick(first.application_document_id, addDays(today, -40))
    await setType({ valid_days: 30 })
    const { application_document_id, proposal } = await named(await register({ customer }), name)
    expect(proposal).toBeNull()
    const copied = await test.call(requiredDocument.copy, { application_document_id }, clerk)
    expect(copied.status).toBe(409)
    await setType({ is_activate: false })
  })

  it('that was received meanwhile is neither replaced nor removed by a user who has not seen it', async () => {
    const customer = customerInput()
    const first = await named(await register({ customer }), 'ใบรับรองแพทย์')
    await tick(first.application_document_id, addDays(today, -2))
    const id = await register({ customer })
    const { application_document_id } = await named(id, 'ใบรับรองแพทย์')
    const { file_id } = await upload(test, clerk, png(40, 20))
    expect((await tick(application_document_id, addDays(today, -3), file_id)).status).toBe(200)
    const received = await named(id, 'ใบรับรองแพทย์')
    const isUnchanged = async () =>
      expect(await named(id, 'ใบรับรองแพทย์')).toEqual({
        ...received,
        file_link: expect.any(String),
      })

    const stale = { application_document_id, ticked_at: null }
    const again = { ...stale, document_day: addDays(today, -1), file_id: null }
    const untickUnseen = { application_document_id, ticked_at: '2026-01-01T00:00:00Z' }
    for (const refused of [
      await test.call(requiredDocument.tick, again, 'cashier.kkn'),
      await test.call(requiredDocument.copy, stale, 'cashier.kkn'),
      await test.call(requiredDocument.untick, untickUnseen, 'cashier.kkn'),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([409, 'STATE'])
      expect(refused.body.message).toMatch(/^เจ้าหน้าที่ทะเบียน ขอนแก่น รับใบรับรองแพทย์แล้วเมื่อ /)
      await isUnchanged()
    }

    const { ticked_at } = received
    const correction = { ...again, ticked_at }
    expect((await test.call(requiredDocument.tick, correction, 'cashier.kkn')).status).toBe(200)
    const corrected = await named(id, 'ใบรับรองแพทย์')
    expect(corrected).toMatchObject({ document_day: addDays(today, -1), file_link: null })
    const { data } = await test.call(audit.gettable, {}, 'admin')
    expect(data[0]?.changes.map(({ label }) => label)).toEqual([
      'เอกสาร',
      'วันที่ของเอกสาร',
      'ภาพเอกสาร',
    ])
  })

  it('that has expired is missing again while an exam right can still be used', async () => {
    const course = [{ course_id: test.school.course.car, ...lineInput(600_000) }]
    const person = customerInput({ fname: 'หมดอายุ' })
    const id = await register({ course, customer: person })
    const lesson = [{ course_id: test.school.course.lesson, ...lineInput(120_000) }]
    const noRight = await register({ course: lesson, customer: person })
    for (const application_id of [id, noRight]) {
      for (const { application_document_id } of await documentsOf(application_id)) {
        await tick(application_document_id, addDays(today, -20))
      }
    }
    const query = { text: 'หมดอายุ', category: 'documents_missing' }
    const list = async () =>
      (await test.call(application.gettable, query, clerk)).data.map((row) => [
        row.application_id,
        row.documents_missing,
      ])
    const formOf = async () => {
      const { data } = await test.call(application.pdf, { application_id: id }, clerk)
      const pages = readPdf((await test.raw('GET', data.pdf)).bytes)
      return pages.map(({ text }) => text.replaceAll(/\s+/g, ' ')).join(' ')
    }
    const { customer_id } = (await test.call(application.get, { application_id: id }, clerk)).data
      .customer
    const missingAtExams = async () =>
      (await test.call(customerExam.get, { customer_id }, clerk)).data?.unsettled
        ?.filter((found) => found.application_id === id)
        .map((found) => found.missing_documents)

    expect(await list()).toEqual([])
    const now = test.clock.now()
    test.clock.set(new Date(now.getTime() + 11 * 86_400_000).toISOString())
    expect(await list()).toEqual([[id, 1]])
    expect(await missingAtExams()).toEqual([['ใบรับรองแพทย์']])
    expect(await formOf()).toContain('ใบรับรองแพทย์')
    const expired = await named(id, 'ใบรับรองแพทย์')
    expect(expired.missing).toBe(true)
    expect((await named(noRight, 'ใบรับรองแพทย์')).missing).toBe(false)

    const { application_document_id, ticked_at } = expired
    const renewed = { application_document_id, ticked_at, document_day: test.clock.today() }
    expect((await test.call(requiredDocument.tick, renewed, clerk)).status).toBe(200)
    expect(await list()).toEqual([])
    expect(await missingAtExams()).toEqual([[]])
    test.clock.set(now.toISOString())
  })

  it('is ticked by administrator, manager, registrar and cashier of the branch only, and not after the end of the application', async () => {
    const id = await register()
    const { application_document_id } = await named(id, 'สำเนาบัตรประชาชน')
    for (const username of usernames) {
      const isAllowed = /^(admin|(manager|registrar|cashier)\.kkn)$/.test(username)
      const isOther = /^(manager|registrar|cashier)\.bpi$/.test(username)
      const { ticked_at } = await named(id, 'สำเนาบัตรประชาชน')
      const input = { application_document_id, ticked_at }
      const { status } = await test.call(requiredDocument.tick, input, username)
      expect([username, status]).toEqual([username, isAllowed ? 200 : isOther ? 404 : 403])
    }
    const unpaid = await register({
      course: [{ course_id: test.school.course.lesson, ...lineInput(120_000) }],
    })
    const document = await named(unpaid, 'สำเนาบัตรประชาชน')
    const note = { application_id: unpaid, note: 'ลงผิด' }
    expect((await tick(document.application_document_id)).status).toBe(200)
    expect((await test.call(application.delete, note, 'manager.kkn')).status).toBe(200)
    expect((await tick(document.application_document_id)).status).toBe(409)
  })

  it('is counted and filtered in the list while it is missing', async () => {
    const customer = customerInput({ fname: 'ครบถ้วน' })
    const id = await register({ customer })
    const query = { text: 'ครบถ้วน', category: 'documents_missing' }
    const list = async () => (await test.call(application.gettable, query, clerk)).data
    expect((await list()).map((row) => [row.application_id, row.documents_missing])).toEqual([
      [id, 2],
    ])
    for (const { application_document_id } of await documentsOf(id)) {
      expect((await tick(application_document_id, today)).status).toBe(200)
    }
    expect(await list()).toEqual([])
  })
})
