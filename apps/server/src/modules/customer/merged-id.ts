import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'

/** The record that `id` was merged into, at last; itself where it was never merged or is unknown. */
export async function resolveMergedId(ctx: UserContext, id: number): Promise<number> {
  const { kept } = await ctx.tx
    .selectNoFrom(sql<number | null>`kept_customer(${id})`.as('kept'))
    .executeTakeFirstOrThrow()
  return kept ?? id
}
