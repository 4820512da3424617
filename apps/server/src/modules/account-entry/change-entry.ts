/**
 * Changes and voids entries of staff. Entries of receipts and refunds change only with their payments, by triggers. Source:
 * product specification, sections 7 and 7b.
 */
import { type EntryStatus, changeProblem, isSameMonth } from '@khapdee/domain/account-entry'
import type { AccountSide } from '@khapdee/domain/expense-item'
import { type Day, formatMonth } from '@khapdee/domain/thai-date'
import { answerMessages } from '@khapdee/domain/words'
import { changesOf } from '../../kernel/audit.ts'
import type { UserContext } from '../../kernel/context.ts'
import { conflict, notFound, remittedMessage, stateError } from '../../kernel/errors.ts'
import { attachFiles } from '../file/attach-file.ts'
import { chosenAccount } from '../bank-account/chosen-account.ts'
import { type EntryCash, checkCash, checkOpening, heldBeforeKey, lockCash } from './entry-cash.ts'
import { refuse } from './check-entry.ts'
import {
  type EntryChange,
  type EntryFields,
  type ItemField,
  audited,
  checkFields,
  columnsOf,
  fieldNames,
} from './entry-fields.ts'
import { sharingEntries, storeFiles } from './entry-files.ts'
import { nextCode } from './next-code.ts'

/**
 * Locks an entry of staff on a side of the books.
 * @throws NOT_FOUND; CONFLICT for a stale version; STATE for one that cannot be changed
 */
async function lockEntry(
  ctx: UserContext,
  entry_id: number,
  version: number,
  side: AccountSide | null,
) {
  const row = await ctx.tx
    .selectFrom('account_entry')
    .selectAll()
    .where('entry_id', '=', entry_id)
    .where('branch_id', 'in', ctx.scope.branchIds)
    .$if(side !== null, (entries) => entries.where('side', '=', side ?? ''))
    .forNoKeyUpdate()
    .$narrowType<{ side: AccountSide; status: EntryStatus; date: Day } & EntryCash>()
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  const problem = changeProblem({ ...row, is_payroll: row.payroll_posting_id !== null })
  if (problem !== null) throw stateError(problem)
  if (row.version !== version) throw conflict()
  return row
}

/**
 * Changes an entry of staff; a draft that is posted gets its number.
 * @throws VALIDATION, also for a day in another month or another side: such an entry is voided and booked again
 */
export async function changeEntry(
  ctx: UserContext,
  { entry_id, version }: { entry_id: number; version: number },
  side: AccountSide,
  input: EntryChange,
  itemField: ItemField = 'list_expenses',
) {
  const row = await lockEntry(ctx, entry_id, version, null)
  if (row.side !== side) throw refuse('category', 'เปลี่ยนด้านไม่ได้ กรุณายกเลิกแล้วบันทึกใหม่')
  const { date = row.date, status = row.status, files: newFiles, ...given } = input
  const { cash_source, petty_cash_id, bank_account_id, ...rest } = given
  const isPosted = row.status === 'posted'
  if (isPosted && status === 'draft') throw refuse('status', 'รายการที่บันทึกแล้วกลับเป็นฉบับร่างไม่ได้')
  if (isPosted && !isSameMonth(date, row.date)) {
    const message = `เลขที่เอกสารเป็นของเดือน${formatMonth(row.date.slice(0, 7))} เปลี่ยนเดือนไม่ได้ กรุณายกเลิกแล้วบันทึกใหม่`
    throw refuse('date', message)
  }
  const fields: EntryFields = { ...rest, date }
  const { branch_id } = row
  const isDraft = status === 'draft'
  const systemKey = heldBeforeKey
  const checked = { branch_id, side, fields: fieldNames(itemField), systemKey, isDraft }
  // Drafts of rules may have a wrong tax number.
  const before = isPosted ? row : { ...row, payee_tax_id: '' }
  const item = await checkFields(ctx, checked, fields, before)
  const isSameMoney =
    fields.value === row.value &&
    fields.wht_value === row.wht_value &&
    fields.list_expenses === row.list_expenses_id
  if (!isSameMoney) await refuseRemittance(ctx, entry_id)
  const filesBefore = await ctx.tx
    .selectFrom('account_entry_file')
    .select('file_id')
    .where('entry_id', '=', entry_id)
    .orderBy('position')
    .execute()
  const oldFiles = filesBefore.map(({ file_id }) => file_id)
  const files = newFiles ?? oldFiles
  await attachFiles(ctx, 'files', files, oldFiles)
  const asked = { pay_type: fields.pay_type, cash_source, petty_cash_id }
  const cash = await checkCash(ctx, branch_id, asked, row)
  checkOpening(item, cash)
  const kept = row.bank_account_id
  const account =
    bank_account_id === undefined
      ? kept
      : await chosenAccount(ctx, branch_id, bank_account_id, [fields], kept)
  await lockCash(ctx, branch_id, [row, cash])
  const columns = columnsOf(fields, item, cash, account)
  const entry_code =
    isPosted || isDraft ? row.entry_code : await nextCode(ctx, { branch_id, side, date })
  const named = await ctx.tx
    .updateTable('account_entry')
    .set({
      ...columns,
      status,
      entry_code,
      version: version + 1,
      updatedAt: ctx.clock.now().toISOString(),
    })
    .where('entry_id', '=', entry_id)
    .returning('bank_account_id')
    .executeTakeFirstOrThrow()
  if (JSON.stringify(files) !== JSON.stringify(oldFiles))
    await storeFiles(ctx, await sharingEntries(ctx, row), files)
  ctx.audit({
    entity: 'account_entry',
    id: entry_id,
    branch: branch_id,
    ...changesOf(
      { code: row.entry_code ?? '', status: row.status, ...audited(row), files: oldFiles },
      { code: entry_code ?? '', status, ...audited({ ...columns, ...named }), files },
    ),
  })
  return { message: answerMessages.changed, data: { entry_id, code: entry_code ?? '' } }
}

/** @throws STATE for an entry that paid withheld tax: its amount is what was owed */
async function refuseRemittance(ctx: UserContext, entry_id: number): Promise<void> {
  const paid = await ctx.tx
    .selectFrom('account_entry')
    .select('entry_id')
    .where('wht_remitted_by', '=', entry_id)
    .limit(1)
    .executeTakeFirst()
  if (paid !== undefined)
    throw stateError('รายการนี้นำส่งภาษีหัก ณ ที่จ่าย เปลี่ยนรายการหรือจำนวนเงินไม่ได้ กรุณายกเลิกแล้วนำส่งใหม่')
}

/** Voids an entry of staff; its number stays. */
export async function voidEntry(
  ctx: UserContext,
  { entry_id, version, note }: { entry_id: number; version: number; note: string },
  side: AccountSide | null,
) {
  const row = await lockEntry(ctx, entry_id, version, side)
  await lockCash(ctx, row.branch_id, [row])
  if (row.wht_remitted_by !== null) throw stateError(remittedMessage)
  // Voiding the payment of withheld tax makes the tax owed again.
  await ctx.tx
    .updateTable('account_entry')
    .set({ wht_remitted_by: null })
    .where('wht_remitted_by', '=', entry_id)
    .execute()
  const at = ctx.clock.now().toISOString()
  await ctx.tx
    .updateTable('account_entry')
    .set({
      status: 'void',
      void_note: note,
      voided_by: ctx.actor.user_id,
      voided_at: at,
      updatedAt: at,
      version: version + 1,
    })
    .where('entry_id', '=', entry_id)
    .execute()
  ctx.audit({
    entity: 'account_entry',
    id: entry_id,
    branch: row.branch_id,
    before: { status: row.status },
    after: { status: 'void', note },
  })
  return { message: 'ยกเลิกรายการเรียบร้อยแล้ว', data: { entry_id } }
}
