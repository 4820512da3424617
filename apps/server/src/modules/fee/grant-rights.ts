/** Grants the exam rights of a reclassified fee to open applications that contain it. */
import { otherFee } from '@khapdee/contract/entities/fees'
import { units } from '@khapdee/domain/words'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { conflict, notFound } from '../../kernel/errors.ts'
import {
  classifyLines,
  grantRights,
  lockApplications,
  missingRights,
} from './missing-rights.queries.ts'

/** @throws NOT_FOUND when the caller does not see the fee, FORBIDDEN when the caller may not change it */
async function findFee(ctx: UserContext, id: number, lock = false): Promise<{ version: number }> {
  const query = ctx.tx
    .selectFrom('other_fee as f')
    .select(['f.version', 'f.branch_id'])
    .where('f.other_fee_id', '=', id)
    .where(ctx.scope.visible('other_fee', 'f'))
  const fee = await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst()
  if (fee === undefined) throw notFound()
  ctx.scope.assertWritable(fee.branch_id)
  return fee
}

export const rightsCommands: Command[] = [
  command(otherFee.missingRights, async (ctx, { other_fee_id }) => {
    await findFee(ctx, other_fee_id)
    return { data: await missingRights.one(ctx.tx, ctx, other_fee_id, ctx.clock.today()) }
  }),
  command(otherFee.grantRights, async (ctx, { other_fee_id: id, version }) => {
    const fee = await findFee(ctx, id, true)
    if (fee.version !== version) throw conflict()
    const today = ctx.clock.today()
    const at = ctx.clock.now().toISOString()
    await lockApplications.rows(ctx.tx, ctx, id, today)
    // Counted after the lock, so that the count equals the number of granted rights.
    const data = await missingRights.one(ctx.tx, ctx, id, today)
    await grantRights.rows(ctx.tx, ctx, id, { today, user_id: ctx.actor.user_id, at })
    await classifyLines.rows(ctx.tx, ctx, id, today)
    ctx.audit({ entity: 'other_fee', id, after: { granted_rights: data.rights } })
    return { message: `ให้สิทธิ์สอบแล้ว ${data.rights} ${units.rights}`, data }
  }),
]
