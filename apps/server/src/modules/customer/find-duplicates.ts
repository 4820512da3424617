/** Records that may belong to one person. */
import type { DuplicateReason } from '@khapdee/contract/entities/customer-merge'
import type { RowOf } from '../../db/columns.ts'
import type { UserContext } from '../../kernel/context.ts'
import { type StoredCustomer, toCustomerRow } from './stored-customer.ts'
import { duplicatePairs, maxPairs } from './duplicates.queries.ts'
import { mergeRefusal } from './merge-rules.ts'

type Pair = RowOf<typeof duplicatePairs.columns>

function reasonsOf({ one, two }: Pair): DuplicateReason[] {
  const hasOnlyPassport = (row: StoredCustomer) => row.idcard === '' && row.passport !== ''
  const hasIdNumber = (row: StoredCustomer) => row.idcard !== ''
  const isMixed =
    (hasOnlyPassport(one) && hasIdNumber(two)) || (hasOnlyPassport(two) && hasIdNumber(one))
  return [
    ...(one.birthday !== null && one.birthday === two.birthday ? (['birthday'] as const) : []),
    ...(one.phone_1 !== '' && one.phone_1 === two.phone_1 ? (['phone'] as const) : []),
    ...(isMixed ? (['passport'] as const) : []),
  ]
}

/**
 * At most 100 pairs of records that may belong to one person and can be merged, newest first. `customer` is
 * the older record, which a merge keeps by default.
 */
export async function findDuplicates(ctx: UserContext) {
  const mergeable: Pair[] = []
  for (let offset = 0; mergeable.length < maxPairs; offset += maxPairs) {
    const pairs = await duplicatePairs.rows(ctx.tx, ctx, offset)
    mergeable.push(...pairs.filter(({ one, two }) => mergeRefusal(one, two) === null))
    if (pairs.length < maxPairs) break
  }
  return mergeable.slice(0, maxPairs).map((found) => ({
    customer: toCustomerRow(ctx, found.one),
    other: toCustomerRow(ctx, found.two),
    reasons: reasonsOf(found),
  }))
}
