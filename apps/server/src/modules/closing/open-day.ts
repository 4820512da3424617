/** What the next day close of a branch contains: the payments and the movements of the drawer since the last one. */
import type { PayType } from '@khapdee/domain/application/status'
import { type DrawerParts, expectedCash } from '@khapdee/domain/drawer'
import { type Satang, sumSatang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { stateError } from '../../kernel/errors.ts'
import { lockDrawer } from '../drawer/lock-drawer.ts'
import { type StoredMove, openMoves, readMoved } from '../drawer/read-drawer.ts'
import { type Movement, closingMovements } from './closing.queries.ts'

export interface OpenDay {
  movements: Movement[]
  moves: StoredMove[]
  parts: DrawerParts
  expected_cash: Satang
  expected_transfer: Satang
}

/**
 * Locks the payments since the last close, then the drawer, and reads both. Payments are locked by ascending `payment_id`, as
 * voids lock them, to avoid deadlocks. A payment that commits while the locks are awaited is not locked, so only the locked
 * ids are read.
 * @throws STATE when there is nothing to close
 */
export async function lockOpenDay(ctx: UserContext, branchId: number): Promise<OpenDay> {
  const rows = await ctx.tx
    .selectFrom('payment')
    .select('payment_id')
    .where('branch_id', '=', branchId)
    .where('closing_id', 'is', null)
    .where('kind', '<>', sql.lit('moved'))
    .orderBy('payment_id')
    .forNoKeyUpdate()
    .execute()
  await lockDrawer(ctx, branchId)
  const moves = await openMoves(ctx, branchId)
  if (rows.length === 0 && moves.length === 0)
    throw stateError('ไม่มีรายการรับเงินหรือรายการลิ้นชักเงินสดให้ปิดยอด')
  const ids = rows.map((row) => row.payment_id)
  const movements = await closingMovements.rows(
    ctx.tx,
    sql`p.payment_id = any(${ids}::int[])`,
    null,
  )
  const sum = (payType: PayType, isCounted: (paid: Satang) => boolean) =>
    sumSatang(
      movements.flatMap((row) =>
        row.pay_type === payType && row.status !== 'deleted' && !row.over_cap && isCounted(row.paid)
          ? row.paid
          : [],
      ),
    )
  const { float, ...moved } = await readMoved(ctx, branchId)
  const parts: DrawerParts = {
    float,
    receipts: sum('cash', (paid) => paid > 0),
    refunds: sum('cash', (paid) => paid < 0),
    ...moved,
  }
  return {
    movements,
    moves,
    parts,
    expected_cash: expectedCash(parts),
    expected_transfer: sum('transfer', () => true),
  }
}
