/** A page of applications of one kind or of all, for lists and for the payment screens. */
import type { ApplicationRow } from '@khapdee/contract/entities/application-shapes'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { maskIdCard } from '@khapdee/domain/id-card'
import { zeroSatang } from '@khapdee/domain/money'
import type { UserContext } from '../../kernel/context.ts'
import { boundedMeta, metaOf } from '../../kernel/list.ts'
import { withLookupLimit } from '../number-lookup.ts'
import type { Kinds } from './application-filter.ts'
import { type Listed, listRows, searchRows } from './application.queries.ts'

const isShown = (found: Listed): found is Listed & ApplicationRow => found.application_id !== null

/** Changes the row itself, because copying each row would cost as much as reading it. */
function maskNumber(row: Listed & ApplicationRow): ApplicationRow {
  row.idcard = maskIdCard(row.idcard)
  return row
}

/**
 * A page of applications of one kind or of all, with the totals of all matches in satang. The totals are
 * null when the count is capped. ID numbers are masked.
 */
export async function listApplications(ctx: UserContext, query: ListQuery, kinds: Kinds) {
  const { text } = query
  const rows = await (isSet(text)
    ? withLookupLimit(
        ctx,
        text,
        () => searchRows(ctx, query, kinds, text),
        ([row]) => (row?.count ?? 0) > 0,
      )
    : listRows(ctx, query, kinds))
  const { count, sum_net, sum_paid, sum_balance, sum_cash, sum_transfer } = rows[0] ?? { count: 0 }
  const meta = isSet(text) ? boundedMeta(query, count) : metaOf(query, count)
  return {
    data: rows.filter(isShown).map(maskNumber),
    meta,
    total: meta.capped
      ? null
      : {
          net: sum_net ?? zeroSatang,
          paid: sum_paid ?? zeroSatang,
          balance: sum_balance ?? zeroSatang,
          cash: sum_cash ?? zeroSatang,
          banktransfer: sum_transfer ?? zeroSatang,
        },
  }
}
