/** Reads an application with its lines and locks it, so that nothing read changes until the commit. */
import type {
  ApplicationKind,
  ApplicationStatus,
  RequestDecision,
} from '@khapdee/domain/application/status'
import type { Satang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import type { StoredCustomer } from '../customer/stored-customer.ts'
import { type BranchHeader, readBranchHeader } from './branch-header.ts'
import { type OpenLine, customerAndLines } from './open-application.queries.ts'

interface StoredMoney {
  application_id: number
  application_code: string
  type: ApplicationKind
  branch_id: number
  status: ApplicationStatus
  decision: RequestDecision | null
  customer_id: number
  net: Satang
  paid: Satang
  balance: Satang
  paid_cash: Satang
  paid_transfer: Satang
  customer_name: string
  search: string
  created_by: number
}

export interface OpenApplication extends StoredMoney {
  customer: StoredCustomer
  lines: OpenLine[]
}

/**
 * Locks an application of the caller's branches until the transaction ends. The lines are read by a
 * statement of their own after the lock is held, because a statement sees the rows as they were when
 * it began.
 * @throws NOT_FOUND
 */
export async function lockApplication(ctx: UserContext, id: number): Promise<OpenApplication> {
  const locking = ctx.tx
    .selectFrom('application as a')
    .select(['application_id', 'application_code', 'type', 'branch_id', 'status', 'decision'])
    .select(['customer_id', 'net', 'paid', 'balance', 'paid_cash', 'paid_transfer'])
    .select(['customer_name', 'search', 'created_by'])
    .where('a.application_id', '=', id)
    .where(ctx.scope.visible('application', 'a'))
    .forNoKeyUpdate()
    .$narrowType<StoredMoney>()
    .executeTakeFirst()
  // Sent behind the first, and begun only when that has the lock.
  const reading = customerAndLines.first(ctx.tx, id)
  const [row, part] = await Promise.all([locking, reading])
  if (row === undefined || part === undefined) throw notFound()
  return { ...row, ...part }
}

/** @see lockApplication; the head for its documents is read in the same round trip */
export async function lockWithHeader(
  ctx: UserContext,
  id: number,
): Promise<{ app: OpenApplication; header: BranchHeader }> {
  const locking = lockApplication(ctx, id)
  const branchId = sql<number>`(select branch_id from application where application_id = ${id})`
  const reading = readBranchHeader(ctx, branchId)
  // An application that is not there has no branch either; NOT_FOUND says it better.
  reading.catch(() => {})
  return { app: await locking, header: await reading }
}

/** 409: the record's state does not allow the action any more. */
export const stateError = (message: string) => new AppError('STATE', message, 409)
