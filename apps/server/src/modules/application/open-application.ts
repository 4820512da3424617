/** Reads an application with its lines and locks it, so that nothing read changes until the commit. */
import type {
  ApplicationKind,
  ApplicationStatus,
  PayType,
  RequestDecision,
} from '@khapdee/domain/application/status'
import type { Satang } from '@khapdee/domain/money'
import type { LineKind } from '@khapdee/domain/promotion'
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import type { StoredCustomer } from '../customer/customer.queries.ts'
import { type BranchHeader, readBranchHeader } from './branch-header.ts'

export interface OpenLine {
  line_id: number
  kind: LineKind
  name: string
  promotion_id: number | null
  promotion_code: string
  exam_date: Day | null
  cost: Satang
  discount: Satang
  paid: Satang
  pay_type: PayType | null
  note: string
}

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
  const locking = sql<StoredMoney>`
    select application_id, application_code, type, branch_id, status, decision, customer_id, net, paid,
      balance, paid_cash, paid_transfer, customer_name, search, created_by
    from application a
    where a.application_id = ${id} and ${ctx.scope.visible('application', 'a')}
    for no key update`.execute(ctx.tx)
  // Sent behind the first, and begun only when that has the lock.
  const reading = sql<{ customer: StoredCustomer; lines: OpenLine[] }>`
    select to_jsonb(c) as customer, (
      select jsonb_agg(to_jsonb(l) order by l.position) from application_line l where l.application_id = ${id}
    ) as lines
    from application a join customer c using (customer_id) where a.application_id = ${id}`.execute(
    ctx.tx,
  )
  const [{ rows }, { rows: parts }] = await Promise.all([locking, reading])
  const [row] = rows
  const [part] = parts
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
