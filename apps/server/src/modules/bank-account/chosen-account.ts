/** The bank account that staff choose for a transfer. Source: product specification, section 7b. */
import { messages } from '@khapdee/contract/messages'
import type { PayType } from '@khapdee/domain/application/status'
import type { UserContext } from '../../kernel/context.ts'
import { invalid } from '../../kernel/errors.ts'

const refuse = (message: string) => invalid([{ path: 'bank_account_id', message }])

/**
 * Checks the account that a call gives for its transfers; without one the database uses that of the
 * branch.
 * @param asked the account in the call; undefined and null mean none
 * @param kept the account that the record has, which it keeps even if the account is closed
 * @returns the account, or null
 * @throws VALIDATION without a transfer, and for an account that the branch does not use
 */
export async function chosenAccount(
  ctx: UserContext,
  branch_id: number,
  asked: number | null | undefined,
  payments: readonly { pay_type: PayType }[],
  kept: number | null = null,
): Promise<number | null> {
  if (asked == null) return null
  if (!payments.some(({ pay_type }) => pay_type === 'transfer'))
    throw refuse('ระบุบัญชีธนาคารได้เฉพาะการโอนเงิน')
  if (asked === kept) return kept
  const found = await ctx.tx
    .selectFrom('bank_account')
    .select('bank_account_id')
    .where('bank_account_id', '=', asked)
    .where(ctx.scope.visible('bank_account'))
    .where((row) => row.or([row('branch_id', 'is', null), row('branch_id', '=', branch_id)]))
    .where('is_activate', '=', true)
    .forKeyShare()
    .executeTakeFirst()
  if (found === undefined) throw refuse(messages.itemNotOffered)
  return asked
}
