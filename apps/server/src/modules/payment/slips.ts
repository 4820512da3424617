/** Pictures of the slips of transfers, and the references on them. Source: product specification, section 7. */
import { payment } from '@khapdee/contract/entities/payment'
import type { PayType } from '@khapdee/domain/application/status'
import { type RawBuilder, sql } from 'kysely'
import { command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { conflict, invalid, notFound, stateError } from '../../kernel/errors.ts'
import { mapDuplicateReference } from '../application/bank-reference.ts'
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

/** Builds the statement that removes the slip of a receipt that is no transfer any more. */
export const removeSlip = (payment_id: number): RawBuilder<unknown> =>
  sql`delete from payment_slip where payment_id = ${payment_id}`

/** Adds, replaces or removes slip and reference of a transfer; the money stays as it is, so days may be closed or locked. */
export const saveSlip = command(payment.slip, async (ctx, input) => {
  const { payment_id, version, slip_file_id, bank_reference } = input
  const receipt = await ctx.tx
    .selectFrom('payment')
    .select(['pay_type', 'status', 'bank_reference', 'branch_id', 'version'])
    .where('payment_id', '=', payment_id)
    .where('kind', '=', 'receipt')
    .where('branch_id', 'in', ctx.scope.branchIds)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (receipt === undefined) throw notFound()
  if (receipt.status === 'deleted') throw stateError('ใบเสร็จนี้ยกเลิกแล้ว')
  if (receipt.pay_type !== 'transfer') throw stateError('แนบสลิปได้เฉพาะการโอนเงิน')
  if (receipt.version !== version) throw conflict()
  const stored = await ctx.tx
    .selectFrom('payment_slip')
    .select('file_id')
    .where('payment_id', '=', payment_id)
    .executeTakeFirst()
  const before = stored?.file_id ?? null
  await attachImage(ctx, 'slip_file_id', slip_file_id, before)
  try {
    await ctx.tx
      .updateTable('payment')
      .set({ bank_reference, version: version + 1 })
      .where('payment_id', '=', payment_id)
      .execute()
  } catch (error) {
    throw mapDuplicateReference(error)
  }
  if (slip_file_id !== before) {
    const stamp = { user_id: ctx.actor.user_id, at: ctx.clock.now().toISOString() }
    await removeSlip(payment_id).execute(ctx.tx)
    const transfer = [{ payment_id, pay_type: 'transfer' as const }]
    for (const write of insertSlip(transfer, slip_file_id, stamp)) await write.execute(ctx.tx)
  }
  ctx.audit({
    entity: 'payment',
    id: payment_id,
    branch: receipt.branch_id,
    before: { bank_reference: receipt.bank_reference, slip_file_id: before },
    after: { bank_reference, slip_file_id },
  })
  return { message: 'บันทึกสลิปการโอนเรียบร้อยแล้ว', data: null }
})
