/** Licences of employees to teach and examine. */
import { type LicenceRow, employeeLicence } from '@khapdee/contract/entities/employee-licence'
import { answerMessages } from '@khapdee/domain/words'
import { type Selectable, sql } from 'kysely'
import type { UserLicence } from '../../db/types.ts'
import { changesOf } from '../../kernel/audit.ts'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { conflict, notFound } from '../../kernel/errors.ts'
import { lockPerson, readPerson } from './read-employee.ts'

// The contract's enums are narrower than the text columns; check constraints guarantee the values.
const toRow = (stored: Selectable<UserLicence>) => stored as unknown as LicenceRow

const list = command(employeeLicence.list, async (ctx, { user_id }) => {
  await readPerson(ctx, user_id)
  const rows = await ctx.tx
    .selectFrom('user_licence')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('kind')
    .orderBy('subject', 'desc')
    .orderBy('licence_id')
    .execute()
  return { data: rows.map(toRow) }
})

const add = command(employeeLicence.create, async (ctx, licence) => {
  const { branch_id } = await lockPerson(ctx, licence.user_id)
  const created = await ctx.tx
    .insertInto('user_licence')
    .values({ ...licence, licence_types: [...licence.licence_types] })
    .returningAll()
    .executeTakeFirstOrThrow()
  ctx.audit({
    entity: 'user_licence',
    id: created.licence_id,
    after: licence,
    branch: branch_id,
  })
  return { message: answerMessages.added, data: toRow(created) }
})

/**
 * Locks the employee of a licence and reads the licence.
 * @throws NOT_FOUND for the licence of an employee whom the caller does not see; CONFLICT for a stale version
 */
async function lockLicence(
  ctx: UserContext,
  { licence_id, version }: { licence_id: number; version: number },
) {
  const read = () =>
    ctx.tx
      .selectFrom('user_licence')
      .selectAll()
      .where('licence_id', '=', licence_id)
      .executeTakeFirst()
  const found = await read()
  if (found === undefined) throw notFound()
  const { branch_id } = await lockPerson(ctx, found.user_id)
  // Another call may have changed or deleted it before the lock.
  const stored = await read()
  if (stored === undefined) throw notFound()
  if (stored.version !== version) throw conflict()
  return { stored, branch_id }
}

const update = command(employeeLicence.update, async (ctx, { licence_id, version, ...values }) => {
  const { stored, branch_id } = await lockLicence(ctx, { licence_id, version })
  const changed = await ctx.tx
    .updateTable('user_licence')
    .set({
      ...values,
      licence_types: [...values.licence_types],
      version: version + 1,
      updatedAt: sql`now()`,
    })
    .where('licence_id', '=', licence_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { before, after } = changesOf(stored, values)
  const owner = { user_id: stored.user_id }
  ctx.audit({
    entity: 'user_licence',
    id: licence_id,
    before: { ...owner, ...before },
    after: { ...owner, ...after },
    branch: branch_id,
  })
  return { message: answerMessages.changed, data: toRow(changed) }
})

const remove = command(employeeLicence.delete, async (ctx, input) => {
  const { stored, branch_id } = await lockLicence(ctx, input)
  await ctx.tx.deleteFrom('user_licence').where('licence_id', '=', input.licence_id).execute()
  const { user_id, kind, subject, licence_types, number, valid_until } = stored
  ctx.audit({
    entity: 'user_licence',
    id: input.licence_id,
    before: { user_id, kind, subject, licence_types, number, valid_until },
    branch: branch_id,
  })
  return { message: answerMessages.deleted, data: { licence_id: input.licence_id } }
})

export const licenceCommands: Command[] = [list, add, update, remove]
