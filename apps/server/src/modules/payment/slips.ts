/** Pictures of the slips of transfers, and the references on them. Source: product specification, section 7. */
import { payment } from '@khapdee/contract/entities/payment'
import { type RawBuilder, sql } from 'kysely'
import { command } from '../../kernel/command.ts'
import { conflict, notFound, stateError } from '../../kernel/errors.ts'
import { mapDuplicateReference } from '../application/bank-reference.ts'
import { insertSlip } from '../application/new-slips.ts'
import { attachImage } from '../file/attach-file.ts'

/** Builds the statement that removes the slip of a receipt that is no transfer any more. */
export const removeSlip = (payment_id: number): RawBuilder<unknown> =>
  sql`delete from payment_slip where payment_id = ${payment_id}`

/**
 * Adds, replaces or removes slip and reference of a transfer. The money does not change, so the day
 * may be closed or locked.
 */
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
