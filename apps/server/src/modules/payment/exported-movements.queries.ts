/** SQL of the payment history as a file. */
import type { ApplicationKind, PayType, PaymentStatus } from '@khapdee/domain/application/status'
import type { Satang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import { bigint, bool, instant, int, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { movementColumns, movementTables } from './payment.queries.ts'

/** Movements as lists show them, with their ids as `id`. */
export const exportedMovements = tunedQuery({
  columns: {
    id: int(),
    payment_code: text(),
    application_id: int(),
    application_code: text(),
    kind: text<ApplicationKind>(),
    refund: bool(),
    customer: text(),
    pay_type: text<PayType>(),
    paid: bigint<Satang>(),
    status: text<PaymentStatus>(),
    bank_reference: text(),
    closing_code: text(),
    branch: text(),
    user: text(),
    createdAt: instant(),
    lines: text(),
  },
  sql: (ids: readonly number[]) => sql`
    select p.payment_id as id, ${movementColumns} from payment p ${movementTables}
    where p.payment_id = any(${ids}::int[])`,
})
