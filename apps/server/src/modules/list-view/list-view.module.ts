/** Views of lists that users have saved. A view belongs to one user, and only this user reads and changes it. */
import { type ListView, listView } from '@khapdee/contract/entities/list-view'
import { maxViewsOfList, maxViewsOfUser } from '@khapdee/domain/list-view'
import { lockByName } from '../../kernel/advisory-lock.ts'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound, stateError } from '../../kernel/errors.ts'

const selectOwn = (ctx: UserContext) =>
  ctx.tx
    .selectFrom('list_view')
    .select(['list_view_id', 'list', 'name', 'filters', 'sort'])
    .where('user_id', '=', ctx.actor.user_id)
    .orderBy('list_view_id')
    .$narrowType<Pick<ListView, 'filters'>>()

const gettable = command(listView.gettable, async (ctx) => ({
  data: await selectOwn(ctx).execute(),
}))

const save = command(listView.save, async (ctx, { list, name, filters, sort = null }) => {
  const { user_id } = ctx.actor
  // Concurrent calls of the user would otherwise exceed the maximum.
  await lockByName(ctx.tx, `list views of ${user_id}`)
  const others = (await selectOwn(ctx).execute()).filter(
    (view) => view.list !== list || view.name !== name,
  )
  if (others.filter((view) => view.list === list).length >= maxViewsOfList)
    throw stateError(`บันทึกมุมมองได้ไม่เกิน ${maxViewsOfList} มุมมองต่อหน้า กรุณาลบมุมมองเดิมก่อน`)
  if (others.length >= maxViewsOfUser)
    throw stateError(`บันทึกมุมมองได้ไม่เกิน ${maxViewsOfUser} มุมมอง กรุณาลบมุมมองเดิมก่อน`)
  const values = { filters: JSON.stringify(filters), sort }
  const { list_view_id } = await ctx.tx
    .insertInto('list_view')
    .values({ user_id, list, name, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'list', 'name']).doUpdateSet(values))
    .returning('list_view_id')
    .executeTakeFirstOrThrow()
  ctx.audit({ entity: 'list_view', id: list_view_id, after: { name } })
  return { message: 'บันทึกมุมมองแล้ว', data: { list_view_id, list, name, filters, sort } }
})

const remove = command(listView.delete, async (ctx, { list_view_id }) => {
  const deleted = await ctx.tx
    .deleteFrom('list_view')
    .where('list_view_id', '=', list_view_id)
    .where('user_id', '=', ctx.actor.user_id)
    .returning('name')
    .executeTakeFirst()
  if (deleted === undefined) throw notFound()
  ctx.audit({ entity: 'list_view', id: list_view_id, before: deleted })
  return { message: 'ลบมุมมองแล้ว', data: null }
})

export const listViewCommands: Command[] = [gettable, save, remove]
