/** Whoever asks for a record that was merged is led to the one that is left. */
import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'

/** The record that `id` leads to; itself where it was never merged, or is unknown. */
export async function keptId(ctx: UserContext, id: number): Promise<number> {
  const { rows } = await sql<{ kept: number | null }>`select kept_customer(${id}) as kept`.execute(
    ctx.tx,
  )
  return rows[0]?.kept ?? id
}
