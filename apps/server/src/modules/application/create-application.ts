/**
 * Creates an application with lines of any kind: finds or creates the customer, prices and discounts the
 * lines, takes the document numbers, issues form and receipts. Source: product specification, section 4.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import { messages } from '@khapdee/contract/messages'
import { receiptAmounts } from '@khapdee/domain/application/line-payments'
import { applyPaidChanges } from '@khapdee/domain/application/paid-by-type'
import { type ApplicationKind, applicationKinds } from '@khapdee/domain/application/status'
import { applicationMoney } from '@khapdee/domain/application/totals'
import { lastRightDay } from '@khapdee/domain/exam-right'
import { zeroSatang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { writeTogether } from '../../db/write-together.ts'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { reserve } from '../../kernel/numbering.ts'
import { chosenAccount } from '../bank-account/chosen-account.ts'
import { chosenSlip, insertSlip } from './new-slips.ts'
import { shownTime } from '../booking/bookings.ts'
import { type NamedRight, assertNamedRights, lockNamedRights } from '../booking/named-rights.ts'
import {
  type ChosenExam,
  assertMayTakeExams,
  chooseExams,
  insertChosenExams,
  serveAddedLines,
} from '../booking/register-exams.ts'
import { findOrCreateCustomer, lockStoredCustomers } from '../customer/save-customer.ts'
import { documentLink } from '../document/document-link.ts'
import { assertMayBeWalkIn, assertMayHoldRights, assertOldEnough } from './applicant.ts'
import { assertReferenceHasTransfer, mapDuplicateReference } from './bank-reference.ts'
import { assertCashReceived } from './cash-received.ts'
import { assertVehicle } from './checked-vehicle.ts'
import { applicationFormView } from './document-views.ts'
import { assertAgreedDay } from './follow-ups.ts'
import { groupByPayType } from './group-by-pay-type.ts'
import { insertApplication } from './insert-application.ts'
import type { NewRight } from './insert-lines.ts'
import { lastDaysOfNamed, priceLines, requestedLines } from './price-lines.ts'
import { linkReceipts, makeReceipts } from './receipts.ts'
import { requiredNames } from './required-documents.queries.ts'

/** The input for an application of any kind. */
export type NewApplicationInput = Omit<InputOf<typeof application.create>, 'type'> & {
  type: ApplicationKind
}

/** Creates an application, see {@link registerApplication}. */
export const createApplication = async (
  ctx: UserContext,
  input: NewApplicationInput,
): Promise<Answer<typeof application.create>> => (await registerApplication(ctx, input)).answer

/** Options for calls that sell exam fees together with their use (booking, extension). */
interface FeeTerms {
  /** Why a rule is not applied to the bookings of rights that lines name; empty if all are. */
  overrideReason?: string
  /** The days by which the lines extend rights; by default those of the branch. */
  extendDays?: number | undefined
}

/**
 * Creates an application. Returns its id and number, links to its receipts (or to its form when
 * nothing was paid), and the exams that its fees have booked or extended, in Thai.
 * @throws VALIDATION, PRICE_CHANGED, OVERPAY, PROMO_…, CONFLICT, DUPLICATE, NOT_FOUND; MAY_NOT_PAY
 * for a payment without `application.pay`
 */
export async function registerApplication(
  ctx: UserContext,
  input: NewApplicationInput,
  { overrideReason = '', extendDays }: FeeTerms = {},
): Promise<{ answer: Answer<typeof application.create>; outcomes: readonly string[] }> {
  const branchId = input.branch_id ?? ctx.actor.branch_id
  ctx.scope.assertWritable(branchId)
  assertVehicle(input.type, input.vehicle)
  const requested = requestedLines(input)
  assertMayTakePayments(ctx, requested)
  const needed = neededNumbers(ctx, input, requested, branchId)
  const namedIds = requested.flatMap(({ right_id }) => right_id ?? [])
  // The customer is locked before applications, rights, promotions and sessions. If none of these is locked, the statement that
  // reserves the numbers also locks the customer, which saves a round trip.
  const locksMore = requested.some(
    (line) => line.promotion_code !== '' || line.exam_date !== null || (line.right_id ?? 0) > 0,
  )
  if (locksMore) await lockStoredCustomers(ctx, input.customer, namedIds)
  const named = await lockNamedRights(ctx, namedIds)
  const [{ header, lines: priced, chosen }, { customer, reserved }] = await readInputs(
    ctx,
    input,
    requested,
    needed,
    named,
  )
  const { customer_id } = customer
  await assertNamedRights(ctx, priced, named, { customer_id, settings: header.settings })
  assertMayBeWalkIn(input.type, customer, branchId, 'customer.idcard')
  assertMayHoldRights(customer, priced, ({ path, kind }) => `${path}.${kind}_id`)
  assertOldEnough(ctx, customer, priced, 'customer.birthday')
  const groups = groupByPayType(priced.flatMap(({ payments }) => payments))
  assertReferenceHasTransfer(input.bank_reference, groups)
  const bank_account_id = await chosenAccount(ctx, branchId, input.bank_account_id, groups)
  const slip = await chosenSlip(ctx, input.slip_file_id, groups)
  assertCashReceived(input.cash_received, groups)
  const { nextId, numbers } = reserved ?? (await reserve(ctx.tx, needed))
  const [code = ''] = numbers(applicationKinds[input.type].documentType, header.code)
  const application_id = nextId('application')
  const lines = priced.map((line) => ({
    ...line,
    ...(line.extend_days !== undefined && extendDays !== undefined && { extend_days: extendDays }),
    line_id: nextId('application_line'),
  }))

  const exams = lines.flatMap((line) =>
    line.exams.map((exam) => ({ line_id: line.line_id, ...exam })),
  )
  const nextRightId = await rightIds(ctx, needed, nextId, exams.length)
  const rights = exams.map((exam) => ({ right_id: nextRightId(), ...exam }))

  const totals = applicationMoney(lines)
  const { total, discount, net, paid, balance } = totals
  const { note, due_date } = input
  const today = ctx.clock.today()
  const at = ctx.clock.now().toISOString()
  const validity = {
    valid_from: today,
    permission_date: lastRightDay(today, header.settings.exam_right_days),
  }
  const firstExams = chosen.filter(({ line }) => line.right === undefined)
  await assertMayTakeExams(ctx, firstExams, customer_id, { ...header, ...validity })
  const bookings = insertChosenExams(
    firstExams.map((exam) => ({
      ...exam,
      exam_id: nextId('exam'),
      right_id: rightIdOf(exam, lines, rights),
    })),
    { branch_id: branchId, customer_id },
    { user_id: ctx.actor.user_id, at },
  )
  const vehicle = input.vehicle ?? null
  const clerk = ctx.actor.name
  const issue = { header, customer, vehicle, day: today, issuedAt: at, clerk, code }
  const form_id = nextId('issued_document')
  const paidNow = lines.flatMap((line) =>
    receiptAmounts(zeroSatang, line.payments).map((amounts) => ({
      ...line,
      ...amounts,
      paid: amounts.paid_now,
    })),
  )
  const receipts = makeReceipts(issue, groupByPayType(paidNow), {
    application_id,
    numbers: numbers('RE', header.code),
    nextId,
    bank_reference: input.bank_reference,
    bank_account_id,
    cash_received: input.cash_received,
    note: '',
  })
  const payments = receipts.map(({ payment }) => payment)
  await assertAgreedDay(ctx, due_date, balance)
  const byPayType = applyPaidChanges({ paid_cash: zeroSatang, paid_transfer: zeroSatang }, payments)
  const decision = input.type === 'request_fee' ? ('pending' as const) : null
  // This call prints the form only when nothing is paid, so only then are its documents read. Later
  // prints read the state at that time.
  const documents =
    receipts.length > 0
      ? []
      : await requiredNames.rows(ctx.tx, { branchId, customer, lines, today })
  const form = {
    document_id: form_id,
    kind: 'application_form' as const,
    number: code,
    application_id,
    snapshot: applicationFormView(
      issue,
      {
        type: input.type,
        status: totals.status,
        decision,
        refund_due: false,
        totals,
        refunded: zeroSatang,
        documents: documents.map(({ name }) => name),
        revision: 0,
        note,
      },
      lines.map((line) => ({
        ...line,
        promotion_code: line.promotion?.code ?? '',
        status: 'open',
      })),
    ),
  }
  const inserting = insertApplication(ctx.actor.user_id, {
    application_id,
    code,
    type: input.type,
    branchId,
    customer,
    vehicle,
    decision,
    money: { ...totals, ...byPayType },
    lines,
    payments,
    rights,
    validity,
    bookings,
    documents: [
      { ...form, printed: receipts.length === 0 },
      ...receipts.map(({ document }) => document),
    ],
    due_date,
    note,
    at,
  })
  let outcomes: readonly string[] = []
  const writes = [...inserting, ...insertSlip(payments, slip, { user_id: ctx.actor.user_id, at })]
  if (named.size === 0) await ctx.deferWrite(writes, mapDuplicateReference)
  else {
    await writeTogether(ctx.tx, writes).catch((error: unknown) => {
      throw mapDuplicateReference(error)
    })
    outcomes = await serveAddedLines(ctx, { application_id }, lines, {
      balance,
      needsFullPayment: header.settings.exam_requires_full_payment,
      overrideReason,
    })
  }
  ctx.audit({
    entity: 'application',
    id: application_id,
    branch: branchId,
    after: {
      application_code: code,
      customer_id: customer.customer_id,
      total,
      discount,
      net,
      paid,
      balance,
      ...(due_date !== null && { due_date }),
      payments: payments.map(({ payment_id, payment_code }) => ({ payment_id, payment_code })),
    },
  })
  const linkForm = () =>
    documentLink(ctx, { documents: [form.document_id], mark: 'original', printedAt: at }, code)
  const answer = {
    message: [`ลงทะเบียนเรียบร้อยแล้ว เลขที่ ${code}`, ...examMessage(lines, firstExams, outcomes)].join(
      ' · ',
    ),
    data: {
      application_id,
      application_code: code,
      ...(receipts.length > 0
        ? linkReceipts(ctx, receipts, at)
        : { pdf: linkForm(), payments: [] }),
    },
  }
  return { answer, outcomes }
}

/**
 * The outcome for the exam days and extensions of new lines, in Thai; empty without any.
 * @param outcomes the sentences about the rights that lines name
 */
function examMessage(
  lines: readonly { exam_date: Day | null; extend_days?: number }[],
  chosen: readonly ChosenExam[],
  outcomes: readonly string[],
): string[] {
  if (chosen.length > 0 || outcomes.length > 0) {
    const times = chosen.map(({ exam_date, session }) => shownTime(exam_date, session))
    return [
      ...(times.length === 0 ? [] : [`${actionWords.bookExam} ${times.join(', ')}`]),
      ...outcomes,
    ]
  }
  return [
    ...(lines.some(({ exam_date }) => exam_date !== null) ? ['จะจองวันสอบเมื่อชำระครบ'] : []),
    ...(lines.some(({ extend_days }) => extend_days !== undefined)
      ? ['จะต่ออายุสิทธิ์สอบเมื่อชำระครบ']
      : []),
  ]
}

/** Refuses payments from a caller without the permission `application.pay`. @throws MAY_NOT_PAY */
function assertMayTakePayments(ctx: UserContext, lines: ReturnType<typeof requestedLines>): void {
  if (ctx.may('application.pay') || lines.every(({ paid }) => paid === 0)) return
  throw new AppError('MAY_NOT_PAY', messages.mayNotTakePayments, 403)
}

/**
 * Reads header, priced lines, their seats and the customer. Pricing locks the promotions of codes, which must happen before
 * the numbers are reserved. Without codes all statements are sent at once, to save round trips.
 */
async function readInputs(
  ctx: UserContext,
  input: NewApplicationInput,
  requested: ReturnType<typeof requestedLines>,
  needed: ReturnType<typeof neededNumbers>,
  named: ReadonlyMap<number, NamedRight>,
) {
  const reading = priceLines(ctx, requested, {
    branchId: needed.branchId,
    type: input.type,
    inheritedLastDays: lastDaysOfNamed(requested, named),
  })
  if (requested.some((line) => line.promotion_code !== '')) await reading
  const chosen = requested.some((line) => line.exam_date !== null)
    ? await chooseExamsOf(ctx, await reading, needed.branchId, named)
    : []
  // Sent last, because it reserves the numbers, whose counters stay locked until the transaction ends.
  const finding = findOrCreateCustomer(ctx, input.customer, needed)
  // An error of the lines is thrown first; this prevents an unhandled rejection of `finding` in that case.
  finding.catch(() => {})
  return [{ ...(await reading), chosen }, await finding] as const
}

/** Locks the seats of the lines' exam days, before the numbers. @throws as {@link chooseExams} */
const chooseExamsOf = (
  ctx: UserContext,
  { header, lines }: Awaited<ReturnType<typeof priceLines>>,
  branch_id: number,
  named: ReadonlyMap<number, NamedRight>,
) => {
  const { balance } = applicationMoney(lines)
  return chooseExams(
    ctx,
    lines.map((line) => ({ ...line, right: named.get(line.right_id ?? 0) })),
    { branch_id, settings: header.settings, balance },
  )
}

/** The new right that a chosen exam books. */
function rightIdOf(
  { line, exam }: ChosenExam,
  lines: readonly { path: string; line_id: number }[],
  rights: readonly NewRight[],
): number {
  const line_id = lines.find(({ path }) => path === line.path)?.line_id
  const right = rights.find(
    (granted) =>
      granted.line_id === line_id &&
      granted.kind === exam.kind &&
      granted.licence_type === exam.licence_type,
  )
  if (right === undefined) throw new Error('the line grants no right to its exam')
  return right.right_id
}

/** Returns a function that returns the next id of an exam right. Reserves more ids when {@link neededNumbers} estimated too few. */
async function rightIds(
  ctx: UserContext,
  needed: ReturnType<typeof neededNumbers>,
  nextId: (table: 'exam_right') => number,
  count: number,
): Promise<() => number> {
  if (count <= needed.ids.exam_right) return () => nextId('exam_right')
  const more = await reserve(ctx.tx, { ...needed, numbers: {}, ids: { exam_right: count } })
  return () => more.nextId('exam_right')
}

/**
 * The numbers and ids that the input needs. The exams of the items are not read yet, so exam rights are
 * estimated: two for a course, one for another fee.
 */
function neededNumbers(
  ctx: UserContext,
  input: NewApplicationInput,
  lines: ReturnType<typeof requestedLines>,
  branchId: number,
) {
  const receipts = groupByPayType(lines.flatMap(({ payments }) => payments)).length
  return {
    branchId,
    day: ctx.clock.today(),
    numbers: { [applicationKinds[input.type].documentType]: 1, RE: receipts },
    ids: {
      application: 1,
      application_line: lines.length,
      payment: receipts,
      exam_right: input.course.length * 2 + input.other_fee.length,
      exam: lines.filter(({ exam_date }) => exam_date !== null).length,
      issued_document: receipts + 1,
    },
  }
}
