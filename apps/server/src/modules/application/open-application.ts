/** Reads an application with its lines and locks it, so that nothing read changes until the commit. */
import type {
  ApplicationKind,
  ApplicationStatus,
  RequestDecision,
} from '@khapdee/domain/application/status'
import type { Satang } from '@khapdee/domain/money'
import { type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { type Reserved, type Wanted, reserve } from '../../kernel/numbering.ts'
import type { NumberedTable } from '../../kernel/numbering.queries.ts'
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

const branchOf = (id: number) =>
  sql<number>`(select branch_id from application where application_id = ${id})`

/** @see lockApplication; the head for its documents is read in the same round trip */
export async function lockWithHeader(
  ctx: UserContext,
  id: number,
): Promise<{ app: OpenApplication; header: BranchHeader }> {
  const locking = lockApplication(ctx, id)
  const reading = readBranchHeader(ctx, branchOf(id))
  // An application that is not there has no branch either; NOT_FOUND says it better.
  reading.catch(() => {})
  return { app: await locking, header: await reading }
}

/**
 * @see lockWithHeader; numbers of its branch and ids are taken in the same round trip, for calls that
 * lock nothing after the application
 */
export async function lockWithNumbers<Table extends NumberedTable>(
  ctx: UserContext,
  id: number,
  wanted: Omit<Wanted<Table>, 'branchId'>,
): Promise<{ app: OpenApplication; header: BranchHeader } & Reserved<Table>> {
  const locking = lockWithHeader(ctx, id)
  // Sent behind the lock. An application that is not there or not seen takes no number.
  const reserving = reserve(
    ctx.tx,
    { ...wanted, branchId: branchOf(id) },
    sql<SqlBool>`exists (select from application a where a.application_id = ${id}
      and ${ctx.scope.visible('application', 'a')})`,
  )
  reserving.catch(() => {})
  return { ...(await locking), ...(await reserving) }
}

/** 409: the record's state does not allow the action any more. */
export const stateError = (message: string) => new AppError('STATE', message, 409)
