import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'

/**
 * The record that `id` was finally merged into, over any number of merges; `id` itself when never
 * merged or unknown.
 */
export async function resolveMergedId(ctx: UserContext, id: number): Promise<number> {
  const { kept } = await ctx.tx
    .selectNoFrom(sql<number | null>`kept_customer(${id})`.as('kept'))
    .executeTakeFirstOrThrow()
  return kept ?? id
}
