/** The holders of the petty cash of a branch, and their limits. Source: product specification, section 7. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { pettyCash } from '@khapdee/contract/entities/petty-cash'
import { answerMessages } from '@khapdee/domain/words'
import { changesOf } from '../../kernel/audit.ts'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { conflict, notFound } from '../../kernel/errors.ts'
import { worksIn } from '../account-entry/works-in.ts'

/** @throws NOT_FOUND when the holder does not work in the branch */
async function checkHolder(ctx: UserContext, branch_id: number, user_id: number): Promise<void> {
  const found = await ctx.tx
    .selectFrom('app_user as u')
    .select('u.user_id')
    .where('u.user_id', '=', user_id)
    .where('u.is_delete', '=', false)
    .where('u.is_active', '=', true)
    .where(worksIn(branch_id))
    .executeTakeFirst()
  if (found === undefined) throw notFound()
}

/** @throws NOT_FOUND for another branch, or an employee of another */
export async function createPettyCash(
  ctx: UserContext,
  input: InputOf<typeof pettyCash.create>,
): Promise<Answer<typeof pettyCash.create>> {
  ctx.scope.assertWritable(input.branch_id)
  await checkHolder(ctx, input.branch_id, input.user_id)
  const at = ctx.clock.now().toISOString()
  const { petty_cash_id } = await ctx.tx
    .insertInto('petty_cash')
    .values({ ...input, created_by: ctx.actor.user_id, createdAt: at, updatedAt: at })
    .returning('petty_cash_id')
    .executeTakeFirstOrThrow()
  ctx.audit({ entity: 'petty_cash', id: petty_cash_id, branch: input.branch_id, after: input })
  return { message: answerMessages.added, data: { petty_cash_id } }
}

/** @throws NOT_FOUND, CONFLICT; STATE for a limit below the holder's balance */
export async function changePettyCash(
  ctx: UserContext,
  { petty_cash_id, version, ...fields }: InputOf<typeof pettyCash.update>,
): Promise<Answer<typeof pettyCash.update>> {
  const row = await ctx.tx
    .selectFrom('petty_cash')
    .select(['branch_id', 'name', 'user_id', 'limit_value', 'is_activate', 'version'])
    .where('petty_cash_id', '=', petty_cash_id)
    .where('branch_id', 'in', ctx.scope.branchIds)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  if (row.version !== version) throw conflict()
  if (row.user_id !== fields.user_id) await checkHolder(ctx, row.branch_id, fields.user_id)
  await ctx.tx
    .updateTable('petty_cash')
    .set({ ...fields, version: version + 1, updatedAt: ctx.clock.now().toISOString() })
    .where('petty_cash_id', '=', petty_cash_id)
    .execute()
  const { branch_id, version: _, ...before } = row
  ctx.audit({
    entity: 'petty_cash',
    id: petty_cash_id,
    branch: branch_id,
    ...changesOf(before, fields),
  })
  return { message: answerMessages.changed, data: { petty_cash_id } }
}
