/** The options of filters and fields by user. */
import { type Option, allOption } from '@khapdee/contract/wire'
import type { UserContext } from '../kernel/context.ts'
import { applicationRecorders, auditedUsers, paymentRecorders } from './user-options.queries.ts'

/** The users who work in the branches visible to the caller, or who recorded something there. */
async function visibleUsers(ctx: UserContext) {
  const users = await ctx.services.access.users()
  return users.filter(
    ({ branch_ids }) => branch_ids?.some((id) => ctx.scope.branchIds.includes(id)) ?? true,
  )
}

const optionsOf = (users: Awaited<ReturnType<typeof visibleUsers>>): Option[] => [
  allOption,
  ...users.map((person) => ({ value: person.user_id, name: person.name })),
]

/** Options for the users who work in the branches visible to the caller, whatever their home branch, or recorded something there. */
export const userOptions = async (ctx: UserContext): Promise<Option[]> =>
  optionsOf(await visibleUsers(ctx))

const recorders = {
  application: (ctx: UserContext) => applicationRecorders.rows(ctx.tx, ctx.scope.branchIds),
  payment: (ctx: UserContext) => paymentRecorders.rows(ctx.tx, ctx.scope.branchIds),
  audit: (ctx: UserContext, users: readonly { user_id: number }[]) =>
    auditedUsers.rows(
      ctx.tx,
      users.map(({ user_id }) => user_id),
    ),
}

/**
 * Options of a list's filter by user: the users who recorded something that the list shows, even if
 * they were deleted or work elsewhere now, and the user in the current filter.
 * @param list applications, payments or entries of the audit log
 * @param filtered the present value of the filter
 */
export async function recorderOptions(
  ctx: UserContext,
  list: keyof typeof recorders,
  filtered: string | undefined,
): Promise<Option[]> {
  const users = await visibleUsers(ctx)
  const found = new Set((await recorders[list](ctx, users)).map(({ user_id }) => user_id))
  return optionsOf(
    users.filter(({ user_id }) => found.has(user_id) || String(user_id) === filtered),
  )
}
