/** Theory exams that were passed elsewhere: recorded with a booking, corrected and withdrawn. */
import { audit } from '@khapdee/contract/entities/audit'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { theoryValidDays } from '@khapdee/domain/exam-right'
import { satang } from '@khapdee/domain/money'
import { type Day, addDays, formatDay } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lineInput } from '../../../test/make/application.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'

let test: TestApp
let desk: MoneyDesk
let today: Day
const clerk = 'registrar.kkn'
const manager = 'manager.kkn'

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
  today = test.clock.today()
})
afterAll(() => test.close())

/** A new practice right, paid in full. */
async function practiceRight(): Promise<number> {
  const line = {
    course_id: test.school.course.car,
    ...lineInput(600_000, { paid: satang(600_000) }),
  }
  const { application_id } = await desk.register({ course: [line], other_fee: [] })
  const { data } = await test.call(
    examRight.gettable,
    { application_id: application_id ?? 0 },
    manager,
  )
  return data.find(({ kind }) => kind === 'practice')?.right_id ?? 0
}

const book = (right_id: number, theory_passed_on: Day | null) =>
  test.call(examBooking.book, { right_id, exam_date: addDays(today, 20), theory_passed_on }, clerk)
const cancel = (exam_id: number) => test.call(examBooking.cancel, { exam_id, note: 'ติดธุระ' }, clerk)
const correct = (right_id: number, theory_passed_on: Day | null, more = {}, as = manager) =>
  test.call(examRight.theory, { right_id, theory_passed_on, note: 'บันทึกผิดคน', ...more }, as)
const read = async (right_id: number) => {
  const [right] = (await test.call(examRight.gettable, { right_id }, manager)).data
  if (right === undefined) throw new Error('no right')
  return right
}
const lastChanges = async () =>
  (await test.call(audit.gettable, { type: 'exam_right' }, manager)).data.flatMap(
    ({ changes }) => changes,
  )

/** A right with a recorded exam and without a booking. */
async function recorded() {
  const right_id = await practiceRight()
  await cancel((await book(right_id, addDays(today, -9))).data.exam_id)
  return right_id
}

it('a theory exam passed elsewhere is recorded and audited once, with the day before and after', async () => {
  const right_id = await practiceRight()
  const passedOn = addDays(today, -9)
  const { exam_id } = (await book(right_id, passedOn)).data
  const label = 'สอบทฤษฎีผ่านจากที่อื่นเมื่อ'
  expect(await lastChanges()).toContainEqual({ label, before: '–', after: formatDay(passedOn) })
  await cancel(exam_id)
  // Another booking cannot overwrite it, and repeating it records nothing.
  expect((await book(right_id, addDays(today, -8))).body.errors).toMatchObject([
    { path: 'theory_passed_on' },
  ])
  expect((await book(right_id, passedOn)).status).toBe(200)
  const { events } = await read(right_id)
  expect(events?.filter(({ event }) => event === 'theory_recorded')).toHaveLength(1)
})

it.each<[string, (of: Day) => Day]>([
  ['too long before the right', (of) => addDays(of, -theoryValidDays - 1)],
  ['generations ago', () => '1950-01-01' as Day],
  ['tomorrow', (of) => addDays(of, 1)],
])('a day %s is refused', async (_, dayOf) => {
  const right_id = await practiceRight()
  const refused = await book(right_id, dayOf(today))
  expect(refused.body.errors).toMatchObject([{ path: 'theory_passed_on' }])
  const correction = await correct(await recorded(), dayOf(today))
  expect(correction.body.errors).toMatchObject([{ path: 'theory_passed_on' }])
  expect((await read(right_id)).theory_passed_on).toBeNull()
})

it('the day is corrected with a reason, and withdrawn so that practice requires theory again', async () => {
  const right_id = await recorded()
  expect((await read(right_id)).can.theory).toBe(true)
  expect((await correct(right_id, addDays(today, -8))).status).toBe(200)
  expect(await lastChanges()).toContainEqual({
    label: 'สอบทฤษฎีผ่านจากที่อื่นเมื่อ',
    before: formatDay(addDays(today, -9)),
    after: formatDay(addDays(today, -8)),
  })
  expect((await correct(right_id, null)).status).toBe(200)
  const right = await read(right_id)
  expect(right).toMatchObject({ theory_passed_on: null, can: { theory: false } })
  expect(right.events?.at(-1)).toMatchObject({ event: 'theory_withdrawn', note: 'บันทึกผิดคน' })
  expect((await book(right_id, null)).body.code).toBe('THEORY_FIRST')
  expect((await correct(right_id, null)).body.code).toBe('STATE')
})

it('the day cannot be changed while a booking depends on it', async () => {
  const right_id = await practiceRight()
  const { exam_id } = (await book(right_id, addDays(today, -9))).data
  expect((await read(right_id)).can.theory).toBe(false)
  expect((await correct(right_id, null)).body.code).toBe('STATE')
  await cancel(exam_id)
  expect((await correct(right_id, null)).status).toBe(200)
})

it('only users who may correct results change the day, and only in the version that they saw', async () => {
  const right_id = await recorded()
  expect((await correct(right_id, null, {}, clerk)).status).toBe(403)
  expect((await correct(right_id, null, { version: 1 })).body.code).toBe('CONFLICT')
})

it('the day cannot be withdrawn while a concurrent call books practice', async () => {
  const right_id = await recorded()
  const [withdrawn, booked] = await Promise.all([correct(right_id, null), book(right_id, null)])
  expect([withdrawn.status, booked.status].filter((status) => status === 200)).toHaveLength(1)
})
