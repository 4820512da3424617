/** SQL that selects the documents that a new application requires. */
import { fulfilledConditions } from '@khapdee/domain/application/required-document'
import { type Day, ageOn, day } from '@khapdee/domain/thai-date'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { StoredCustomer } from '../customer/stored-customer.ts'

/** An application at its registration. */
export interface Registered {
  branchId: number
  customer: Pick<StoredCustomer, 'is_foreigner' | 'birthday'>
  lines: readonly { kind: string; item_id: number }[]
  /** The day of the registration. */
  today: Day
}

/** The condition that a row of `document_type` is required by the lines and the customer. */
export function isRequired({ branchId, customer, lines, today }: Registered): RawBuilder<SqlBool> {
  const { is_foreigner, birthday } = customer
  const age = birthday === null ? null : ageOn(day(birthday), today)
  const idsOf = (kind: string) =>
    lines.filter((line) => line.kind === kind).map(({ item_id }) => item_id)
  const courses = idsOf('course')
  return sql`(branch_id is null or branch_id = ${branchId})
      and condition = any(${fulfilledConditions(is_foreigner, age)}::text[])
      and (course_id = any(${courses}::int[]) or other_fee_id = any(${idsOf('other_fee')}::int[])
        or request_fee_id = any(${idsOf('request_fee')}::int[])
        or course_id is null and other_fee_id is null and request_fee_id is null and ${courses.length > 0}::boolean)`
}

/** A query for the types of documents that the lines and the customer require, one for each name. */
export const requiredTypes = (registered: Registered): RawBuilder<unknown> => sql`
    select distinct on (name) document_type_id, name, valid_days
    from document_type
    where is_activate and not is_delete and ${isRequired(registered)}
    order by name, valid_days desc, document_type_id`

/** The names of the documents that a new application requires. */
export const requiredNames = tunedQuery({
  columns: { name: text() },
  sql: (registered: Registered) => sql`
    select name from (${requiredTypes(registered)}) required order by document_type_id`,
})
