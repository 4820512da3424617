/** The voucher numbers of entries of staff. */
import { voucherTypes } from '@khapdee/domain/account-entry'
import type { AccountSide } from '@khapdee/domain/expense-item'
import type { Day } from '@khapdee/domain/thai-date'
import type { DocumentType } from '@khapdee/domain/document-number'
import type { UserContext } from '../../kernel/context.ts'
import { reserve } from '../../kernel/numbering.ts'

/** Takes the next number of the month of the entry. */
export const nextCode = (
  ctx: UserContext,
  { branch_id, side, date }: { branch_id: number; side: AccountSide; date: Day },
): Promise<string> => nextNumber(ctx, voucherTypes[side], branch_id, date)

/** Takes the next number of a type of documents in the month of a day. */
export async function nextNumber(
  ctx: UserContext,
  type: DocumentType,
  branch_id: number,
  date: Day,
): Promise<string> {
  const { code } = await ctx.tx
    .selectFrom('branch')
    .select('code')
    .where('branch_id', '=', branch_id)
    .executeTakeFirstOrThrow()
  const { numbers } = await reserve(ctx.tx, {
    branchId: branch_id,
    day: date,
    numbers: { [type]: 1 },
    ids: {},
  })
  const [number = ''] = numbers(type, code)
  return number
}
