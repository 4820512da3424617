import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'

/**
 * The id of the record that `id` was merged into, over any number of merges; `id` itself when the
 * record is unknown or was never merged.
 */
export async function resolveMergedId(ctx: UserContext, id: number): Promise<number> {
  const { mergedId } = await ctx.tx
    .selectNoFrom(sql<number | null>`kept_customer(${id})`.as('mergedId'))
    .executeTakeFirstOrThrow()
  return mergedId ?? id
}
