/** A page of applications of one kind or of all, for lists and for the payment screens. */
import type { ApplicationRow } from '@khapdee/contract/entities/application-shapes'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { maskIdCard } from '@khapdee/domain/id-card'
import { withWrittenOff } from '@khapdee/domain/application/totals'
import { zeroSatang } from '@khapdee/domain/money'
import type { UserContext } from '../../kernel/context.ts'
import { boundedMeta, metaOf } from '../../kernel/list.ts'
import { withLookupLimit } from '../number-lookup.ts'
import { type Kinds, decisionsOf } from './application-filter.ts'
import { type Listed, listRows, searchRows } from './application.queries.ts'

type ShownRow = ApplicationRow & Pick<Listed, 'due_date'>

/** Whether the row has an application; the one row of an empty page has only totals. */
const isApplication = (found: Listed): found is Listed & ShownRow => found.application_id !== null

/** Changes the row itself, because copying each row would cost as much as reading it. */
function maskNumber(row: Listed & ShownRow): ShownRow {
  row.idcard = maskIdCard(row.idcard)
  return row
}

/**
 * A page of applications of one kind or of all, with the totals of all matches in satang. The totals are
 * null when the count is capped. ID numbers are masked.
 */
export async function listApplications(ctx: UserContext, query: ListQuery, kinds: Kinds) {
  const { text } = query
  // The tallies lack text and category, so the matches are counted, up to a bound. A decision
  // (`decisionsOf`) is summed from the index application_decision.
  const isCountedUpToBound =
    isSet(text) || (isSet(query.category) && decisionsOf(query).length === 0)
  const rows = await (isSet(text)
    ? withLookupLimit(
        ctx,
        text,
        () => searchRows(ctx, query, kinds, text),
        ([row]) => (row?.count ?? 0) > 0,
      )
    : isCountedUpToBound
      ? searchRows(ctx, query, kinds)
      : listRows(ctx, query, kinds))
  const { count, sum_net, sum_paid, sum_balance, sum_cash, sum_transfer, over_cap_count } =
    rows[0] ?? { count: 0 }
  const meta = isCountedUpToBound ? boundedMeta(query, count) : metaOf(query, count)
  return {
    data: rows.filter(isApplication).map(maskNumber),
    meta,
    total: meta.capped
      ? null
      : {
          ...withWrittenOff({
            net: sum_net ?? zeroSatang,
            paid: sum_paid ?? zeroSatang,
            balance: sum_balance ?? zeroSatang,
          }),
          cash: sum_cash ?? zeroSatang,
          banktransfer: sum_transfer ?? zeroSatang,
          ...(over_cap_count && { over_cap: over_cap_count }),
        },
  }
}
