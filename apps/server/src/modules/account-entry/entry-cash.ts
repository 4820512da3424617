/** Where the cash of an entry comes from or goes to. Source: product specification, section 7b. */
import type { PayType } from '@khapdee/domain/application/status'
import { type CashSource, cashSources } from '@khapdee/domain/drawer'
import { entities } from '@khapdee/domain/entities'
import { messages } from '@khapdee/contract/messages'
import { fieldTitles } from '@khapdee/domain/field-titles'
import type { UserContext } from '../../kernel/context.ts'
import { invalid, notFound } from '../../kernel/errors.ts'
import { lockDrawer } from '../drawer/lock-drawer.ts'

export interface EntryCash {
  /** Null for a transfer. */
  cash_source: CashSource | null
  /** For the source `petty_cash`, else null. */
  petty_cash_id: number | null
}
export const noCash: EntryCash = { cash_source: null, petty_cash_id: null }

/** The item of money that was held for others before the books. */
export const heldBeforeKey = 'held_before'

/**
 * Money from before the books comes neither into a drawer nor into a bank account.
 * @throws VALIDATION for an entry of that item with another source
 */
export function checkOpening(item: { system_key: string | null } | null, cash: EntryCash): void {
  if (item?.system_key !== heldBeforeKey || cash.cash_source === 'outside') return
  const message = `${fieldTitles.openingBalance}ต้องบันทึกเป็นเงินสด จาก${cashSources.outside.label}`
  throw invalid([{ path: 'cash_source', message }])
}

/** The source in the call; if undefined, the source of the stored entry, by default the drawer. */
interface AskedCash {
  pay_type: PayType
  cash_source: CashSource | undefined
  petty_cash_id: number | null | undefined
}

/**
 * The source of the cash of an entry. Sources of a transfer are refused.
 * @throws VALIDATION; NOT_FOUND for a petty cash of another branch, or one that is closed
 */
export async function checkCash(
  ctx: UserContext,
  branch_id: number,
  asked: AskedCash,
  before: EntryCash,
): Promise<EntryCash> {
  const refuse = (path: string, message: string) => invalid([{ path, message }])
  if (asked.pay_type !== 'cash') {
    if (asked.cash_source === undefined) return noCash
    throw refuse('cash_source', 'ระบุแหล่งเงินสดได้เฉพาะรายการเงินสด')
  }
  const cash_source = asked.cash_source ?? before.cash_source ?? 'drawer'
  if (cash_source !== 'petty_cash') return { cash_source, petty_cash_id: null }
  const petty_cash_id = asked.petty_cash_id ?? before.petty_cash_id
  if (petty_cash_id === null)
    throw refuse('petty_cash_id', messages.select(entities.petty_cash.label))
  if (petty_cash_id !== before.petty_cash_id) {
    const found = await ctx.tx
      .selectFrom('petty_cash')
      .select('petty_cash_id')
      .where('petty_cash_id', '=', petty_cash_id)
      .where('branch_id', '=', branch_id)
      .where('is_activate', '=', true)
      .executeTakeFirst()
    if (found === undefined) throw notFound()
  }
  return { cash_source, petty_cash_id }
}

/** Locks the petty cash of these ids until the transaction ends. */
export async function lockPettyCash(ctx: UserContext, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await ctx.tx
    .selectFrom('petty_cash')
    .select('petty_cash_id')
    .where('petty_cash_id', 'in', ids)
    .orderBy('petty_cash_id')
    .forNoKeyUpdate()
    .execute()
}

/** Locks what an entry takes cash from or puts cash into before its number is taken: first the drawer, then petty cash. */
export async function lockCash(
  ctx: UserContext,
  branchId: number,
  sources: readonly EntryCash[],
): Promise<void> {
  if (sources.some(({ cash_source }) => cash_source === 'drawer')) await lockDrawer(ctx, branchId)
  await lockPettyCash(
    ctx,
    sources.flatMap(({ petty_cash_id }) => petty_cash_id ?? []),
  )
}
