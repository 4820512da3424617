/** SQL that finds records that may belong to one person. */
import { sql } from 'kysely'
import { jsonb } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'
import type { StoredCustomer } from './stored-customer.ts'

/** Pairs in one answer of {@link duplicatePairs}. */
export const maxPairs = 100

/**
 * Pairs with the same name and the same birthday or phone, newest first. A Thai ID number is unique, so
 * at least one record of a pair has no ID number or is a foreigner's. Only these few records are compared
 * with the customers of the same name, through the index on `name collate thai`.
 * Returns at most `maxPairs` pairs after the first `offset` ones.
 */
export const duplicatePairs = tunedQuery({
  columns: { one: jsonb<StoredCustomer>(), two: jsonb<StoredCustomer>() },
  sql: (ctx: UserContext, offset: number) => sql`
    select distinct on (d.two_id, d.one_id) to_jsonb(one) as one, to_jsonb(two) as two
    from (
      select least(a.customer_id, b.customer_id) as one_id, greatest(a.customer_id, b.customer_id) as two_id
      from customer a join customer b on b.name collate thai = a.name collate thai
        and b.customer_id <> a.customer_id and not b.is_delete and not b.is_walk_in
        and (b.birthday = a.birthday or b.phone_1 = a.phone_1 and a.phone_1 <> '')
      where (a.idcard = '' or a.is_foreigner) and not a.is_delete and not a.is_walk_in
    ) d join customer one on one.customer_id = d.one_id join customer two on two.customer_id = d.two_id
    where ${ctx.scope.visible('customer', 'one')} and ${ctx.scope.visible('customer', 'two')}
    order by d.two_id desc, d.one_id limit ${maxPairs} offset ${offset}`,
})
