/** The options of filters by user. */
import { allOption } from '@khapdee/contract/wire'
import type { UserContext } from '../kernel/context.ts'

/**
 * Options for the users who work in the branches visible to the caller, whatever their home branch, or who recorded something
 * there, although they were deleted or work elsewhere now.
 */
export async function userOptions(ctx: UserContext) {
  const users = await ctx.services.access.users()
  return [
    allOption,
    ...users
      .filter(
        ({ branch_ids }) => branch_ids?.some((id) => ctx.scope.branchIds.includes(id)) ?? true,
      )
      .map((person) => ({ value: person.user_id, name: person.name })),
  ]
}
