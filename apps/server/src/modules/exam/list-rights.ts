/** Reads exam rights: the list, and the rights of one application. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { ExamRightRow, examRight } from '@khapdee/contract/entities/exam-right'
import { isOpenLine } from '@khapdee/domain/application/totals'
import { examKinds } from '@khapdee/domain/evaluation'
import {
  balanceFirst,
  bookingSentence,
  bookingTime,
  rightProblem,
  unsettledProblem,
} from '@khapdee/domain/exam-booking'
import {
  examRightStatus,
  examRightStatuses,
  extensionProblem,
  mayDisable,
  mayEnable,
} from '@khapdee/domain/exam-right'
import { examLicences } from '@khapdee/domain/licence-types'
import type { RowOf } from '../../db/columns.ts'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions, labelOptions } from '../../kernel/crud.ts'
import { notFound } from '../../kernel/errors.ts'
import { boundedMeta, metaOf } from '../../kernel/list.ts'
import { withLookupLimit } from '../number-lookup.ts'
import { bookingAbilities, noAbilities, withoutLateCancels } from './booking-abilities.ts'
import { mayCertify } from './certified.ts'
import { type StoredRight, oneRight, rightPage, rightsOfApplication } from './exam-right.queries.ts'
import { maxFoundExams } from './right-search.ts'

type Found = RowOf<typeof rightPage.columns>
/** Whether the row has a right; the one row of an empty page has only the count. */
const isRight = (row: Found): row is Found & StoredRight => row.right_id !== null

/** A stored right as lists show it to the caller. The balance is null for callers who may not see applications. */
export function toRightRow<Right extends StoredRight>(
  ctx: UserContext,
  right: Right,
): Omit<Right, 'balance'> & ExamRightRow {
  const today = ctx.clock.today()
  const lineIsOpen = isOpenLine({ status: right.line_status })
  const { booking } = right
  const unsettled = unsettledProblem({
    balance: right.balance,
    needsFullPayment: right.needs_full_payment,
    refundPending: right.refund_pending,
  })
  const seesBalance = ctx.may('application.view')
  const mayBook = ctx.may('exam.book')
  const isOpen = rightProblem(right, today) === null
  return {
    ...right,
    exam_id: booking?.exam_id ?? null,
    balance: seesBalance ? right.balance : null,
    owing: seesBalance ? right.owing : [],
    status: examRightStatus(right, today),
    reason: bookingSentence(right, {
      today,
      lineIsOpen,
      booked: booking && bookingTime(booking),
      unsettled:
        unsettled?.code === 'BALANCE_FIRST' && !seesBalance
          ? { ...unsettled, message: balanceFirst }
          : unsettled,
    }),
    can: {
      book: mayBook && booking === null && isOpen && unsettled === null,
      wait: mayBook && booking === null && isOpen && unsettled?.code === 'BALANCE_FIRST',
      ...(booking === null ? noAbilities : bookingAbilities(ctx, booking, right)),
      extend:
        (ctx.may('exam.extend') || ctx.may('exam.extend-free')) &&
        lineIsOpen &&
        extensionProblem(right) === null,
      disable: ctx.may('exam.disable') && mayDisable(right),
      theory: ctx.may('exam.correct') && right.theory_passed_on !== null && !right.is_taken,
      enable: ctx.may('exam.disable') && mayEnable(right, lineIsOpen),
      certify: mayCertify(ctx, right),
    },
  }
}

const filtersOf = (ctx: UserContext) => ({
  branch: branchOptions(ctx),
  status: labelOptions(examRightStatuses),
  category: labelOptions(examKinds),
  type: labelOptions(examLicences),
})

/** @throws NOT_FOUND */
async function readApplication(
  ctx: UserContext,
  applicationId: number,
): Promise<Answer<typeof examRight.gettable>> {
  const found = await rightsOfApplication.first(ctx.tx, ctx, applicationId)
  if (found === undefined) throw notFound()
  const data = await withoutLateCancels(
    ctx,
    found.rights.map((right) => toRightRow(ctx, right)),
  )
  return {
    data,
    meta: metaOf({ page: 1, perPage: Math.max(1, data.length) }, data.length),
    filter: filtersOf(ctx),
    ...(ctx.may('application.view') && { payments: found.payments }),
  }
}

/** One right with its ledger. @throws NOT_FOUND */
async function readRight(
  ctx: UserContext,
  rightId: number,
): Promise<Answer<typeof examRight.gettable>> {
  const found = await oneRight.first(ctx.tx, ctx, rightId)
  if (found === undefined) throw notFound()
  return {
    data: await withoutLateCancels(ctx, [toRightRow(ctx, found)]),
    meta: metaOf({ page: 1, perPage: 1 }, 1),
    filter: filtersOf(ctx),
  }
}

/** @throws NOT_FOUND for an application or a right that the caller does not see; NUMBER_LOCKED */
export async function listRights(
  ctx: UserContext,
  { application_id, right_id, ...query }: InputOf<typeof examRight.gettable>,
): Promise<Answer<typeof examRight.gettable>> {
  if (application_id !== undefined) return readApplication(ctx, application_id)
  if (right_id !== undefined) return readRight(ctx, right_id)
  const rows = await withLookupLimit(
    ctx,
    query.text,
    () => rightPage.rows(ctx.tx, ctx, query),
    ([row]) => (row?.count ?? 0) > 0,
  )
  return {
    data: await withoutLateCancels(
      ctx,
      rows.filter(isRight).map((right) => toRightRow(ctx, right)),
    ),
    meta: boundedMeta(query, rows[0]?.count ?? 0, query.text ? maxFoundExams : undefined),
    filter: filtersOf(ctx),
  }
}
