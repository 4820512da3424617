/** SQL that reads an application's customer and lines for a change. */
import type { PayType } from '@khapdee/domain/application/status'
import type { Satang } from '@khapdee/domain/money'
import type { LineKind } from '@khapdee/domain/promotion'
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { jsonb } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { StoredCustomer } from '../customer/stored-customer.ts'

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

/** The customer and the lines of an application, in one row. */
export const customerAndLines = tunedQuery({
  columns: { customer: jsonb<StoredCustomer>(), lines: jsonb<OpenLine[]>() },
  sql: (applicationId: number) => sql`
    select to_jsonb(c) as customer, (
      select jsonb_agg(to_jsonb(l) order by l.position) from application_line l
      where l.application_id = ${applicationId}
    ) as lines
    from application a join customer c using (customer_id) where a.application_id = ${applicationId}`,
})
