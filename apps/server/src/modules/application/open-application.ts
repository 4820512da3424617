/** Locks an application for a change and reads it with its lines. */
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
 * Locks an application of the caller's branches until the transaction ends, and reads it with customer and
 * lines. These are read by a second statement after the lock is held, because a statement sees the rows
 * as they were when it began.
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
  // Sent without waiting; the server starts it when the first statement has the lock.
  const reading = customerAndLines.first(ctx.tx, id)
  const [row, part] = await Promise.all([locking, reading])
  if (row === undefined || part === undefined) throw notFound()
  return { ...row, ...part }
}

const branchOf = (id: number) =>
  sql<number>`(select branch_id from application where application_id = ${id})`

/** Like {@link lockApplication}; also reads the header for documents, in the same round trip. */
export async function lockWithHeader(
  ctx: UserContext,
  id: number,
): Promise<{ app: OpenApplication; header: BranchHeader }> {
  const locking = lockApplication(ctx, id)
  const reading = readBranchHeader(ctx, branchOf(id))
  // Fails for an unknown application, for which `locking` throws NOT_FOUND; this prevents an unhandled
  // rejection.
  reading.catch(() => {})
  return { app: await locking, header: await reading }
}

/**
 * Like {@link lockWithHeader}; also takes ids and document numbers of the branch in the same round trip.
 * Only for calls that lock nothing after the application, because the counters of the numbers must be
 * locked last.
 */
export async function lockWithNumbers<Table extends NumberedTable>(
  ctx: UserContext,
  id: number,
  wanted: Omit<Wanted<Table>, 'branchId'>,
): Promise<{ app: OpenApplication; header: BranchHeader } & Reserved<Table>> {
  const locking = lockWithHeader(ctx, id)
  // Sent after the locking statement. Takes no number when the application is unknown or not visible.
  const reserving = reserve(
    ctx.tx,
    { ...wanted, branchId: branchOf(id) },
    sql<SqlBool>`exists (select from application a where a.application_id = ${id}
      and ${ctx.scope.visible('application', 'a')})`,
  )
  reserving.catch(() => {})
  return { ...(await locking), ...(await reserving) }
}

/** The error 409 for an action that the record's state does not allow. */
export const stateError = (message: string) => new AppError('STATE', message, 409)
