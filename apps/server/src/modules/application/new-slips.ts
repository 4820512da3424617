/** Pictures of slips that come with the transfers of new payments. Source: product specification, section 7. */
import type { PayType } from '@khapdee/domain/application/status'
import { type RawBuilder, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { invalid } from '../../kernel/errors.ts'
import { attachImage } from '../file/attach-file.ts'

/**
 * Checks and locks the picture that a call names for its transfer.
 * @returns its file, or null
 * @throws VALIDATION without a transfer, and for a file that the caller has not uploaded
 */
export async function chosenSlip(
  ctx: UserContext,
  asked: number | null | undefined,
  payments: readonly { pay_type: PayType }[],
): Promise<number | null> {
  if (asked == null) return null
  if (!payments.some(({ pay_type }) => pay_type === 'transfer'))
    throw invalid([{ path: 'slip_file_id', message: 'แนบสลิปได้เฉพาะการโอนเงิน' }])
  await attachImage(ctx, 'slip_file_id', asked, null)
  return asked
}

/** Builds the statement that adds a slip to the transfer of new payments; it comes after theirs. */
export const insertSlip = (
  payments: readonly { payment_id: number; pay_type: PayType }[],
  file_id: number | null,
  { user_id, at }: { user_id: number; at: string },
): RawBuilder<unknown>[] =>
  file_id === null
    ? []
    : payments
        .filter(({ pay_type }) => pay_type === 'transfer')
        .map(
          ({ payment_id }) => sql`
            insert into payment_slip (payment_id, file_id, created_by, "createdAt")
            values (${payment_id}, ${file_id}, ${user_id}, ${at})`,
        )
