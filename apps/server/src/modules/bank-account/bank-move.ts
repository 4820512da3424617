/**
 * Money of a bank account that is in no receipt, entry or drawer: wages, advances and loans paid by transfer, and what comes back.
 * Source: product specification, sections 7b.7 and 7b.8.
 */
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'

interface BankMove {
  branch_id: number
  /** Null for the account of the branch. */
  bank_account_id: number | null
  date: Day
  /** Satang; positive for money into the account. */
  value: Satang
  /** The purpose; without names of people, because accounting reads it. */
  note: string
  /** The record that it belongs to. */
  source: { payroll_payment_id: number } | { payroll_loan_id: number }
}

/**
 * Records a transfer as a document of the account, dated the day of the transfer.
 * @returns its id and account, which is null for a branch without one
 * @throws DAY_LOCKED, by the database
 */
export async function moveBank(ctx: UserContext, { source, ...move }: BankMove) {
  return ctx.tx
    .insertInto('bank_move')
    .values({
      ...move,
      ...source,
      created_by: ctx.actor.user_id,
      createdAt: ctx.clock.now().toISOString(),
    })
    .returning(['bank_move_id', 'bank_account_id'])
    .executeTakeFirstOrThrow()
}

/**
 * Reverses the payout of a loan that is neither on a locked day nor matched with a line of a
 * statement.
 * @returns whether it was reversed, and its account
 */
export async function voidPayout(ctx: UserContext, payroll_loan_id: number) {
  // Locks first, so that a concurrent match waits, or is seen here.
  const payout = await ctx.tx
    .selectFrom('bank_move')
    .select('bank_account_id')
    .where('payroll_loan_id', '=', payroll_loan_id)
    .where('value', '<', 0)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const { numUpdatedRows } = await ctx.tx
    .updateTable('bank_move')
    .set({ is_void: true })
    .where('payroll_loan_id', '=', payroll_loan_id)
    .where('value', '<', 0)
    .where(
      sql<SqlBool>`date > coalesce(lock_day(branch_id), '-infinity') and not exists (
        select from statement_match_document m where m.bank_move_id = bank_move.bank_move_id)`,
    )
    .executeTakeFirstOrThrow()
  return { isVoid: numUpdatedRows > 0n, bank_account_id: payout?.bank_account_id ?? null }
}
