/**
 * For each endpoint of applications, payments and day closes, a function that creates the records of a valid
 * call and returns its wire input; see matrix-samples.ts.
 */
import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { approval } from '@khapdee/contract/entities/approval'
import { applicationTimeline } from '@khapdee/contract/entities/application-timeline'
import { followUp } from '@khapdee/contract/entities/follow-up'
import { certificate } from '@khapdee/contract/entities/certificate'
import { closing } from '@khapdee/contract/entities/closing'
import { heldForm } from '@khapdee/contract/entities/held-form'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examDocument } from '@khapdee/contract/entities/exam-document'
import { examDay } from '@khapdee/contract/entities/exam-day'
import { cardReader } from '@khapdee/contract/entities/card-reader'
import { examScreen } from '@khapdee/contract/entities/exam-screen'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { payment } from '@khapdee/contract/entities/payment'
import { refundRequest } from '@khapdee/contract/entities/refund-request'
import { request } from '@khapdee/contract/entities/request'
import { requiredDocument } from '@khapdee/contract/entities/required-document'
import { satisfaction } from '@khapdee/contract/entities/satisfaction'
import type { ExamUse } from '@khapdee/domain/fee-kinds'
import { satang } from '@khapdee/domain/money'
import { addDays, todayInBangkok } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { applicationInput, lineInput } from './make/application.ts'
import { passRights } from './make/certificate.ts'
import { customerInput } from './make/customer.ts'
import { addPanel, insertSession } from './make/exam-session.ts'
import { makeOtherFee } from './make/fee.ts'
import { makeRecord } from './make/record.ts'
import type { Wire } from './wire.ts'
import { type Sample, type BranchFixture, listFilters } from './branch-fixture.ts'

/**
 * Registers a new customer for a lesson of 1,200 baht.
 * @param paid satang paid in cash
 */
async function registerCourse(fixture: BranchFixture, paid = 120_000) {
  const { test, branch_id, mark, registrar } = fixture
  const { lesson } = test.school.course
  const input = applicationInput(test.school, {
    branch_id,
    customer: customerInput({ sname: mark }),
    course: [{ course_id: lesson, ...lineInput(120_000, { paid: satang(paid) }) }],
  })
  const { application_id, payments } = (await test.call(application.create, input, registrar)).data
  return { application_id, payment_id: payments[0]?.payment_id ?? 0 }
}

/** Registers a new customer for the car course, paid in full, and returns the theory right that it grants. */
async function grantRight({ test, branch_id, mark, registrar }: BranchFixture): Promise<Wire> {
  const input = applicationInput(test.school, {
    branch_id,
    customer: customerInput({ sname: mark }),
    course: [
      { course_id: test.school.course.car, ...lineInput(600_000, { paid: satang(600_000) }) },
    ],
  })
  const { application_id } = (await test.call(application.create, input, registrar)).data
  const { right_id } = await test.db
    .selectFrom('exam_right')
    .select('right_id')
    .where('application_id', '=', application_id)
    .where('kind', '=', 'theory')
    .executeTakeFirstOrThrow()
  return { right_id }
}

const examDate = ({ test }: BranchFixture) => addDays(test.clock.today(), 7)

/** Inserts a session a week from now, for two candidates at most. */
const makeSession = (fixture: BranchFixture): Promise<number> =>
  insertSession(fixture.test, examDate(fixture), { branch_id: fixture.branch_id, capacity: 2 })

/** A new fee of 100 baht for exam rights of the branch, paid in cash. */
async function feeInBaht({ test, branch_id }: BranchFixture, exam_use: ExamUse): Promise<Wire> {
  const { other_fee_id } = await makeOtherFee(test.db, { branch_id, kind: 'exam', exam_use })
  return { other_fee_id, cost: 100, paid: 100, pay_type: 'cash' }
}

/** Books a new right in a separate session. */
async function bookRight(fixture: BranchFixture): Promise<Wire> {
  const right = await grantRight(fixture)
  const exam_session_id = await makeSession(fixture)
  const input = {
    right_id: Number(right['right_id']),
    exam_date: examDate(fixture),
    exam_session_id,
  }
  const { exam_id } = (await fixture.test.call(examBooking.book, input, fixture.clerk)).data
  return { exam_id }
}

/** A practice right whose theory exam was passed elsewhere, and whose booking is cancelled. */
async function theoryRight(fixture: BranchFixture): Promise<Wire> {
  const { test, clerk } = fixture
  const theory = await grantRight(fixture)
  const { right_id } = await test.db
    .selectFrom('exam_right')
    .innerJoin('exam_right as theory', 'theory.line_id', 'exam_right.line_id')
    .select('exam_right.right_id')
    .where('theory.right_id', '=', Number(theory['right_id']))
    .where('exam_right.kind', '=', 'practice')
    .executeTakeFirstOrThrow()
  const wanted = {
    right_id,
    exam_date: examDate(fixture),
    theory_passed_on: test.clock.today(),
  }
  const { exam_id } = (await test.call(examBooking.book, wanted, clerk)).data
  await test.call(examBooking.cancel, { exam_id, note: 'บันทึกผิดคน' }, clerk)
  return { right_id }
}

let pastSessions = 0
let comingSessions = 0

/** Books a new right in a session of the past. Every session has a different hour. */
const sitExam = (fixture: BranchFixture) =>
  meetPanel(fixture, fixture.test.clock.now().getTime() - ++pastSessions * 3_600_000, 3_600_000)

/** An item of the branch with its value: of the score sheet of theory exams, or a question about satisfaction. */
async function scoredItem({ test, branch_id }: BranchFixture, type: 'theory' | 'satisfaction') {
  const values = { branch_id, course_id: null, other_fee_id: null, type, scale: 'pass_fail' }
  const { evaluate_id } = await makeRecord(test.db, 'evaluate', { ...values, is_activate: true })
  return { evaluate_id, value: 1 }
}

/** The only question of each branch about satisfaction. */
const questions = new Map<number, Promise<{ evaluate_id: number; value: number }>>()

function questionOf(fixture: BranchFixture) {
  const { branch_id } = fixture
  const question = questions.get(branch_id) ?? scoredItem(fixture, 'satisfaction')
  questions.set(branch_id, question)
  return question
}

let codes = 10_000_000

/** A code with which a candidate answers about the satisfaction. */
async function satisfactionCode(fixture: BranchFixture): Promise<{ code: string }> {
  const { test, branch_id } = fixture
  await questionOf(fixture)
  const { exam_id } = await sitExam(fixture)
  const code = String(++codes)
  const expires_at = new Date(test.clock.now().getTime() + 3_600_000).toISOString()
  await test.db
    .insertInto('satisfaction')
    .values({ exam_id, branch_id, code, expires_at })
    .execute()
  return { code }
}

/**
 * Books a new right in a session that begins soon, and checks the candidate in, unless the caller
 * does. Every session has a different minute.
 */
async function checkInForExam(fixture: BranchFixture, as = fixture.clerk): Promise<Wire> {
  const start = fixture.test.clock.now().getTime() + ++comingSessions * 60_000
  const { exam_id, exam_session_id } = await meetPanel(fixture, start, 60_000)
  if (as === '') return { exam_id, exam_session_id, nonce: randomUUID() }
  await fixture.test.call(examDay.checkIn, { exam_id, nonce: randomUUID() }, as)
  return { exam_id }
}

/** Creates a card reader of the branch, to which no program is connected. */
async function insertReader({ test, branch_id, clerk }: BranchFixture) {
  return test.db
    .insertInto('card_reader')
    .values({
      branch_id,
      name: `เคาน์เตอร์ ${randomUUID()}`,
      secret_hash: randomUUID(),
      created_by: test.school.userId(clerk),
    })
    .returning('card_reader_id')
    .executeTakeFirstOrThrow()
}

/**
 * Books a new right in a session that starts at the given milliseconds, with the instructor and the
 * examiner of the branch on its panel.
 */
async function meetPanel(
  fixture: BranchFixture,
  start: number,
  duration: number,
): Promise<{ exam_id: number; exam_session_id: number }> {
  const { test, clerk } = fixture
  const { exam_id } = await bookRight(fixture)
  const { exam_session_id } = await test.db
    .selectFrom('exam')
    .select('exam_session_id')
    .where('exam_id', '=', Number(exam_id))
    .$narrowType<{ exam_session_id: number }>()
    .executeTakeFirstOrThrow()
  const starts_at = new Date(start).toISOString()
  const ends_at = new Date(start + duration).toISOString()
  const span = sql<string>`tstzrange(${starts_at}, ${ends_at})`
  await test.db
    .updateTable('exam_session')
    .set({ starts_at, ends_at })
    .where('exam_session_id', '=', exam_session_id)
    .execute()
  await test.db
    .updateTable('exam')
    .set({ exam_date: todayInBangkok(new Date(start)) })
    .where('exam_id', '=', Number(exam_id))
    .execute()
  await test.db
    .updateTable('occupancy')
    .set({ during: span })
    .where('exam_session_id', '=', exam_session_id)
    .execute()
  const branch = clerk.slice(clerk.indexOf('.'))
  const panel = ['instructor', 'examiner'].map((role) => test.school.userId(`${role}${branch}`))
  await addPanel(test, exam_session_id, panel)
  return { exam_id: Number(exam_id), exam_session_id }
}

/** Passes all exams of a new application. */
async function passExams(fixture: BranchFixture): Promise<Wire> {
  const right = await grantRight(fixture)
  const { application_id } = await fixture.test.db
    .selectFrom('exam_right')
    .select('application_id')
    .where('right_id', '=', Number(right['right_id']))
    .$narrowType<{ application_id: number }>()
    .executeTakeFirstOrThrow()
  await passRights(fixture.test, { application_id })
  return right
}

async function issueCertificate(fixture: BranchFixture): Promise<Wire> {
  const right_id = Number((await passExams(fixture))['right_id'])
  const { data } = await fixture.test.call(certificate.issue, { right_id }, fixture.clerk)
  return { certificate_id: data.certificate_id }
}

async function disableRight(fixture: BranchFixture): Promise<Wire> {
  const right = await grantRight(fixture)
  await fixture.test.db
    .updateTable('exam_right')
    .set({ disabled_at: fixture.test.clock.now().toISOString() })
    .where('right_id', '=', Number(right['right_id']))
    .execute()
  await fixture.test.db
    .insertInto('exam_right_event')
    .values({
      right_id: Number(right['right_id']),
      event: 'disabled',
      user_id: fixture.test.school.userId('admin'),
    })
    .execute()
  return right
}

const makeApplicationId = async (fixture: BranchFixture): Promise<Wire> => ({
  application_id: (await registerCourse(fixture)).application_id,
})
const makePaymentId = async (fixture: BranchFixture): Promise<Wire> => ({
  payment_id: (await registerCourse(fixture)).payment_id,
})

async function payBalanceInput(fixture: BranchFixture): Promise<Wire> {
  const { application_id } = await registerCourse(fixture, 0)
  const { data } = await fixture.test.call(application.get, { application_id }, fixture.clerk)
  const lines = data.course.map(({ line_id }) => ({ line_id, paid: 100, pay_type: 'cash' }))
  return { application_id, lines }
}

async function slipInput(fixture: BranchFixture): Promise<Wire> {
  const { test, clerk } = fixture
  const { application_id } = await registerCourse(fixture, 0)
  const { data } = await test.call(application.get, { application_id }, clerk)
  const lines = data.course.map(({ line_id }) => ({
    line_id,
    paid: satang(100),
    pay_type: 'transfer' as const,
  }))
  const paid = await test.call(application.paybalance, { application_id, lines, note: '' }, clerk)
  const payment_id = paid.data.payments[0]?.payment_id
  return { payment_id, version: 1, slip_file_id: null, bank_reference: '' }
}

async function refundInput(fixture: BranchFixture): Promise<Wire> {
  const { application_id } = await registerCourse(fixture)
  const { data } = await fixture.test.call(application.get, { application_id }, fixture.clerk)
  const lines = data.course.map(({ line_id }) => ({ line_id, value: 1 }))
  return { application_id, lines, value: 1, note: 'ย้ายที่อยู่' }
}

async function endInput(fixture: BranchFixture): Promise<Wire> {
  const { application_id } = await registerCourse(fixture)
  const { data } = await fixture.test.call(application.get, { application_id }, fixture.clerk)
  const lines = data.course.map(({ line_id }) => line_id)
  return { application_id, version: data.version, lines, note: 'ไม่มาเรียน' }
}

async function noteInput(fixture: BranchFixture): Promise<Wire> {
  const { application_id } = await registerCourse(fixture, 0)
  const { data } = await fixture.test.call(application.get, { application_id }, fixture.clerk)
  return { application_id, version: data.version, note: 'ขอเรียนวันหยุด' }
}

const applicationSamples = (
  endpoints: typeof application | typeof applicationFee | typeof request,
): [Endpoint, Sample][] => [
  [endpoints.paybalance, { wire: payBalanceInput }],
  [
    endpoints.refund,
    {
      wire: refundInput,
    },
  ],
  [endpoints.end, { wire: endInput }],
  [endpoints.update, { wire: noteInput }],
  [
    endpoints.delete,
    {
      wire: async (fixture) => ({
        application_id: (await registerCourse(fixture, 0)).application_id,
        note: 'ลงผิด',
      }),
    },
  ],
  [endpoints.pdf, { wire: makeApplicationId }],
  [endpoints.pdfpayment, { wire: registerCourse, anyFieldSuffices: true }],
  [endpoints.gettable, { wire: listFilters }],
  [endpoints.get, { wire: makeApplicationId }],
]

/** Adds a photo to the required documents of an application, by default a new one. @returns the id of the document */
async function requireDocument(fixture: BranchFixture, applicationId?: number): Promise<number> {
  const { test } = fixture
  const application_id = applicationId ?? (await registerCourse(fixture)).application_id
  const type = await test.db
    .insertInto('document_type')
    .values({ name: 'รูปถ่าย', is_activate: false })
    .returning('document_type_id')
    .executeTakeFirstOrThrow()
  const values = { ...type, application_id, name: 'รูปถ่าย', valid_days: 0 }
  const { application_document_id } = await test.db
    .insertInto('application_document')
    .values(values)
    .returning('application_document_id')
    .executeTakeFirstOrThrow()
  return application_document_id
}

async function tickDocument(fixture: BranchFixture): Promise<number> {
  const application_document_id = await requireDocument(fixture)
  const input = { application_document_id, document_day: null, file_id: null }
  await fixture.test.call(requiredDocument.tick, input, fixture.registrar)
  return application_document_id
}

/** Adds the same required document to a new application of the same customer. */
async function requireSameDocument(fixture: BranchFixture, earlier: number): Promise<number> {
  const { test, branch_id, mark, registrar } = fixture
  const { customer_id } = await test.db
    .selectFrom('application_document as d')
    .innerJoin('application as a', 'a.application_id', 'd.application_id')
    .select('a.customer_id')
    .where('d.application_document_id', '=', earlier)
    .executeTakeFirstOrThrow()
  const input = applicationInput(test.school, {
    branch_id,
    customer: { ...customerInput({ sname: mark }), idcard: '', customer_id },
  })
  const { application_id } = (await test.call(application.create, input, registrar)).data
  return requireDocument(fixture, application_id)
}

/** A request, created by the registrar, that waits for a decision. */
async function createWaitingRequest(fixture: BranchFixture): Promise<Wire> {
  const { test, branch_id, mark, registrar } = fixture
  const input = {
    branch_id,
    customer: customerInput({ sname: mark }),
    request_fee: [{ request_fee_id: test.school.requestFee.copy, ...lineInput(2000) }],
  }
  const { application_id } = (await test.call(request.create, input, registrar)).data
  return { application_id }
}

async function refundApplication(fixture: BranchFixture): Promise<Wire> {
  const { application_id } = await registerCourse(fixture)
  const input = { application_id, value: satang(100), note: 'ย้ายที่อยู่' }
  await fixture.test.call(application.refund, input, fixture.clerk)
  const { data } = await fixture.test.call(application.get, { application_id }, fixture.clerk)
  return { application_id, payment_id: data.refunds[0]?.payment_id ?? 0 }
}

async function requestVoid(fixture: BranchFixture): Promise<Wire> {
  const { payment_id } = await registerCourse(fixture)
  await fixture.test.call(payment.requestDelete, { payment_id, note: 'พิมพ์ผิด' }, fixture.registrar)
  return { payment_id }
}

/** Requests a void as the clerk, who alone may withdraw it. */
async function requestOwnVoid(fixture: BranchFixture): Promise<Wire> {
  const { payment_id } = await registerCourse(fixture)
  await fixture.test.call(payment.requestDelete, { payment_id, note: 'พิมพ์ผิด' }, fixture.clerk)
  const { request_id } = await fixture.test.db
    .selectFrom('approval_request')
    .select('request_id')
    .where('payment_id', '=', payment_id)
    .executeTakeFirstOrThrow()
  return { request_id }
}

/** Requests a refund as the registrar. */
async function requestRefund(fixture: BranchFixture): Promise<Wire> {
  const { application_id } = await registerCourse(fixture)
  const input = { application_id, value: satang(100), note: 'ย้ายที่อยู่' }
  const { data } = await fixture.test.call(refundRequest.create, input, fixture.registrar)
  return { request_id: data.request_id }
}

async function approveRefund(fixture: BranchFixture): Promise<Wire> {
  const request = await requestRefund(fixture)
  await fixture.test.call(
    refundRequest.decide,
    { request_id: Number(request['request_id']), decision: 'approve', note: '' },
    fixture.clerk,
  )
  return request
}

/** Sets a PromptPay id of the branch, which the call requires. */
async function promptPayInput(fixture: BranchFixture): Promise<Wire> {
  const { test, branch_id } = fixture
  await test.db
    .updateTable('branch')
    .set({ promptpay_id: '0405500000001' })
    .where('branch_id', '=', branch_id)
    .execute()
  const { application_id } = await registerCourse(fixture, 0)
  return { branch_id, application_id, amount: 100 }
}

/** The input of a day close without a difference. */
async function closeInput(fixture: BranchFixture) {
  const { test, branch_id, clerk } = fixture
  await registerCourse(fixture)
  const { expected_cash } = (await test.call(closing.current, { branch_id }, clerk)).data
  return {
    branch_id,
    date: test.clock.today(),
    expected_cash,
    counted_cash: expected_cash,
    deposit: expected_cash,
  }
}

const closeInputInBaht = async (fixture: BranchFixture): Promise<Wire> => {
  const { expected_cash, ...input } = await closeInput(fixture)
  const cash = expected_cash / 100
  return { ...input, expected_cash: cash, counted_cash: cash, deposit: cash }
}

async function closeDay(fixture: BranchFixture): Promise<Wire> {
  const { data } = await fixture.test.call(closing.close, await closeInput(fixture), fixture.clerk)
  return { closing_id: data.closing_id }
}

const newAttempt = () => ({ key: randomUUID(), content: '{}' })

/** A form that the clerk has put aside. */
async function holdForm({ test, branch_id, clerk }: BranchFixture): Promise<Wire> {
  const input = { branch_id, type: 'course' as const, values: '{}', attempt: newAttempt() }
  return (await test.call(heldForm.create, input, clerk)).data
}

const aRegistration = async (fixture: BranchFixture) => ({
  application_id: (await registerCourse(fixture, 0)).application_id,
})

export const moneySamples: readonly [Endpoint, Sample][] = [
  ...[application, applicationFee, request].flatMap(applicationSamples),
  [
    request.approve,
    {
      wire: async (fixture) => ({ ...(await createWaitingRequest(fixture)), decision: 'approve' }),
    },
  ],
  [refundRequest.create, { wire: refundInput }],
  [
    refundRequest.decide,
    { wire: async (fixture) => ({ ...(await requestRefund(fixture)), decision: 'approve' }) },
  ],
  [
    refundRequest.revoke,
    { wire: async (fixture) => ({ ...(await approveRefund(fixture)), note: 'เอกสารไม่ครบ' }) },
  ],
  [refundRequest.payout, { wire: approveRefund }],
  [request.refundpdf, { wire: refundApplication }],
  [payment.gettable, { wire: listFilters }],
  [payment.owed, { wire: listFilters }],
  [payment.overdue, { wire: listFilters }],
  [followUp.worklist, { wire: listFilters }],
  [
    requiredDocument.tick,
    {
      wire: async (fixture) => ({
        application_document_id: await requireDocument(fixture),
        file_id: null,
      }),
    },
  ],
  [
    requiredDocument.untick,
    { wire: async (fixture) => ({ application_document_id: await tickDocument(fixture) }) },
  ],
  [
    requiredDocument.copy,
    {
      wire: async (fixture) => {
        const earlier = await tickDocument(fixture)
        return { application_document_id: await requireSameDocument(fixture, earlier) }
      },
    },
  ],
  [followUp.presets, { wire: () => ({}) }],
  [applicationTimeline.list, { wire: aRegistration }],
  [
    followUp.create,
    {
      wire: async (fixture) => ({
        application_id: (await registerCourse(fixture, 0)).application_id,
        note: 'จะโอนสิ้นเดือน',
        next_date: fixture.test.clock.today(),
      }),
    },
  ],
  [
    payment.editPayType,
    { wire: async (fixture) => ({ ...(await makePaymentId(fixture)), pay_type: 'transfer' }) },
  ],
  [payment.slip, { wire: slipInput }],
  [
    payment.requestDelete,
    { wire: async (fixture) => ({ ...(await makePaymentId(fixture)), note: 'พิมพ์ผิด' }) },
  ],
  [
    payment.decideDelete,
    { wire: async (fixture) => ({ ...(await requestVoid(fixture)), decision: 'approve' }) },
  ],
  [
    heldForm.create,
    {
      wire: ({ branch_id }) => ({ branch_id, type: 'course', values: '{}', attempt: newAttempt() }),
    },
  ],
  [heldForm.gettable, { wire: () => ({}) }],
  [heldForm.get, { wire: holdForm, onlyCreator: true, otherStatus: 404 }],
  [heldForm.discard, { wire: holdForm, onlyCreator: true, otherStatus: 404 }],
  [payment.promptpay, { wire: promptPayInput }],
  [payment.pdf, { wire: makePaymentId }],
  [
    examRight.gettable,
    {
      wire: async (fixture) => ({
        ...listFilters(fixture),
        ...(await makeApplicationId(fixture)),
        ...(await grantRight(fixture)),
      }),
    },
  ],
  [
    examRight.extend,
    {
      wire: async (fixture) => ({
        ...(await grantRight(fixture)),
        days: 1,
        fee: await feeInBaht(fixture, 'extend'),
        note: 'ลาป่วย',
      }),
    },
  ],
  [
    examRight.disable,
    { wire: async (fixture) => ({ ...(await grantRight(fixture)), note: 'เอกสารปลอม' }) },
  ],
  [
    examRight.enable,
    { wire: async (fixture) => ({ ...(await disableRight(fixture)), note: 'ตรวจสอบแล้ว' }) },
  ],
  [
    examRight.theory,
    {
      wire: async (fixture) => ({
        ...(await theoryRight(fixture)),
        theory_passed_on: null,
        note: 'บันทึกผิดคน',
      }),
    },
  ],
  [
    examBooking.gettable,
    {
      wire: async (fixture) => ({
        ...listFilters(fixture),
        exam_session_id: await makeSession(fixture),
      }),
    },
  ],
  [
    examBooking.slots,
    {
      wire: async (fixture) => {
        const today = fixture.test.clock.today()
        return { ...(await grantRight(fixture)), start: today, end: addDays(today, 7) }
      },
    },
  ],
  [
    examBooking.book,
    {
      wire: async (fixture) => ({
        ...(await grantRight(fixture)),
        exam_date: examDate(fixture),
        exam_session_id: await makeSession(fixture),
      }),
    },
  ],
  [examBooking.fees, { wire: grantRight }],
  [
    examBooking.retake,
    {
      wire: async (fixture) => ({
        ...(await grantRight(fixture)),
        exam_date: examDate(fixture),
        exam_session_id: await makeSession(fixture),
        fee: await feeInBaht(fixture, 'retake'),
      }),
    },
  ],
  [
    examBooking.changeDate,
    {
      wire: async (fixture) => ({
        ...(await bookRight(fixture)),
        exam_date: examDate(fixture),
        exam_session_id: await makeSession(fixture),
        fee: await feeInBaht(fixture, 'move'),
      }),
    },
  ],
  [
    examBooking.cancel,
    { wire: async (fixture) => ({ ...(await bookRight(fixture)), note: 'ไม่มาสอบ' }) },
  ],
  [examDocument.slip, { wire: bookRight }],
  [certificate.issue, { wire: passExams }],
  [certificate.pdf, { wire: issueCertificate }],
  [
    certificate.cancel,
    { wire: async (fixture) => ({ ...(await issueCertificate(fixture)), note: 'ชื่อผิด' }) },
  ],
  [
    examBooking.result,
    {
      wire: async (fixture) => ({
        exam_id: (await sitExam(fixture)).exam_id,
        result: 'pass',
        items: [await scoredItem(fixture, 'theory')],
      }),
    },
  ],
  [
    examBooking.results,
    {
      async wire(fixture) {
        const { exam_id, exam_session_id } = await sitExam(fixture)
        const items = [await scoredItem(fixture, 'theory')]
        return { exam_session_id, results: [{ exam_id, result: 'pass', items }] }
      },
    },
  ],
  [satisfaction.open, { wire: satisfactionCode }],
  [
    satisfaction.answer,
    {
      wire: async (fixture) => ({
        answers: [await questionOf(fixture)],
        ...(await satisfactionCode(fixture)),
      }),
    },
  ],
  [examBooking.get, { wire: async (fixture) => ({ exam_id: (await sitExam(fixture)).exam_id }) }],
  [
    examBooking.sheet,
    {
      async wire(fixture) {
        const { exam_session_id } = await sitExam(fixture)
        return { exam_session_id }
      },
    },
  ],
  [
    examSession.close,
    {
      async wire(fixture) {
        const { exam_session_id } = await sitExam(fixture)
        return { exam_session_id, version: 1 }
      },
    },
  ],
  [examDay.get, { wire: ({ branch_id }) => ({ branch: String(branch_id) }) }],
  [examDay.checkIn, { wire: (fixture) => checkInForExam(fixture, '') }],
  [
    examDay.undoCheckIn,
    { wire: async (fixture) => ({ ...(await checkInForExam(fixture)), note: 'ลงผิดคน' }) },
  ],
  [cardReader.list, { wire: () => ({}) }],
  [
    cardReader.create,
    { wire: ({ branch_id }) => ({ branch_id, name: `เคาน์เตอร์ ${randomUUID()}` }) },
  ],
  [cardReader.revoke, { wire: insertReader }],
  [
    cardReader.ask,
    { wire: async (fixture) => ({ ...(await insertReader(fixture)), kind: 'state' }) },
  ],
  ...[examScreen.get, examScreen.renew, examScreen.revoke].map((one): [Endpoint, Sample] => [
    one,
    { wire: ({ branch_id }) => ({ branch_id }) },
  ]),
  [examDay.call, { wire: (fixture) => checkInForExam(fixture) }],
  [examDay.enter, { wire: (fixture) => checkInForExam(fixture) }],
  [approval.gettable, { wire: listFilters }],
  [approval.count, { wire: ({ branch_id }) => ({ branch: String(branch_id) }) }],
  [approval.payroll, { wire: ({ branch_id }) => ({ branch: String(branch_id) }) }],
  [approval.withdraw, { wire: requestOwnVoid, onlyCreator: true }],
  [closing.current, { wire: ({ branch_id }) => ({ branch_id }) }],
  [closing.close, { wire: closeInputInBaht }],
  [closing.gettable, { wire: listFilters }],
  [closing.get, { wire: closeDay }],
  [closing.pdf, { wire: closeDay }],
]
