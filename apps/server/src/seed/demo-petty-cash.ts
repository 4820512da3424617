/**
 * Petty cash of the demo: in each branch a holder pays small purchases of the last weeks from it,
 * counts it and replenishes it.
 */
import { pettyCash } from '@khapdee/contract/entities/petty-cash'
import { type Satang, satang } from '@khapdee/domain/money'
import { type Day, todayInBangkok } from '@khapdee/domain/thai-date'
import type { Kysely } from 'kysely'
import type { DB } from '../db/types.ts'
import { createPettyCash } from '../modules/petty-cash/define-petty-cash.ts'
import { advance, replenish } from '../modules/petty-cash/move-petty-cash.ts'
import { type ActAs, callOf } from './demo-acts.ts'
import type { BranchCode } from './demo-branches.ts'
import { atWork, userOf } from './demo-rota.ts'

/** Days before today on which petty cash begins. */
export const pettyCashDays = 30

const limit = satang(150_000)

/**
 * Creates the petty cash of a branch, held by a registrar and filled from the drawer. @returns the
 * amount taken from the drawer, in satang
 */
export async function createDemoPettyCash(
  actAs: ActAs,
  branch: { code: BranchCode; branch_id: number },
  userIdOf: (username: string) => number,
  at: Date,
): Promise<Satang> {
  const { code, branch_id } = branch
  const date = todayInBangkok(at)
  const manager = userOf(atWork('manager', date), code)
  const user_id = userIdOf(userOf(atWork('registrar', date), code))
  const name = 'เงินสดย่อยหน้าร้าน'
  const holder = { branch_id, name, user_id, limit_value: limit }
  const made = await createPettyCash(actAs(manager, at, callOf(pettyCash.create)), holder)
  const { petty_cash_id } = made.data
  const first = { petty_cash_id, value: limit, note: 'เงินสดย่อยเริ่มต้น' }
  await advance(actAs(manager, at, callOf(pettyCash.advance)), first)
  return limit
}

/**
 * Counts the petty cash of two branches now and replenishes it; in one of them some cash is
 * missing.
 */
export async function replenishDemoPettyCash(
  tx: Kysely<DB>,
  actAs: ActAs,
  today: Day,
  now: Date,
): Promise<void> {
  const rows = await tx
    .selectFrom('petty_cash')
    .innerJoin('branch', 'branch.branch_id', 'petty_cash.branch_id')
    .innerJoin('petty_cash_move as m', 'm.petty_cash_id', 'petty_cash.petty_cash_id')
    .select(({ fn }) => ['petty_cash.petty_cash_id', 'branch.code', fn.sum('m.value').as('held')])
    .where('m.is_void', '=', false)
    .groupBy(['petty_cash.petty_cash_id', 'branch.code'])
    .orderBy('petty_cash.petty_cash_id', 'desc')
    .limit(2)
    .execute()
  for (const [i, { petty_cash_id, code, held }] of rows.entries()) {
    const counted = satang(Math.max(0, Number(held) - (i === 0 ? 500 : 0)))
    if (counted >= limit) continue
    const manager = userOf(atWork('manager', today), code as BranchCode)
    const ctx = actAs(manager, now, callOf(pettyCash.replenish))
    await replenish(ctx, { petty_cash_id, counted, note: i === 0 ? 'เหรียญหาย 5 บาท' : '' })
  }
}
