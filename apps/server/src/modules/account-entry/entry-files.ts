/** Files attached to entries. The entries of one bill share theirs. */
import type { UserContext } from '../../kernel/context.ts'
import { refuse } from './check-entry.ts'

/** Stores which files are attached to entries, in this order. */
export async function storeFiles(
  ctx: UserContext,
  ids: readonly number[],
  files: readonly number[],
) {
  await ctx.tx.deleteFrom('account_entry_file').where('entry_id', 'in', ids).execute()
  if (files.length === 0) return
  await ctx.tx
    .insertInto('account_entry_file')
    .values(
      ids.flatMap((entry_id) =>
        files.map((file_id, position) => ({ entry_id, file_id, position })),
      ),
    )
    .execute()
}

/**
 * The entries that share attachments with one, itself included; locks those of its bill.
 * @throws VALIDATION where one of them is of a branch that the caller does not see
 */
export async function sharingEntries(
  ctx: UserContext,
  { entry_id, bill_id }: { entry_id: number; bill_id: number | null },
): Promise<number[]> {
  if (bill_id === null) return [entry_id]
  const rows = await ctx.tx
    .selectFrom('account_entry')
    .select(['entry_id', 'branch_id'])
    .where('bill_id', '=', bill_id)
    .orderBy('entry_id')
    .forNoKeyUpdate()
    .execute()
  if (rows.some(({ branch_id }) => !ctx.scope.branchIds.includes(branch_id)))
    throw refuse('files', 'เอกสารแนบของบิลนี้ใช้ร่วมกับสาขาอื่น แก้ไขได้เฉพาะผู้ที่ดูแลทุกสาขาของบิล')
  return rows.map((row) => row.entry_id)
}
