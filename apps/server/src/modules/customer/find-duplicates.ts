/**
 * Records that may be of one person. A Thai number is given once and stored once, so one of the two
 * has none, or is a foreigner's: those are few, and each is compared with all of the same name.
 */
import type { DuplicateReason } from '@khapdee/contract/entities/customer-merge'
import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { type StoredCustomer, toCustomerRow } from './customer.queries.ts'
import { mergeRefusal } from './merge-rules.ts'

const mostShown = 100

interface Found {
  one: StoredCustomer
  two: StoredCustomer
}

function reasonsOf({ one, two }: Found): DuplicateReason[] {
  const isByPassport = (row: StoredCustomer) => row.idcard === '' && row.passport !== ''
  const isByNumber = (row: StoredCustomer) => row.idcard !== ''
  const isMixed = (isByPassport(one) && isByNumber(two)) || (isByPassport(two) && isByNumber(one))
  return [
    ...(one.birthday !== null && one.birthday === two.birthday ? (['birthday'] as const) : []),
    ...(one.phone_1 !== '' && one.phone_1 === two.phone_1 ? (['phone'] as const) : []),
    ...(isMixed ? (['passport'] as const) : []),
  ]
}

/** Suspected pairs, the newest first; the record that is older is the one to keep. */
export async function findDuplicates(ctx: UserContext) {
  // By the order in which names are listed, which an index keeps.
  const { rows } = await sql<Found>`
    select distinct on (d.two_id, d.one_id) to_jsonb(one) as one, to_jsonb(two) as two
    from (
      select least(a.customer_id, b.customer_id) as one_id, greatest(a.customer_id, b.customer_id) as two_id
      from customer a join customer b on b.name collate thai = a.name collate thai
        and b.customer_id <> a.customer_id and not b.is_delete
        and (b.birthday = a.birthday or b.phone_1 = a.phone_1 and a.phone_1 <> '')
      where (a.idcard = '' or a.is_foreigner) and not a.is_delete
    ) d join customer one on one.customer_id = d.one_id join customer two on two.customer_id = d.two_id
    where ${ctx.scope.visible('customer', 'one')} and ${ctx.scope.visible('customer', 'two')}
    order by d.two_id desc, d.one_id limit ${mostShown}`.execute(ctx.tx)
  return rows
    .filter(({ one, two }) => mergeRefusal(one, two) === null)
    .map((found) => ({
      customer: toCustomerRow(ctx, found.one),
      other: toCustomerRow(ctx, found.two),
      reasons: reasonsOf(found),
    }))
}
