/**
 * Books the difference of a count of cash: missing cash as an expense, surplus cash as other income, on items of the system.
 * Source: product specification, section 7b.
 */
import type { AccountSide } from '@khapdee/domain/expense-item'
import { type Satang, bahtWithUnit, maxAmount, satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import type { UserContext } from '../../kernel/context.ts'
import { invalid } from '../../kernel/errors.ts'
import { nextCode } from './next-code.ts'

export interface CashDifference {
  branch_id: number
  /** Counted minus expected, in satang; not 0. */
  difference: Satang
  /** The day of the entry. */
  date: Day
  /** The petty cash that was counted; null for the drawer. */
  petty_cash_id: number | null
  detail: string
  /** The field of the call with the counted cash. */
  field: string
}

/**
 * Books the difference; a trigger writes its movement in the drawer or petty cash, whose lock the caller holds.
 * @returns the id of the entry
 * @throws VALIDATION for a difference beyond the largest amount of an entry
 */
export async function bookCashDifference(ctx: UserContext, count: CashDifference): Promise<number> {
  const { branch_id, difference, date, petty_cash_id, detail, field } = count
  if (Math.abs(difference) > maxAmount) {
    const message = `เงินสดที่นับได้ต่างจากยอดตามระบบเกิน ${bahtWithUnit(maxAmount)} กรุณาตรวจสอบจำนวนที่นับ`
    throw invalid([{ path: field, message }])
  }
  const item = await ctx.tx
    .selectFrom('list_expenses')
    .select(['list_expenses_id', 'name'])
    .where('system_key', '=', difference < 0 ? 'cash_short' : 'cash_over')
    .executeTakeFirstOrThrow()
  const side: AccountSide = difference < 0 ? 'expenses' : 'income'
  const at = ctx.clock.now().toISOString()
  const entry_code = await nextCode(ctx, { branch_id, side, date })
  const values = {
    branch_id,
    side,
    date,
    value: satang(Math.abs(difference)),
    pay_type: 'cash',
    cash_source: petty_cash_id === null ? 'drawer' : 'petty_cash',
    petty_cash_id,
    name: item.name,
    list_expenses_id: item.list_expenses_id,
    detail,
  } as const
  const { entry_id } = await ctx.tx
    .insertInto('account_entry')
    .values({
      ...values,
      status: 'posted',
      entry_code,
      created_by: ctx.actor.user_id,
      createdAt: at,
      updatedAt: at,
    })
    .returning('entry_id')
    .executeTakeFirstOrThrow()
  const { list_expenses_id: list_expenses, ...rest } = values
  ctx.audit({
    entity: 'account_entry',
    id: entry_id,
    branch: branch_id,
    after: { code: entry_code, status: 'posted', ...rest, list_expenses },
  })
  return entry_id
}
