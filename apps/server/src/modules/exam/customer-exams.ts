/** Reads the exams of one customer: rights, bookings, results, balances and missing documents. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { customerExam } from '@khapdee/contract/entities/customer-exam'
import type { CustomerRow } from '@khapdee/contract/entities/customer'
import { isOpen } from '@khapdee/domain/application/status'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { findOther } from '../customer/find-customer.ts'
import { resolveMergedId } from '../customer/merged-id.ts'
import { toCustomerRow } from '../customer/stored-customer.ts'
import { bookingsOfCustomer } from './booking-list.queries.ts'
import { unsettledApplications } from './customer-exams.queries.ts'
import { rightsOfCustomer } from './exam-right.queries.ts'
import { readBranchSettings } from '../booking/open-slots.ts'
import { withoutLateCancels } from './booking-abilities.ts'
import { toBookingRow } from './list-bookings.ts'
import { toRightRow } from './list-rights.ts'

/** The customer with an id, or the kept one when the record was merged. @throws NOT_FOUND */
async function readPerson(ctx: UserContext, requestedId: number): Promise<CustomerRow> {
  const found = await ctx.tx
    .selectFrom('customer')
    .selectAll()
    .where('customer_id', '=', await resolveMergedId(ctx, requestedId))
    .where(ctx.scope.visible('customer'))
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  return toCustomerRow(ctx, found)
}

/**
 * Finds a customer in the caller's branches and reads the exams there.
 * @throws NOT_FOUND for an unknown id; NUMBER_LOCKED after too many unsuccessful lookups
 */
export async function readCustomerExams(
  ctx: UserContext,
  { customer_id, ...search }: InputOf<typeof customerExam.get>,
): Promise<Answer<typeof customerExam.get>> {
  const { data: customer, others } =
    customer_id === undefined
      ? await findOther(ctx, search)
      : { data: await readPerson(ctx, customer_id), others: [] }
  if (customer === null) return { data: null, others }
  const id = customer.customer_id
  const [rights, bookings, applications, settings] = await Promise.all([
    rightsOfCustomer.rows(ctx.tx, ctx, id),
    bookingsOfCustomer.rows(ctx.tx, ctx, id),
    ctx.may('application.view') ? unsettledApplications.rows(ctx.tx, ctx, id) : null,
    readBranchSettings(ctx, ctx.may('exam.grant') ? ctx.scope.branchIds : []),
  ])
  return {
    data: {
      customer,
      unsettled: applications && applications.filter(({ status }) => isOpen(status)),
      rights: await withoutLateCancels(
        ctx,
        rights.map((right) => toRightRow(ctx, right)),
      ),
      bookings: await withoutLateCancels(
        ctx,
        bookings.map((booking) => toBookingRow(ctx, booking)),
      ),
      right_days: [...settings].map(([branch_id, { exam_right_days }]) => ({
        branch_id,
        days: exam_right_days,
      })),
    },
    others,
  }
}
