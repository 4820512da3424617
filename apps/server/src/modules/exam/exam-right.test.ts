import type { InputOf } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { audit } from '@khapdee/contract/entities/audit'
import { branchSettings } from '@khapdee/contract/entities/branch'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { satang } from '@khapdee/domain/money'
import { type Day, addDays, formatDay } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSheet } from '../../adapters/sheet/read-sheet.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lineInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { setValidity } from '../../../test/make/exam-right.ts'
import { type MoneyDesk, type Registered, moneyDesk } from '../../../test/make/money.ts'
import { inRounds, race, raceTimeoutMs } from '../../../test/race.ts'
import { bearerOf, sendWire } from '../../../test/send-wire.ts'
import { checkInvariants } from '../../db/invariants.ts'

let test: TestApp
let desk: MoneyDesk
let today: Day

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
  today = test.clock.today()
})
afterAll(() => test.close())

const { exam_right_days: rightDays } = branchSettings.parse({})

/** Registers the car course, which grants a theory and a practice right. */
const registerCar = (paid = 0, fname?: string) =>
  desk.register({
    course: [{ course_id: test.school.course.car, ...lineInput(600_000, { paid: satang(paid) }) }],
    other_fee: [],
    ...(fname !== undefined && { customer: customerInput({ fname }) }),
  })

const detail = async ({ application_id }: Registered, as = 'manager.kkn') =>
  (await test.call(examRight.gettable, { application_id }, as)).data
const theoryOf = async (app: Registered, as?: string) => {
  const [right] = await detail(app, as)
  if (right === undefined) throw new Error('no right')
  return right
}
const list = async (query: Partial<InputOf<typeof examRight.gettable>>, as = 'manager.kkn') =>
  (await test.call(examRight.gettable, { perPage: 100, ...query }, as)).data

const extend = (
  right_id: number,
  by: { days?: number; permission_date?: Day; version?: number },
  as = 'manager.kkn',
) => test.call(examRight.extend, { right_id, note: 'ลาป่วย', ...by }, as)
const disable = (right_id: number, as = 'manager.kkn') =>
  test.call(examRight.disable, { right_id, note: 'เอกสารปลอม' }, as)
const enable = (right_id: number, as = 'manager.kkn') =>
  test.call(examRight.enable, { right_id, note: 'ตรวจสอบแล้ว' }, as)

/** Sets the last day of a right, as if it had been granted earlier. */
const setLastDay = (right_id: number, last: Day) =>
  setValidity(test, [right_id], { valid_from: addDays(last, -rightDays), permission_date: last })

describe('the list of exam rights', () => {
  it('has a row for each right, latest last day first, with the reason why an exam can or cannot be taken', async () => {
    const app = await registerCar(100_000)
    const rows = (await list({})).filter(
      ({ application_id }) => application_id === app.application_id,
    )
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['practice', 'theory'])
    expect(rows[0]).toMatchObject({
      application_code: app.code,
      type: 'course',
      licence_type: 'car',
      permission_date: addDays(today, rightDays),
      status: 'active',
      balance: 500_000,
      reason: 'กรุณาชำระยอดค้างก่อนดำเนินการ (ค้างชำระ 5,000.00 บาท)',
      can: { book: false, wait: true, extend: true, disable: true, enable: false },
    })
    const days = (await list({})).map(({ permission_date }) => permission_date)
    expect(days).toEqual(days.toSorted().toReversed())
  })

  it('is filtered by state, kind, licence type, last day and text', async () => {
    const app = await registerCar(0, 'ชื่อเฉพาะสิทธิ์')
    const [theory, practice] = await detail(app)
    await setLastDay(theory?.right_id ?? 0, addDays(today, 3))
    await setLastDay(practice?.right_id ?? 0, addDays(today, -1))
    const found = async (query: Partial<InputOf<typeof examRight.gettable>>) =>
      (await list({ text: 'ชื่อเฉพาะสิทธิ์', ...query })).map(({ kind }) => kind)
    expect(await found({})).toEqual(['theory', 'practice'])
    expect(await found({ sort: 'permission_date' })).toEqual(['practice', 'theory'])
    expect(await found({ status: 'expiring' })).toEqual(['theory'])
    expect(await found({ status: 'expired' })).toEqual(['practice'])
    expect(await found({ status: 'active' })).toEqual([])
    expect(await found({ category: 'practice' })).toEqual(['practice'])
    expect(await found({ type: 'motorcycle' })).toEqual([])
    expect(await found({ start: today })).toEqual(['theory'])
    expect(await found({ end: today })).toEqual(['practice'])
    expect(await found({ text: app.code })).toEqual(['theory', 'practice'])
    await disable(theory?.right_id ?? 0)
    expect(await found({ status: 'disabled' })).toEqual(['theory'])
  })

  it.each([
    { status: 'constructor' },
    { category: 'toString' },
    { type: '__proto__' },
    { sort: 'customer' },
  ])('refuses the unknown filter or order %j', async (query) => {
    const answer = await test.call(examRight.gettable, query as never, 'manager.kkn')
    expect(answer.status).toBe(400)
  })

  it('shows the rights of the own branches only, and balances only to those who may see applications', async () => {
    const app = await registerCar()
    expect(await list({}, 'manager.bpi')).toEqual([])
    const foreign = await test.call(
      examRight.gettable,
      { application_id: app.application_id },
      'manager.bpi',
    )
    expect(foreign.status).toBe(404)
    const { answer: seen } = await test.call(
      examRight.gettable,
      { application_id: app.application_id },
      'examiner.kkn',
    )
    expect(seen.data[0]?.balance).toBeNull()
    expect(seen.payments).toBeUndefined()
    expect(seen.data[0]?.can).toEqual({
      book: false,
      wait: false,
      move: false,
      cancel: false,
      slip: false,
      extend: false,
      disable: false,
      enable: false,
      theory: false,
      certify: false,
    })
  })

  it('is exported with the same filters', async () => {
    await registerCar(0, 'ชื่อในไฟล์')
    const { file } = (await test.call(examRight.export, { text: 'ชื่อในไฟล์' }, 'manager.kkn')).data
    const text = JSON.stringify(await readSheet((await test.raw('GET', file)).bytes))
    expect(text).toContain('ชื่อในไฟล์')
    expect(text).toContain(`"${addDays(today, rightDays)}T00:00:00.000Z"`)
  })
})

describe('the rights of an application', () => {
  it('have their ledgers, and come with the payments', async () => {
    const app = await registerCar(100_000)
    const { right_id } = await theoryOf(app)
    await extend(right_id, { days: 10 })
    await disable(right_id)
    await enable(right_id)
    const { answer } = await test.call(
      examRight.gettable,
      { application_id: app.application_id },
      'manager.kkn',
    )
    const { data, payments } = answer
    const last = addDays(today, rightDays + 10)
    expect(
      data[0]?.events?.map(({ event, permission_date, note }) => [event, permission_date, note]),
    ).toEqual([
      ['granted', addDays(today, rightDays), ''],
      ['extended', last, 'ลาป่วย'],
      ['disabled', null, 'เอกสารปลอม'],
      ['enabled', null, 'ตรวจสอบแล้ว'],
    ])
    expect(payments).toMatchObject([
      { payment_code: app.payments[0]?.payment_code, paid: 100_000, status: 'normal' },
    ])
  })
})

describe('an extension', () => {
  it('counts its days from the last day of a valid right, and from today for an expired one', async () => {
    const app = await registerCar()
    const [valid, expired] = await detail(app)
    await setLastDay(expired?.right_id ?? 0, addDays(today, -30))
    const { data, body } = await extend(valid?.right_id ?? 0, { days: 90 })
    expect(data.permission_date).toBe(addDays(today, rightDays + 90))
    expect(body.message).toBe(
      `ต่ออายุสิทธิ์สอบถึง ${formatDay(addDays(today, rightDays + 90))} เรียบร้อยแล้ว`,
    )
    await extend(expired?.right_id ?? 0, { days: 7 })
    expect(
      (await detail(app)).map(({ permission_date, status }) => [permission_date, status]),
    ).toEqual([
      [addDays(today, rightDays + 90), 'active'],
      [addDays(today, 7), 'expiring'],
    ])
  })

  it.each<[string, (last: Day) => Record<string, unknown>]>([
    ['a day before today', () => ({ permission_date: addDays(today, -1) })],
    ['the present last day', (last) => ({ permission_date: last })],
    ['a day years away', () => ({ permission_date: addDays(today, 5000) })],
    ['0 days', () => ({ days: 0 })],
    ['731 days', () => ({ days: 731 })],
    ['a part of a day', () => ({ days: 1.5 })],
    ['neither days nor a day', () => ({})],
    ['both days and a day', (last) => ({ days: 1, permission_date: addDays(last, 1) })],
    ['no reason', () => ({ days: 1, note: ' ' })],
  ])('with %s is refused and changes nothing', async (_, by) => {
    const right = await theoryOf(await registerCar())
    const answer = await sendWire(
      test,
      examRight.extend,
      { right_id: right.right_id, note: 'ลาป่วย', ...by(right.permission_date) },
      await bearerOf(test, 'manager.kkn'),
    )
    expect(answer.status).toBe(400)
    expect((await list({ text: right.application_code }))[1]).toMatchObject({ version: 1 })
  })

  it('is refused for disabled and used rights', async () => {
    const [disabled, used] = await detail(await registerCar())
    await disable(disabled?.right_id ?? 0)
    await test.db
      .updateTable('exam_right')
      .set({ used_at: test.clock.now().toISOString() })
      .where('right_id', '=', used?.right_id ?? 0)
      .execute()
    for (const right of [disabled, used]) {
      const answer = await test.call(
        examRight.extend,
        { right_id: right?.right_id ?? 0, days: 1, note: 'ลาป่วย' },
        'manager.kkn',
      )
      expect([answer.status, answer.body.code]).toEqual([409, 'STATE'])
    }
  })

  it(
    'of two users at the same time from the same version succeeds once',
    { timeout: raceTimeoutMs },
    async () => {
      const app = await registerCar()
      await inRounds(async () => {
        const { right_id, version, permission_date } = await theoryOf(app)
        const call = (as: string) =>
          test.call(examRight.extend, { right_id, version, days: 1, note: 'ลาป่วย' }, as)
        const outcomes = await race(call('manager.kkn'), call('admin'))
        expect(outcomes.split(' ').toSorted()).toEqual(['CONFLICT', 'ok'])
        expect((await theoryOf(app)).permission_date).toBe(addDays(permission_date, 1))
      })
    },
  )

  it('is allowed to managers only', async () => {
    const { right_id } = await theoryOf(await registerCar())
    for (const as of ['registrar.kkn', 'cashier.kkn', 'examiner.kkn', 'owner']) {
      const answer = await test.call(examRight.extend, { right_id, days: 1, note: 'ลาป่วย' }, as)
      expect(answer.status).toBe(403)
    }
  })

  it('is audited with the code of the application, the days before and after, and the reason', async () => {
    const app = await registerCar()
    const { right_id } = await theoryOf(app)
    await extend(right_id, { days: 1 })
    const [entry] = (await test.call(audit.gettable, { type: 'exam_right' }, 'manager.kkn')).data
    expect(entry).toMatchObject({
      action: 'ต่ออายุสิทธิ์สอบ',
      record: app.code,
      changes: expect.arrayContaining([
        {
          label: 'สิทธิ์สอบถึงวันที่',
          before: formatDay(addDays(today, rightDays)),
          after: formatDay(addDays(today, rightDays + 1)),
        },
        { label: 'เหตุผล', before: null, after: 'ลาป่วย' },
      ]),
    })
  })
})

describe('disabling and enabling', () => {
  it('suspends a right until it is enabled again', async () => {
    const app = await registerCar()
    const { right_id } = await theoryOf(app)
    await disable(right_id)
    expect(await theoryOf(app)).toMatchObject({
      status: 'disabled',
      reason: 'ถูกระงับสิทธิ์ สอบไม่ได้จนกว่าจะคืนสิทธิ์',
      can: { extend: false, disable: false, enable: true },
    })
    await enable(right_id)
    expect(await theoryOf(app)).toMatchObject({ status: 'active' })
  })

  it.each([examRight.disable, examRight.enable])('$path twice is refused', async (endpoint) => {
    const { right_id } = await theoryOf(await registerCar())
    await disable(right_id)
    if (endpoint === examRight.enable) await enable(right_id)
    const answer = await test.call(endpoint, { right_id, note: 'ซ้ำ' }, 'manager.kkn')
    expect([answer.status, answer.body.code]).toEqual([409, 'STATE'])
  })

  it('never enables the right of a line that was refunded', async () => {
    const app = await registerCar(600_000)
    const { right_id } = await theoryOf(app)
    await desk.refund(app, 600_000)
    expect(await theoryOf(app)).toMatchObject({
      status: 'disabled',
      reason: 'รายการที่ให้สิทธิ์สิ้นสุดแล้ว สอบไม่ได้',
      can: { enable: false },
    })
    const answer = await test.call(examRight.enable, { right_id, note: 'ขอคืน' }, 'manager.kkn')
    expect([answer.status, answer.body.code]).toEqual([409, 'STATE'])
  })

  it(
    'and a concurrent end of the line leave the right disabled',
    { timeout: raceTimeoutMs },
    async () => {
      await inRounds(async () => {
        const app = await registerCar()
        const { right_id, version } = await theoryOf(app)
        await disable(right_id)
        await race(
          test.call(
            examRight.enable,
            { right_id, note: 'ขอคืน', version: version + 1 },
            'manager.kkn',
          ),
          test.call(
            application.end,
            { application_id: app.application_id, version: 1, note: 'ไม่มาเรียน' },
            'manager.kkn',
          ),
        )
        expect((await theoryOf(app)).status).toBe('disabled')
      })
      const results = await checkInvariants(test.db)
      expect(results.filter(({ violations }) => violations > 0)).toEqual([])
    },
  )
})

describe('another branch', () => {
  it.each([
    [examRight.extend, { days: 1 }],
    [examRight.disable, {}],
    [examRight.enable, {}],
    [examRight.theory, { theory_passed_on: null }],
  ])('cannot reach a right through $0.path', async (endpoint, more) => {
    const { right_id } = await theoryOf(await registerCar())
    const answer = await test.call(
      endpoint as typeof examRight.disable,
      { right_id, note: 'ต่างสาขา', ...more },
      'manager.bpi',
    )
    expect(answer.status).toBe(404)
  })
})
