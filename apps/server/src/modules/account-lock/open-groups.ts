import type { OpenGroup } from '@khapdee/contract/entities/account-lock'
import { type OpenKind, openKinds } from '@khapdee/domain/account-lock'
import type { Day } from '@khapdee/domain/thai-date'
import type { UserContext } from '../../kernel/context.ts'
import { openItems } from './open-items.queries.ts'

/** The open items of a branch up to a day, by kind; kinds without items are omitted. */
export async function openGroups(
  ctx: UserContext,
  branchId: number,
  until: Day,
): Promise<OpenGroup[]> {
  const { all_branches: ofAllBranches } = ctx.actor
  const rows = await openItems.rows(ctx.tx, { branchId, until, ofAllBranches })
  return (Object.keys(openKinds) as OpenKind[]).flatMap((kind) => {
    const items = rows.filter((row) => row.kind === kind)
    const [first] = items
    if (first === undefined) return []
    const { count, sum: value } = first
    return [{ kind, is_blocking: openKinds[kind].blocks, count, value, items }]
  })
}
