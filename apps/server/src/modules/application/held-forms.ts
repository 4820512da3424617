/**
 * Registration forms that a user has put aside, and forms whose save was not answered. Their content is encrypted;
 * only the user who held a form sees it, while its branch is theirs. Source: product specification, section 4c.12.
 */
import { heldForm } from '@khapdee/contract/entities/held-form'
import { heldFormHours, maxHeldForms } from '@khapdee/domain/application/held-form'
import type { ApplicationKind } from '@khapdee/domain/application/status'
import { type SqlBool, sql } from 'kysely'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound, stateError } from '../../kernel/errors.ts'
import { createEncryptor } from '../../kernel/encryption.ts'

/** The encrypted content of a held form. */
interface Content {
  name: string
  /** JSON of the form's values. */
  values: string
  /** JSON of the input of the unanswered save; null when the form was put aside. */
  request: string | null
}

const encryptorOf = (ctx: UserContext) => createEncryptor(ctx.services.config.secret, 'held-form')
/** Binds the ciphertext to the user. */
const associatedDataOf = (ctx: UserContext) => `user ${ctx.actor.user_id}`

/** The caller's forms in their branches that have not expired. */
const ownForms = (ctx: UserContext) => sql<SqlBool>`user_id = ${ctx.actor.user_id}
  and branch_id = any(${ctx.scope.branchIds}::int[])
  and "createdAt" > now() - make_interval(hours => ${heldFormHours})`

/** Reads forms of the caller, newest first; a form that cannot be decrypted any more is left out. */
async function readForms(ctx: UserContext, id?: number) {
  const rows = await ctx.tx
    .selectFrom('held_form')
    .select(['held_form_id', 'type', 'branch_id', 'idempotency_key', 'body'])
    .select(
      sql<string>`to_char("createdAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`.as(
        'createdAt',
      ),
    )
    .where(ownForms(ctx))
    .$if(id !== undefined, (query) => query.where('held_form_id', '=', id ?? 0))
    .orderBy('held_form.createdAt', 'desc')
    .$narrowType<{ type: ApplicationKind; body: Buffer }>()
    .execute()
  const encryptor = encryptorOf(ctx)
  return rows.flatMap(({ body, idempotency_key: key, ...row }) => {
    const text = encryptor.decrypt(body, associatedDataOf(ctx))
    if (text === null) return []
    const { name, values, request } = JSON.parse(text) as Content
    return [
      {
        ...row,
        name,
        is_unanswered: key !== null,
        values,
        attempt: key === null || request === null ? null : { key, content: request },
      },
    ]
  })
}

/** How many saves whose outcome is unknown a user may have waiting; far more than there are in an outage. */
const maxUnanswered = 100

/**
 * Refuses another form above the maximum of its kind, except a save that is held already. Locks the user, so that concurrent
 * calls cannot exceed it. @param key the idempotency key of an unanswered save @throws STATE
 */
async function assertMayHold(ctx: UserContext, key: string | undefined): Promise<void> {
  await ctx.tx
    .selectFrom('app_user')
    .select('user_id')
    .where('user_id', '=', ctx.actor.user_id)
    .forNoKeyUpdate()
    .execute()
  const { count } = await ctx.tx
    .selectFrom('held_form')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(ownForms(ctx))
    .where('idempotency_key', key === undefined ? 'is' : 'is not', null)
    .$if(key !== undefined, (query) => query.where('idempotency_key', '<>', key ?? ''))
    .executeTakeFirstOrThrow()
  const max = key === undefined ? maxHeldForms : maxUnanswered
  if (Number(count) < max) return
  throw stateError(`พักไว้ได้ไม่เกิน ${max} รายการ กรุณาเรียกคืนหรือลบรายการเดิมก่อน`)
}

const create = command(heldForm.create, async (ctx, input) => {
  const { type, name, values, attempt } = input
  const branch_id = input.branch_id ?? ctx.actor.branch_id
  ctx.scope.assertWritable(branch_id)
  const { user_id } = ctx.actor
  await assertMayHold(ctx, attempt?.key)
  const content: Content = { name, values, request: attempt?.content ?? null }
  const body = encryptorOf(ctx).encrypt(JSON.stringify(content), associatedDataOf(ctx))
  const { held_form_id } = await ctx.tx
    .insertInto('held_form')
    .values({ user_id, branch_id, type, idempotency_key: attempt?.key ?? null, body })
    // The browser may hold the same save twice: when an answer is lost, and when its tab is closed.
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'idempotency_key'])
        .where('idempotency_key', 'is not', null)
        .doUpdateSet({ body }),
    )
    .returning('held_form_id')
    .executeTakeFirstOrThrow()
  ctx.audit({ entity: 'held_form', id: held_form_id, after: { type, branch_id } })
  return { message: 'พักรายการไว้แล้ว', data: { held_form_id } }
})

const list = command(heldForm.gettable, async (ctx) => ({ data: await readForms(ctx) }))

const get = command(heldForm.get, async (ctx, { held_form_id }) => {
  const [data] = await readForms(ctx, held_form_id)
  if (data === undefined) throw notFound()
  return { data }
})

const remove = command(heldForm.discard, async (ctx, { held_form_id }) => {
  const deleted = await ctx.tx
    .deleteFrom('held_form')
    .where('held_form_id', '=', held_form_id)
    .where(ownForms(ctx))
    .returning(['type', 'branch_id'])
    .executeTakeFirst()
  if (deleted === undefined) throw notFound()
  ctx.audit({ entity: 'held_form', id: held_form_id, before: deleted })
  return { data: null }
})

export const heldFormCommands: Command[] = [create, list, get, remove]
