/** The lock of a drawer, taken by withdrawals of cash and by the day close. */
import type { UserContext } from '../../kernel/context.ts'

/**
 * Locks the drawer of a branch until the transaction ends. Payments are locked before drawers; petty cash and the counters of
 * document numbers after them.
 */
export async function lockDrawer({ tx }: Pick<UserContext, 'tx'>, branchId: number): Promise<void> {
  await tx
    .selectFrom('drawer')
    .select('branch_id')
    .where('branch_id', '=', branchId)
    .forNoKeyUpdate()
    .execute()
}
