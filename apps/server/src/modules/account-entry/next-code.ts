/** The voucher numbers of entries of staff. */
import { voucherTypes } from '@khapdee/domain/account-entry'
import type { AccountSide } from '@khapdee/domain/expense-item'
import type { Day } from '@khapdee/domain/thai-date'
import type { UserContext } from '../../kernel/context.ts'
import { reserve } from '../../kernel/numbering.ts'

/** Takes the next number of the month of the entry. */
export async function nextCode(
  ctx: UserContext,
  { branch_id, side, date }: { branch_id: number; side: AccountSide; date: Day },
): Promise<string> {
  const type = voucherTypes[side]
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
