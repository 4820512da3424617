/** The options of filters by user. */
import { allOption } from '@khapdee/contract/wire'
import type { UserContext } from '../kernel/context.ts'

/** Options for the users of the branches visible to the caller. */
export async function userOptions(ctx: UserContext) {
  const users = await ctx.services.access.users()
  return [
    allOption,
    ...users
      .filter((person) => ctx.scope.branchIds.includes(person.branch_id))
      .map((person) => ({ value: person.user_id, name: person.name })),
  ]
}
