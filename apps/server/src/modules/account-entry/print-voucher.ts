/** Prints the vouchers of entries that staff made. */
import { voucherProblem } from '@khapdee/domain/account-entry'
import { cashSources } from '@khapdee/domain/drawer'
import type { AccountSide } from '@khapdee/domain/expense-item'
import type { VoucherView } from '../../adapters/pdf/account-view.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound, stateError } from '../../kernel/errors.ts'
import { reserve } from '../../kernel/numbering.ts'
import { type BranchHeader, readBranchHeader } from '../branch-header.ts'
import { issueDocuments } from '../document/issue-documents.ts'
import { printDocuments } from '../document/print-document.ts'
import { type StoredEntry, oneEntry } from './entry.queries.ts'
import { entryRow } from './list-entries.ts'

/** Where cash comes from or goes to, or the account of a transfer. */
function throughOf({ cash_source, petty_cash, bank_account }: StoredEntry): string {
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
    paid_through: throughOf(stored),
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
 * Returns a link to the voucher of an entry. Its content is stored at its first print, and again at the first print after
 * the entry was changed, which is an original again; later prints are copies of what is stored. A voided entry keeps the
 * voucher that was printed before, stamped as void.
 * @param side null for both sides
 * @throws NOT_FOUND, also for an entry of the other side; STATE for a draft and for an entry of a receipt or refund
 */
export async function printVoucher(
  ctx: UserContext,
  entry_id: number,
  side: AccountSide | null,
): Promise<{ pdf: string }> {
  // Two first prints at once wait for each other, and so does a change.
  await ctx.tx
    .selectFrom('account_entry')
    .select('entry_id')
    .where('entry_id', '=', entry_id)
    .where('branch_id', 'in', ctx.scope.branchIds)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const stored = await oneEntry.first(ctx.tx, ctx, entry_id)
  if (stored === undefined || (side !== null && stored.side !== side)) throw notFound()
  const problem = voucherProblem(stored)
  if (problem !== null) throw stateError(problem)
  const { branch_id, status, version, code } = stored
  const issued = await ctx.tx
    .selectFrom('issued_document')
    .select(['document_id', 'snapshot'])
    .where('entry_id', '=', entry_id)
    // Safe: the snapshot of a voucher is its view.
    .$castTo<{ document_id: number; snapshot: VoucherView }>()
    .executeTakeFirst()
  const isChanged = issued !== undefined && status !== 'void' && issued.snapshot.version !== version
  if (issued === undefined || isChanged) {
    const at = ctx.clock.now().toISOString()
    const header = await readBranchHeader(ctx, branch_id)
    const snapshot = voucherView(ctx, stored, header, at)
    if (issued === undefined) await issue(ctx, { entry_id, branch_id, code, snapshot })
    else
      await ctx.tx
        .updateTable('issued_document')
        .set({
          snapshot: JSON.stringify(snapshot),
          logo_file_id: header.logo_file_id,
          prints: 0,
          first_printed_at: null,
        })
        .where('document_id', '=', issued.document_id)
        .execute()
  }
  return printDocuments(ctx, 'voucher', { entry_id })
}

interface NewVoucher {
  entry_id: number
  branch_id: number
  code: string
  snapshot: VoucherView
}

async function issue(ctx: UserContext, { entry_id, branch_id, code, snapshot }: NewVoucher) {
  const { nextId } = await reserve(ctx.tx, {
    branchId: branch_id,
    day: ctx.clock.today(),
    numbers: {},
    ids: { issued_document: 1 },
  })
  const document = {
    document_id: nextId('issued_document'),
    kind: 'voucher' as const,
    number: code,
    entry_id,
    snapshot,
    // Counted by the print that follows.
    printed: false,
  }
  const statement = issueDocuments([document], { branch_id, at: snapshot.issued_at })
  await statement.execute(ctx.tx)
}
