/** Prints the vouchers of entries that staff made. */
import { voucherProblem } from '@khapdee/domain/account-entry'
import { cashSources } from '@khapdee/domain/drawer'
import type { AccountSide } from '@khapdee/domain/expense-item'
import type { VoucherView } from '../../adapters/pdf/account-view.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound, stateError } from '../../kernel/errors.ts'
import type { BranchHeader } from '../branch-header.ts'
import { entryToPrint, printEntryDocument } from './entry-document.ts'
import type { StoredEntry } from './entry.queries.ts'
import { entryRow } from './list-entries.ts'

/** The source of the cash, or the account of a transfer. */
function cashSourceText({ cash_source, petty_cash, bank_account }: StoredEntry): string {
  if (cash_source === null) return bank_account
  return [cashSources[cash_source].label, petty_cash].filter(Boolean).join(' ')
}

function voucherView(
  ctx: UserContext,
  stored: StoredEntry,
  { school }: BranchHeader,
  at: string,
): VoucherView {
  const { side, code, date, name, detail, value, wht_value, pay_type, mile } = stored
  return {
    school,
    side,
    number: code,
    issued_at: at,
    day: date,
    item: name,
    group: entryRow(ctx, stored).group,
    detail,
    value,
    wht_value,
    pay_type,
    paid_through: cashSourceText(stored),
    payee: stored.payee,
    payee_tax_id: stored.payee_tax_id,
    document_no: stored.document_no,
    vehicle: stored.vehicle_name,
    ...(mile !== null && { mile }),
    employee: stored.employee_name,
    is_pass_through: stored.is_pass_through,
    attachments: stored.file_count,
    recorded_by: stored.user,
    version: stored.version,
  }
}

/**
 * Returns a link to the voucher of an entry; see `printEntryDocument`.
 * @param side null for both sides
 * @throws NOT_FOUND, also for an entry of the other side; STATE for a draft and for an entry of a receipt or refund
 */
export async function printVoucher(
  ctx: UserContext,
  entry_id: number,
  side: AccountSide | null,
): Promise<{ pdf: string }> {
  const stored = await entryToPrint(ctx, entry_id)
  if (side !== null && stored.side !== side) throw notFound()
  const problem = voucherProblem(stored)
  if (problem !== null) throw stateError(problem)
  return printEntryDocument(ctx, 'voucher', stored, async (header, at) => ({
    number: stored.code,
    snapshot: voucherView(ctx, stored, header, at),
  }))
}
