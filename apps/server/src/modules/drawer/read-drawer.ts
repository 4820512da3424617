/** Reads the cash of the drawer of a branch, and its movements. */
import type { DrawerRow } from '@khapdee/contract/entities/drawer'
import type { DrawerParts } from '@khapdee/domain/drawer'
import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { uploadLink } from '../file/upload-link.ts'
import {
  type StoredMove,
  drawerMoves,
  isOpenMove,
  openDrawer,
  openSums,
  openable,
} from './drawer.queries.ts'

export type { StoredMove } from './drawer.queries.ts'

type Reader = Pick<UserContext, 'tx'>

/** A movement as the contract answers it. */
export function drawerRow(ctx: UserContext, stored: StoredMove): DrawerRow {
  const { file_id, file_name, file_type, ...row } = stored
  const file =
    file_id === null
      ? null
      : { file_id, name: file_name, type: file_type, link: uploadLink(ctx, file_id) }
  return { ...row, file }
}

/** The newest movements of a branch that no day close has counted, oldest first; all of them without a limit. */
export const openMoves = ({ tx }: Reader, branchId: number, limit: number | null = null) =>
  drawerMoves.rows(tx, isOpenMove(branchId), limit)

/** The movements of a day close; those that the close itself writes come last. */
export const movesOfClosing = ({ tx }: Reader, closingId: number) =>
  drawerMoves.rows(tx, sql`m.closing_id = ${closingId}`, null)

/** The float of the last close of a branch, and the movements since then by kind. */
export const readMoved = ({ tx }: Reader, branchId: number) => openDrawer.one(tx, branchId)

/** Whether the opening cash of a drawer can be entered: it has none yet, and no day close. */
export async function canOpen({ tx }: Reader, branchId: number): Promise<boolean> {
  const { can_open } = await openable.one(tx, branchId)
  return can_open
}

/** The parts of the cash of a branch, and the payments since its last close. */
export async function readDrawer(ctx: Reader, branchId: number) {
  const { receipts, refunds, ...sums } = await openSums.one(ctx.tx, branchId)
  const { float, ...moved } = await readMoved(ctx, branchId)
  const parts: DrawerParts = { float, receipts, refunds, ...moved }
  return { parts, sums }
}
