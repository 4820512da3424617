/** Calls that change the money of an application, for tests. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { approval } from '@khapdee/contract/entities/approval'
import { closing } from '@khapdee/contract/entities/closing'
import { payment } from '@khapdee/contract/entities/payment'
import { refundRequest } from '@khapdee/contract/entities/refund-request'
import type { PayType } from '@khapdee/domain/application/status'
import { type Satang, satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import type { TestApp } from '../app.ts'
import { type ApplicationInput, applicationInput, lineInput } from './application.ts'

/** A payment on a line: index of the line, satang, pay type. */
export type PaymentPart = readonly [line: number, paid: number, pay_type?: PayType]

/** A refund on a line: index of the line, satang. */
export type RefundPart = readonly [line: number, value: number]

type Headers = Readonly<Record<string, string>>

export interface Registered {
  application_id: number
  code: string
  /** Ids of the lines, in their order. */
  lines: readonly number[]
  payments: readonly { payment_id: number; payment_code: string }[]
}

/** Ids of the lines of an application, in their order. */
async function linesOf({ db }: TestApp, application_id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('application_line')
    .select('line_id')
    .where('application_id', '=', application_id)
    .orderBy('position')
    .execute()
  return rows.map(({ line_id }) => line_id)
}

/** An application that another call has registered, without its code and payments. */
export const registeredOf = async (test: TestApp, application_id: number): Promise<Registered> => ({
  application_id,
  code: '',
  lines: await linesOf(test, application_id),
  payments: [],
})

/** Registers a lesson of 1,200 baht and a book of 150, unpaid by default. */
async function register(
  test: TestApp,
  { paid = [0, 0], as = 'registrar.kkn', ...values }: Partial<ApplicationInput> & RegisterOptions,
): Promise<Registered> {
  const { course, otherFee } = test.school
  const [lesson = 0, book = 0] = paid
  const input = applicationInput(test.school, {
    course: [{ course_id: course.lesson, ...lineInput(120_000, { paid: satang(lesson) }) }],
    other_fee: [{ other_fee_id: otherFee.book, ...lineInput(15_000, { paid: satang(book) }) }],
    ...values,
  })
  const { application_id, application_code, payments } = (
    await test.call(application.create, input, as)
  ).data
  const lines = await linesOf(test, application_id)
  return { application_id, code: application_code, lines, payments }
}

interface RegisterOptions {
  /** Cash paid at registration on the lesson and on the book, in satang. */
  paid?: readonly number[]
  as?: string
}

/** Calls on one test server. Amounts are in satang; `as` is the user name of the caller. */
export interface MoneyDesk {
  register(options?: Partial<ApplicationInput> & RegisterOptions): Promise<Registered>
  pay(
    app: Registered,
    parts: readonly PaymentPart[],
    as?: string,
    more?: PayOptions,
  ): ReturnType<typeof pay>
  /** @param parts lines to refund, each with its amount; without them all open lines end */
  refund(
    app: Registered,
    value: number,
    as?: string,
    pay_type?: PayType,
    parts?: readonly RefundPart[],
  ): ReturnType<typeof refund>
  /** Amends the present version; lines to remove and to replace are given by their index. */
  amend(app: Registered, change: AmendChange, as?: string): ReturnType<typeof amend>
  /** Requests a refund, by default as the cashier; arguments as those of `refund`. */
  requestRefund(
    app: Registered,
    value: number,
    as?: string,
    pay_type?: PayType,
    parts?: readonly RefundPart[],
  ): ReturnType<typeof requestRefund>
  decideRefund(
    request_id: number,
    decision: 'approve' | 'reject',
    as?: string,
  ): ReturnType<typeof decideRefund>
  payOut(request_id: number, as?: string, headers?: Headers): ReturnType<typeof payOut>
  withdraw(request_id: number, as?: string): ReturnType<typeof withdraw>
  /** Ends the lines at these indexes without a refund, or all open ones. */
  end(app: Registered, lines?: readonly number[], as?: string): ReturnType<typeof end>
  cancel(app: Registered, as?: string): ReturnType<typeof cancel>
  /** Reads the application as the administrator. */
  detail(app: Registered): Promise<Awaited<ReturnType<typeof detail>>['data']>
  editPayType(payment_id: number, pay_type: PayType, as?: string): ReturnType<typeof editPayType>
  requestVoid(payment_id: number, as?: string): ReturnType<typeof requestVoid>
  decideVoid(
    payment_id: number,
    decision: 'approve' | 'reject',
    as?: string,
  ): ReturnType<typeof decideVoid>
  /** Closes the day; by default the counted cash equals the expected cash. */
  close(branch_id: number, counted?: number, note?: string): ReturnType<typeof close>
}

/** The value of the field `payments` of one line. */
export const linePayments = (parts: readonly PaymentPart[], wantedLine: number) =>
  parts.flatMap(([line, paid, pay_type = 'cash']) =>
    line === wantedLine ? [{ pay_type, paid: satang(paid) }] : [],
  )

interface PayOptions {
  bank_reference?: string
  bank_account_id?: number
  slip_file_id?: number
  cash_received?: Satang
  due_date?: Day | null
  headers?: Headers
  /** Whether each line is sent once, with its amounts in `payments`. */
  split?: boolean
}

const pay = (
  test: TestApp,
  { application_id, lines }: Registered,
  parts: readonly PaymentPart[],
  as: string,
  { split = false, headers, ...more }: PayOptions,
) =>
  test.call(
    application.paybalance,
    {
      application_id,
      lines: split
        ? [...new Set(parts.map(([line]) => line))].map((line) => ({
            line_id: lines[line] ?? 0,
            payments: linePayments(parts, line),
          }))
        : parts.map(([line, paid, pay_type = 'cash']) => ({
            line_id: lines[line] ?? 0,
            paid: satang(paid),
            pay_type,
          })),
      ...more,
    },
    as,
    headers,
  )

/** The account of refunds by transfer. */
const payee = {
  payee_bank: '004',
  payee_account: '1234567890',
  payee_name: 'นางสาวสมหญิง ใจดี',
}

/** The input of a refund, direct or requested. */
const refundInput = (
  { application_id, lines }: Registered,
  value: number,
  pay_type: PayType,
  parts?: readonly RefundPart[],
) => ({
  application_id,
  value: satang(value),
  pay_type,
  note: 'ย้ายที่อยู่',
  ...(pay_type === 'transfer' ? payee : {}),
  ...(parts === undefined
    ? {}
    : { lines: parts.map(([line, part]) => ({ line_id: lines[line] ?? 0, value: satang(part) })) }),
})

const refund = (
  test: TestApp,
  app: Registered,
  value: number,
  as: string,
  pay_type: PayType,
  parts?: readonly RefundPart[],
) => test.call(application.refund, refundInput(app, value, pay_type, parts), as)

const requestRefund = (
  test: TestApp,
  app: Registered,
  value: number,
  as: string,
  pay_type: PayType,
  parts?: readonly RefundPart[],
) => test.call(refundRequest.create, refundInput(app, value, pay_type, parts), as)

const decideRefund = (
  test: TestApp,
  request_id: number,
  decision: 'approve' | 'reject',
  as: string,
) => test.call(refundRequest.decide, { request_id, decision, note: 'ตรวจแล้ว' }, as)

const payOut = (test: TestApp, request_id: number, as: string, headers: Headers) =>
  test.call(refundRequest.payout, { request_id }, as, headers)

const withdraw = (test: TestApp, request_id: number, as: string) =>
  test.call(approval.withdraw, { request_id }, as)

/** The present version of an application. */
async function versionOf(test: TestApp, application_id: number): Promise<number> {
  const { version } = await test.db
    .selectFrom('application')
    .select('version')
    .where('application_id', '=', application_id)
    .executeTakeFirstOrThrow()
  return version
}

/** Ends lines of the present version of an application. */
async function end(
  test: TestApp,
  { application_id, lines }: Registered,
  chosen: readonly number[] | undefined,
  as: string,
) {
  const version = await versionOf(test, application_id)
  const input = { application_id, version, note: 'ไม่มาเรียน' }
  return test.call(
    application.end,
    { ...input, ...(chosen && { lines: chosen.map((line) => lines[line] ?? 0) }) },
    as,
  )
}

type AmendInput = InputOf<typeof application.amend>
type UnpaidCourse = AmendInput['replace'][number]['by']

/** A new line without promotion, exam day and note. @param cost in satang */
export const unpaidLine = (
  cost: number,
  values: Partial<Omit<UnpaidCourse, 'course_id'>> = {},
): Omit<UnpaidCourse, 'course_id'> => ({
  promotion_code: '',
  exam_date: null,
  cost: satang(cost),
  note: '',
  ...values,
})

type AmendChange = Partial<Omit<AmendInput, 'add' | 'remove' | 'replace'>> & {
  add?: Partial<AmendInput['add']>
  remove?: readonly number[]
  replace?: readonly (readonly [line: number, by: UnpaidCourse])[]
}

async function amend(
  test: TestApp,
  { application_id, lines }: Registered,
  { add, remove = [], replace = [], ...change }: AmendChange,
  as: string,
) {
  const version = await versionOf(test, application_id)
  return test.call(
    application.amend,
    {
      application_id,
      version,
      add: { course: [], other_fee: [], request_fee: [], ...add },
      remove: remove.map((line) => lines[line] ?? 999_999),
      replace: replace.map(([line, by]) => ({ line_id: lines[line] ?? 0, by })),
      idcard: '',
      passport: '',
      note: 'ผู้สมัครขอแก้ไข',
      ...change,
    },
    as,
  )
}

const cancel = (test: TestApp, { application_id }: Registered, as: string) =>
  test.call(application.delete, { application_id, note: 'ลงผิด' }, as)

const detail = (test: TestApp, { application_id }: Registered, as: string) =>
  test.call(application.get, { application_id }, as)

const editPayType = (test: TestApp, payment_id: number, pay_type: PayType, as: string) =>
  test.call(payment.editPayType, { payment_id, pay_type }, as)

const requestVoid = (test: TestApp, payment_id: number, as: string) =>
  test.call(payment.requestDelete, { payment_id, note: 'พิมพ์ผิด' }, as)

const decideVoid = (
  test: TestApp,
  payment_id: number,
  decision: 'approve' | 'reject',
  as: string,
) => test.call(payment.decideDelete, { payment_id, decision, note: 'ตรวจแล้ว' }, as)

async function close(test: TestApp, branch_id: number, counted: number | undefined, note: string) {
  const { expected_cash } = (await test.call(closing.current, { branch_id }, 'admin')).data
  const counted_cash = counted === undefined ? satang(Math.max(0, expected_cash)) : satang(counted)
  // Nothing stays in the drawer, so that the next day starts from 0.
  const deposit = counted_cash
  const date = test.clock.today()
  const input = { branch_id, date, expected_cash, counted_cash, deposit, note }
  return test.call(closing.close, input, 'admin')
}

export const moneyDesk = (test: TestApp): MoneyDesk => ({
  register: (options = {}) => register(test, options),
  pay: (app, parts, as = 'cashier.kkn', more = {}) => pay(test, app, parts, as, more),
  refund: (app, value, as = 'manager.kkn', pay_type = 'cash', parts) =>
    refund(test, app, value, as, pay_type, parts),
  amend: (app, change, as = 'registrar.kkn') => amend(test, app, change, as),
  requestRefund: (app, value, as = 'cashier.kkn', pay_type = 'cash', parts) =>
    requestRefund(test, app, value, as, pay_type, parts),
  decideRefund: (id, decision, as = 'manager.kkn') => decideRefund(test, id, decision, as),
  payOut: (id, as = 'cashier.kkn', headers = {}) => payOut(test, id, as, headers),
  withdraw: (id, as = 'cashier.kkn') => withdraw(test, id, as),
  end: (app, lines, as = 'manager.kkn') => end(test, app, lines, as),
  cancel: (app, as = 'manager.kkn') => cancel(test, app, as),
  detail: async (app) => (await detail(test, app, 'admin')).data,
  editPayType: (id, pay_type, as = 'cashier.kkn') => editPayType(test, id, pay_type, as),
  requestVoid: (id, as = 'cashier.kkn') => requestVoid(test, id, as),
  decideVoid: (id, decision, as = 'manager.kkn') => decideVoid(test, id, decision, as),
  close: (branch_id, counted, note = '') => close(test, branch_id, counted, note),
})
