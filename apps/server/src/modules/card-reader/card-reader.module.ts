/** Card reader programs that connect to the server. */
import { randomBytes } from 'node:crypto'
import { cardReader } from '@khapdee/contract/entities/card-reader'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, notFound, violatedConstraint } from '../../kernel/errors.ts'
import { hashOfSecret } from '../../kernel/secret-hash.ts'

/**
 * The branch of a reader in the user's branches. @throws NOT_FOUND for a reader of another branch
 */
async function ownBranch(ctx: UserContext, card_reader_id: number): Promise<number> {
  const found = await ctx.tx
    .selectFrom('card_reader')
    .select('branch_id')
    .where('card_reader_id', '=', card_reader_id)
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  ctx.scope.assertWritable(found.branch_id)
  return found.branch_id
}

/** Time for which the list shows that a program was replaced by one on another computer. */
const replacedShownMs = 7 * 24 * 60 * 60 * 1000

const list = command(cardReader.list, async (ctx) => ({
  data: await ctx.tx
    .selectFrom('card_reader')
    .select((eb) => [
      'card_reader_id',
      'branch_id',
      'name',
      'createdAt',
      eb
        .case()
        .when(
          'replaced_at',
          '>',
          new Date(ctx.clock.now().getTime() - replacedShownMs).toISOString(),
        )
        .then(eb.ref('replaced_at'))
        .end()
        .as('replaced_at'),
    ])
    .where('branch_id', 'in', [0, ...ctx.scope.branchIds])
    .orderBy('branch_id')
    .orderBy('card_reader_id')
    .execute(),
}))

/** Awaits the insertion of a reader. @throws DUPLICATE when its branch has another one of this name */
async function mapTakenName<Result>(insertion: Promise<Result>): Promise<Result> {
  try {
    return await insertion
  } catch (error) {
    if (violatedConstraint(error) !== 'card_reader_name') throw error
    const message = 'สาขานี้มีเครื่องอ่านบัตรชื่อนี้แล้ว กรุณาใช้ชื่ออื่น'
    throw new AppError('DUPLICATE', message, 409, { errors: [{ path: 'name', message }] })
  }
}

const create = command(cardReader.create, async (ctx, { branch_id, name }) => {
  ctx.scope.assertWritable(branch_id)
  const key = randomBytes(32).toString('base64url')
  const { card_reader_id } = await mapTakenName(
    ctx.tx
      .insertInto('card_reader')
      .values({ branch_id, name, secret_hash: hashOfSecret(key), created_by: ctx.actor.user_id })
      .returning('card_reader_id')
      .executeTakeFirstOrThrow(),
  )
  ctx.audit({ entity: 'branch', id: branch_id, branch: branch_id })
  return { message: 'สร้างรหัสเชื่อมต่อแล้ว', data: { card_reader_id, key } }
})

const revoke = command(cardReader.revoke, async (ctx, { card_reader_id }) => {
  const branch_id = await ownBranch(ctx, card_reader_id)
  await ctx.tx.deleteFrom('card_reader').where('card_reader_id', '=', card_reader_id).execute()
  ctx.audit({ entity: 'branch', id: branch_id, branch: branch_id })
  return { message: 'ยกเลิกการเชื่อมต่อเครื่องอ่านบัตรแล้ว', data: null }
})

const ask = command(cardReader.ask, async (ctx, { card_reader_id, kind }) => {
  await ownBranch(ctx, card_reader_id)
  return { data: await ctx.services.cardRelay.ask(card_reader_id, kind) }
})

export const cardReaderCommands: Command[] = [list, create, revoke, ask]
