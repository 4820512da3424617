/**
 * Registration forms that a user has put aside, and forms whose save was not answered. Their content is encrypted;
 * only the user who held a form sees it, while its branch is theirs. Source: product specification, section 4c.12.
 */
import type { OutputOf } from '@khapdee/contract/endpoint'
import { type HeldForm, heldForm } from '@khapdee/contract/entities/held-form'
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
/** Bind the ciphertexts to the user. */
const associatedDataOf = (ctx: UserContext) => `user ${ctx.actor.user_id}`
const nameDataOf = (ctx: UserContext) => `name, ${associatedDataOf(ctx)}`

/** The caller's forms in their branches that have not expired. */
const ownForms = (ctx: UserContext) => sql<SqlBool>`user_id = ${ctx.actor.user_id}
  and branch_id = any(${ctx.scope.branchIds}::int[])
  and "createdAt" > now() - make_interval(hours => ${heldFormHours})`

/** The caller's forms without their content, newest first. */
const selectForms = (ctx: UserContext) =>
  ctx.tx
    .selectFrom('held_form')
    .select(['held_form_id', 'type', 'branch_id', 'idempotency_key', 'is_left'])
    .select(
      sql<string>`to_char("createdAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`.as(
        'createdAt',
      ),
    )
    .where(ownForms(ctx))
    .orderBy('held_form.createdAt', 'desc')
    .$narrowType<{ type: ApplicationKind }>()

/** The content of a form; null when it cannot be decrypted any more. */
function readContent(ctx: UserContext, body: Buffer): Content | null {
  const text = encryptorOf(ctx).decrypt(body, associatedDataOf(ctx))
  return text === null ? null : (JSON.parse(text) as Content)
}

/** The caller's forms, except those that cannot be decrypted any more. */
async function readForms(ctx: UserContext): Promise<HeldForm[]> {
  const rows = await selectForms(ctx)
    .select('name')
    // Forms held by an earlier version have their name in the body only.
    .select(sql<Buffer | null>`case when name is null then body end`.as('body'))
    .execute()
  const encryptor = encryptorOf(ctx)
  return rows.flatMap(({ name: encrypted, body, idempotency_key, ...row }) => {
    const name =
      body === null
        ? encrypted && encryptor.decrypt(encrypted, nameDataOf(ctx))
        : readContent(ctx, body)?.name
    return name == null ? [] : [{ ...row, name, is_unanswered: idempotency_key !== null }]
  })
}

/** A form of the caller with its content. @throws NOT_FOUND */
async function readForm(ctx: UserContext, id: number): Promise<OutputOf<typeof heldForm.get>> {
  const row = await selectForms(ctx)
    .select('body')
    .where('held_form_id', '=', id)
    .executeTakeFirst()
  const content = row === undefined ? null : readContent(ctx, row.body)
  if (row === undefined || content === null) throw notFound()
  const { body: _, idempotency_key: key, ...form } = row
  const { name, values, request } = content
  const attempt = key === null || request === null ? null : { key, content: request }
  return { data: { ...form, name, is_unanswered: key !== null, values, attempt } }
}

/** Maximum number of held saves of a user whose outcome is unknown; an outage causes far fewer. */
const maxUnanswered = 100

/** Locks the user, so that concurrent calls cannot exceed the maximum of held forms. */
const lockUser = (ctx: UserContext) =>
  ctx.tx
    .selectFrom('app_user')
    .select('user_id')
    .where('user_id', '=', ctx.actor.user_id)
    .forNoKeyUpdate()
    .execute()

/**
 * Deletes the oldest forms that were left, so that another one is within the maximum. Whoever leaves a page cannot be asked
 * which form to delete.
 */
const makeRoomForLeft = (ctx: UserContext) =>
  ctx.tx
    .deleteFrom('held_form')
    .where('held_form_id', 'in', (eb) =>
      eb
        .selectFrom('held_form')
        .select('held_form_id')
        .where(ownForms(ctx))
        .where('is_left', '=', true)
        .orderBy('createdAt', 'desc')
        .orderBy('held_form_id', 'desc')
        .offset(maxHeldForms - 1),
    )
    .execute()

/**
 * Refuses another form above the maximum of its kind, except a save that is held already.
 * @param key the idempotency key of an unanswered save
 * @throws STATE
 */
async function assertMayHold(ctx: UserContext, key: string | undefined): Promise<void> {
  const { count } = await ctx.tx
    .selectFrom('held_form')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(ownForms(ctx))
    .where('idempotency_key', key === undefined ? 'is' : 'is not', null)
    .where('is_left', '=', false)
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
  // A save is held until its outcome is known, and never replaced.
  const is_left = input.is_left && attempt === undefined
  await lockUser(ctx)
  if (is_left) await makeRoomForLeft(ctx)
  else await assertMayHold(ctx, attempt?.key)
  const content: Content = { name, values, request: attempt?.content ?? null }
  const encryptor = encryptorOf(ctx)
  const encrypted = {
    name: encryptor.encrypt(name, nameDataOf(ctx)),
    body: encryptor.encrypt(JSON.stringify(content), associatedDataOf(ctx)),
  }
  const { held_form_id } = await ctx.tx
    .insertInto('held_form')
    .values({
      user_id,
      branch_id,
      type,
      is_left,
      idempotency_key: attempt?.key ?? null,
      ...encrypted,
    })
    // The browser may hold the same save twice: when an answer is lost, and when its tab is closed.
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'idempotency_key'])
        .where('idempotency_key', 'is not', null)
        .doUpdateSet(encrypted),
    )
    .returning('held_form_id')
    .executeTakeFirstOrThrow()
  ctx.audit({ entity: 'held_form', id: held_form_id, after: { type, branch_id } })
  return { message: 'พักรายการไว้แล้ว', data: { held_form_id } }
})

const list = command(heldForm.gettable, async (ctx) => ({ data: await readForms(ctx) }))

const get = command(heldForm.get, (ctx, { held_form_id }) => readForm(ctx, held_form_id))

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
