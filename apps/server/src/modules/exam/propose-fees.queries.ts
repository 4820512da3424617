/** SQL of the fee items that are proposed for exam rights. */
import type { Satang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import { bigint, int, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'

/** Those of the fee items that a branch offers. */
export const offeredFees = tunedQuery({
  columns: { other_fee_id: int(), name: text(), price: bigint<Satang>() },
  sql: (ids: readonly number[], branchId: number) => sql`
    select other_fee_id, name, price from other_fee
    where other_fee_id = any(${ids}::int[]) and is_activate and not is_delete
      and (branch_id is null or branch_id = ${branchId})`,
})
