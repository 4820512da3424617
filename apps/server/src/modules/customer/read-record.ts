/** One customer with their applications, payments, documents, exam rights and changes. */
import type { OutputOf } from '@khapdee/contract/endpoint'
import type { customerRecord } from '@khapdee/contract/entities/customer-record'
import { isOpen } from '@khapdee/domain/application/status'
import { withWrittenOff } from '@khapdee/domain/application/totals'
import { examRightStatus } from '@khapdee/domain/exam-right'
import { satang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { customerTrail } from '../audit/describe-entries.ts'
import { customerHistory } from './customer-history.queries.ts'
import { toCustomerRow } from './stored-customer.ts'
import { resolveMergedId } from './merged-id.ts'

async function readPerson(ctx: UserContext, id: number) {
  const person = await ctx.tx
    .selectFrom('customer as c')
    .innerJoin('branch as b', 'b.branch_id', 'c.branch_id')
    .leftJoin('app_user as u', 'u.user_id', 'c.privacy_notice_by')
    .selectAll('c')
    .select(['b.name as branch', sql<string>`coalesce(${userName('u')}, '')`.as('notice_by')])
    .where('c.customer_id', '=', id)
    .where(ctx.scope.visible('customer', 'c'))
    .executeTakeFirst()
  if (person === undefined) throw notFound()
  return person
}

const noHistory = { totals: null, applications: null, payments: null, documents: null, exams: null }

/** The history of a customer; all nulls for callers who may not see applications. */
async function historyOf(ctx: UserContext, id: number) {
  if (!ctx.may('application.view')) return noHistory
  const { applications, payments, documents, exams } = await customerHistory.one(ctx.tx, ctx, id)
  const today = ctx.clock.today()
  // The totals exclude refunded, ended and cancelled applications, and those above the limit of amounts.
  const open = applications.filter(({ status, over_cap }) => isOpen(status) && !over_cap)
  const sum = (name: 'net' | 'paid' | 'balance') =>
    satang(open.reduce((total, application) => total + application[name], 0))
  return {
    totals: withWrittenOff({ net: sum('net'), paid: sum('paid'), balance: sum('balance') }),
    applications,
    payments,
    documents,
    exams: exams.map((right) => ({ ...right, status: examRightStatus(right, today) })),
  }
}

/**
 * Reads the record of a customer; for the id of a merged record, that of the kept one.
 * @throws NOT_FOUND
 */
export async function readRecord(
  ctx: UserContext,
  requestedId: number,
): Promise<OutputOf<typeof customerRecord.get>> {
  const person = await readPerson(ctx, await resolveMergedId(ctx, requestedId))
  const { notice_by, branch, createdAt, updatedAt } = person
  return {
    data: {
      customer: {
        ...toCustomerRow(ctx, person),
        branch,
        privacy_notice_by: notice_by,
        createdAt,
        updatedAt,
      },
      ...(await historyOf(ctx, person.customer_id)),
      changes: ctx.may('customer.update') ? await customerTrail(ctx, person.customer_id) : null,
    },
  }
}
