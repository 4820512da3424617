/** The payroll items that may be chosen for people of a branch. */
import { messages } from '@khapdee/contract/messages'
import type { UserContext } from '../../kernel/context.ts'
import { invalid } from '../../kernel/errors.ts'

/** A query for the items `i` in use that apply to a branch: its own and those of all branches. */
export const offeredItems = (ctx: UserContext, branchId: number) =>
  ctx.tx
    .selectFrom('list_payroll as i')
    .where('i.status', '=', 'open')
    .where('i.is_delete', '=', false)
    .where((eb) => eb.or([eb('i.branch_id', 'is', null), eb('i.branch_id', '=', branchId)]))

/**
 * Locks an item against changes until the end of the transaction.
 * @param items a query that begins with `offeredItems`
 * @throws VALIDATION for an item that the query does not find
 */
export async function assertOffered(
  items: ReturnType<typeof offeredItems>,
  itemId: number,
): Promise<void> {
  const item = await items
    .select('i.list_payroll_id')
    .where('i.list_payroll_id', '=', itemId)
    .forShare()
    .executeTakeFirst()
  if (item === undefined)
    throw invalid([{ path: 'list_payroll_id', message: messages.itemNotOffered }])
}
