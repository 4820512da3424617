/** Grants exam rights without an application. Source: product specification, section 6.2b. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { customerFields } from '@khapdee/contract/entities/customer'
import type { examRight } from '@khapdee/contract/entities/exam-right'
import { titleOf } from '@khapdee/contract/field-meta'
import { messages } from '@khapdee/contract/messages'
import {
  type RightOrigin,
  examRightStatus,
  grantedLastDayProblem,
  recordedTheoryProblem,
} from '@khapdee/domain/exam-right'
import { type ExamKind, examName } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import { type Day, formatDay } from '@khapdee/domain/thai-date'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, invalid } from '../../kernel/errors.ts'
import { type WantedBooking, book, shownTime } from '../booking/bookings.ts'
import { readHistory } from '../booking/history.ts'
import { insertRightEvents, stampOf } from '../booking/right-events.ts'
import { lockCustomer } from '../customer/save-customer.ts'
import type { StoredCustomer } from '../customer/stored-customer.ts'
import { lockRight } from './lock-right.ts'

/** A right without an application. */
export interface GrantedRight {
  branch_id: number
  kind: ExamKind
  licence_type: ExamLicence
  /** The last day of the right. */
  permission_date: Day
  /** When the theory exam was passed elsewhere; null if it was not, or is not known. */
  theory_passed_on: Day | null
  origin: Exclude<RightOrigin, 'line'>
  /** Why it is granted. */
  note: string
}

/** The reasons why a right cannot be granted, by field. */
export function grantProblems(
  ctx: UserContext,
  { kind, permission_date, theory_passed_on }: Omit<GrantedRight, 'branch_id' | 'origin' | 'note'>,
): { path: string; message: string }[] {
  const today = ctx.clock.today()
  const found = {
    permission_date: grantedLastDayProblem(today, permission_date),
    theory_passed_on:
      theory_passed_on === null
        ? null
        : recordedTheoryProblem(kind, theory_passed_on, today, today),
  }
  return Object.entries(found).flatMap(([path, message]) =>
    message === null ? [] : [{ path, message }],
  )
}

/**
 * The right of a customer at a branch with which the same exam can still be taken, or can be once
 * the fee of an extension is paid; undefined without one.
 */
async function usableRight(
  ctx: UserContext,
  customerId: number,
  { branch_id, kind, licence_type }: Pick<GrantedRight, 'branch_id' | 'kind' | 'licence_type'>,
): Promise<PresentRight | undefined> {
  const today = ctx.clock.today()
  return ctx.tx
    .selectFrom('exam_right')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('application_line as l')
          .innerJoin('application as a', 'a.application_id', 'l.application_id')
          .select('a.application_code')
          .whereRef('l.right_id', '=', 'exam_right.right_id')
          .where('l.status', '=', 'open')
          .where('l.extend_days', 'is not', null)
          .where('l.extended_at', 'is', null)
          .orderBy('l.line_id')
          .limit(1)
          .as('extension'),
      (join) => join.onTrue(),
    )
    .select(['permission_date', 'application_code'])
    .where('customer_id', '=', customerId)
    .where('exam_right.branch_id', '=', branch_id)
    .where('kind', '=', kind)
    .where('licence_type', '=', licence_type)
    .where('used_at', 'is', null)
    .where('forfeited_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where((eb) =>
      eb.or([eb('permission_date', '>=', today), eb('application_code', 'is not', null)]),
    )
    .orderBy('permission_date', 'desc')
    .limit(1)
    .$narrowType<{ permission_date: Day }>()
    .executeTakeFirst()
}

/**
 * A right with which an exam can be taken, and the number of the application whose fee will extend
 * it, if any.
 */
interface PresentRight {
  permission_date: Day
  application_code?: string | null
}

/** The message that the customer already has a right to the exam. */
export const rightExists = (
  exam: Pick<GrantedRight, 'kind' | 'licence_type'>,
  { permission_date, application_code = null }: PresentRight,
): string => {
  const present = `ผู้สมัครมีสิทธิ์${examName(exam)}ของสาขานี้อยู่แล้ว ถึงวันที่ ${formatDay(permission_date)}`
  return application_code === null
    ? `${present} กรุณาต่ออายุสิทธิ์เดิมแทน`
    : `${present} และรอชำระค่าต่ออายุ (${application_code}) กรุณารับชำระหรือยกเลิกใบสมัครนั้นก่อน`
}

/**
 * Inserts a right of a locked customer, with the rows of its ledger.
 * @throws RIGHT_EXISTS while the customer has a usable right to the same exam at the branch; VALIDATION
 */
export async function insertGrantedRight(
  ctx: UserContext,
  { customer_id, is_walk_in }: Pick<StoredCustomer, 'customer_id' | 'is_walk_in'>,
  right: GrantedRight,
): Promise<number> {
  if (is_walk_in) {
    const message = messages.required(titleOf(customerFields, 'idcard'))
    throw invalid([{ path: 'customer_id', message }])
  }
  const problems = grantProblems(ctx, right)
  if (problems.length > 0) throw invalid(problems)
  const present = await usableRight(ctx, customer_id, right)
  if (present !== undefined) throw new AppError('RIGHT_EXISTS', rightExists(right, present), 409)
  const { permission_date, theory_passed_on, note, ...stored } = right
  const valid_from = ctx.clock.today()
  const { right_id } = await ctx.tx
    .insertInto('exam_right')
    .values({ ...stored, customer_id, valid_from, permission_date, theory_passed_on })
    .returning('right_id')
    .executeTakeFirstOrThrow()
  const granted = {
    right_id,
    event: 'granted',
    detail: { valid_from, permission_date, note },
  } as const
  const recorded = { right_id, event: 'theory_recorded', detail: { theory_passed_on } } as const
  await insertRightEvents(
    [granted, ...(theory_passed_on === null ? [] : [recorded])],
    stampOf(ctx),
  ).execute(ctx.tx)
  const state = { permission_date, disabled: false, used: false, forfeited: false }
  ctx.audit({
    entity: 'exam_right',
    id: right_id,
    branch: right.branch_id,
    after: {
      status: examRightStatus(state, valid_from),
      permission_date,
      ...(theory_passed_on !== null && { theory_passed_on }),
      note,
    },
  })
  return right_id
}

/** Books a right that this transaction has inserted. @throws the codes of {@link book} */
export async function bookGrantedRight(
  ctx: UserContext,
  right_id: number,
  wanted: Omit<WantedBooking, 'override_reason'>,
): Promise<Awaited<ReturnType<typeof book>>> {
  const right = await lockRight(ctx, { right_id })
  return book(ctx, right, { ...wanted, override_reason: '' }, await readHistory(ctx, right))
}

/**
 * Grants a right without an application, and books it if a day is given.
 * @throws NOT_FOUND, VALIDATION, RIGHT_EXISTS; the codes of {@link book} for the day
 */
export async function grantRight(
  ctx: UserContext,
  input: InputOf<typeof examRight.grant>,
): Promise<Answer<typeof examRight.grant>> {
  const {
    customer_id,
    exam_date = null,
    exam_session_id,
    theory_passed_on = null,
    ...right
  } = input
  ctx.scope.assertWritable(right.branch_id)
  const customer = await lockCustomer(ctx, customer_id)
  const right_id = await insertGrantedRight(ctx, customer, {
    ...right,
    theory_passed_on,
    origin: 'granted',
  })
  const granted = `ให้สิทธิ์${examName(right)}ถึงวันที่ ${formatDay(right.permission_date)} เรียบร้อยแล้ว`
  if (exam_date === null) return { message: granted, data: { right_id, exam_id: null } }
  const { exam_id, session } = await bookGrantedRight(ctx, right_id, { exam_date, exam_session_id })
  return {
    message: `${granted} · จองสอบ ${shownTime(exam_date, session)}`,
    data: { right_id, exam_id },
  }
}
