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
  const { rows } = await sql<StoredMoney>`
    select application_id, application_code, type, branch_id, status, decision, customer_id, net, paid,
      balance, paid_cash, paid_transfer, customer_name, search, created_by
    from application a
    where a.application_id = ${id} and ${ctx.scope.visible('application', 'a')}
    for no key update`.execute(ctx.tx)
  const [row] = rows
  if (row === undefined) throw notFound()
  const { rows: parts } = await sql<{ customer: StoredCustomer; lines: OpenLine[] }>`
    select to_jsonb(c) as customer, (
      select jsonb_agg(to_jsonb(l) order by l.position) from application_line l where l.application_id = ${id}
    ) as lines
    from customer c where c.customer_id = ${row.customer_id}`.execute(ctx.tx)
  const [part] = parts
  if (part === undefined) throw new Error(`there is no customer ${row.customer_id}`)
  return { ...row, ...part }
}

/** 409: the record's state does not allow the action any more. */
export const stateError = (message: string) => new AppError('STATE', message, 409)
