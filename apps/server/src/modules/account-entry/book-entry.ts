/**
 * Entries of staff: booked, changed and voided. Entries of receipts and refunds are written by triggers and change only with
 * their payments. Source: product specification, sections 7 and 7b.
 */
import {
  earlyDateMessage,
  type expenses,
  futureDateMessage,
} from '@khapdee/contract/entities/account-entry'
import type { InputOf } from '@khapdee/contract/endpoint'
import { messages } from '@khapdee/contract/messages'
import {
  type EntryStatus,
  changeProblem,
  firstEntryDay,
  isSameMonth,
} from '@khapdee/domain/account-entry'
import type { AccountSide } from '@khapdee/domain/expense-item'
import { entities } from '@khapdee/domain/entities'
import { zeroSatang } from '@khapdee/domain/money'
import { type Day, formatMonth } from '@khapdee/domain/thai-date'
import { answerMessages } from '@khapdee/domain/words'
import { changesOf } from '../../kernel/audit.ts'
import type { UserContext } from '../../kernel/context.ts'
import { conflict, notFound, remittedMessage, stateError } from '../../kernel/errors.ts'
import { attachFiles } from '../file/attach-file.ts'
import { chosenAccount } from '../bank-account/chosen-account.ts'
import { refuseLockedDay } from '../account-lock/locked-day.ts'
import {
  type EntryCash,
  checkCash,
  checkOpening,
  heldBeforeKey,
  lockCash,
  noCash,
} from './entry-cash.ts'
import {
  type Before,
  type CheckedEntry,
  checkItem,
  checkNamed,
  checkTaxId,
  nothing,
  refuse,
} from './check-entry.ts'
import { nextCode } from './next-code.ts'

/** The input of staff, with the field names of the calls of expenses. */
type EntryInput = Omit<InputOf<typeof expenses.create>, 'branch_id' | 'shares'>
/** The fields that an update keeps when they are omitted. */
type KeptField = 'files' | 'status' | 'petty_cash_id'
type EntryChange = Omit<EntryInput, KeptField> & {
  [Name in KeptField]?: EntryInput[Name] | undefined
}
type CashField = 'cash_source' | 'petty_cash_id' | 'bank_account_id'
type Fields = Omit<EntryInput, 'files' | 'status' | 'date' | CashField> & { date: Day }

/** The columns of an entry that staff write. */
const columnsOf = (
  fields: Fields,
  item: { name: string; is_pass_through: boolean } | null,
  cash: EntryCash,
  bank_account_id: number | null,
) => ({
  date: fields.date,
  value: fields.value,
  pay_type: fields.pay_type,
  ...cash,
  bank_account_id,
  name: item?.name ?? fields.other_name,
  list_expenses_id: fields.list_expenses,
  is_pass_through: item?.is_pass_through ?? false,
  vehicle_id: fields.vehicle,
  mile: fields.mile,
  employee_id: fields.employee,
  payee: fields.payee,
  payee_tax_id: fields.payee_tax_id,
  document_no: fields.document_no,
  wht_value: fields.wht_value,
  detail: fields.detail,
})

/** The audited fields of an entry under the names of the contract. */
const audited = (row: Record<keyof ReturnType<typeof columnsOf>, unknown>) => ({
  date: row.date,
  value: row.value,
  pay_type: row.pay_type,
  cash_source: row.cash_source,
  petty_cash_id: row.petty_cash_id,
  bank_account_id: row.bank_account_id,
  name: row.name,
  list_expenses: row.list_expenses_id,
  is_pass_through: row.is_pass_through,
  vehicle: row.vehicle_id,
  mile: row.mile,
  employee: row.employee_id,
  payee: row.payee,
  payee_tax_id: row.payee_tax_id,
  document_no: row.document_no,
  wht_value: row.wht_value,
  detail: row.detail,
})

/** The name of the field of the item in the call. */
export type ItemField = 'list_expenses' | 'list_Account_id'
const fieldNames = (item: ItemField) => ({ item, vehicle: 'vehicle', employee: 'employee' })

/** Checks all fields of an entry and returns its item. @throws VALIDATION; DAY_LOCKED */
async function checkFields(
  ctx: UserContext,
  entry: CheckedEntry,
  fields: Fields,
  before: Before & { date: Day | null; payee_tax_id: string },
) {
  if (fields.date > ctx.clock.today()) throw refuse('date', futureDateMessage)
  if (fields.date < firstEntryDay) throw refuse('date', earlyDateMessage)
  if (fields.date !== before.date) await refuseLockedDay(ctx, entry.branch_id, fields.date, 'date')
  if (fields.mile !== null && fields.vehicle === null)
    throw refuse('vehicle', messages.select(entities.vehicle.label))
  if (fields.value === zeroSatang && !entry.isDraft) throw refuse('value', messages.positive)
  if (fields.wht_value > fields.value) throw refuse('wht_value', 'ภาษีหัก ณ ที่จ่ายต้องไม่เกินจำนวนเงิน')
  checkTaxId(fields.payee_tax_id, before.payee_tax_id)
  await checkNamed(ctx, entry, fields, before)
  return checkItem(ctx, entry, fields, before)
}

/** Stores which files are attached to entries, in this order. */
async function storeFiles(ctx: UserContext, ids: readonly number[], files: readonly number[]) {
  await ctx.tx.deleteFrom('account_entry_file').where('entry_id', 'in', ids).execute()
  if (files.length === 0) return
  await ctx.tx
    .insertInto('account_entry_file')
    .values(
      ids.flatMap((entry_id) =>
        files.map((file_id, position) => ({ entry_id, file_id, position })),
      ),
    )
    .execute()
}

/**
 * The entries that share attachments with one, itself included; locks those of its bill.
 * @throws VALIDATION where one of them is of a branch that the caller does not see
 */
async function sharingEntries(
  ctx: UserContext,
  { entry_id, bill_id }: { entry_id: number; bill_id: number | null },
): Promise<number[]> {
  if (bill_id === null) return [entry_id]
  const rows = await ctx.tx
    .selectFrom('account_entry')
    .select(['entry_id', 'branch_id'])
    .where('bill_id', '=', bill_id)
    .orderBy('entry_id')
    .forNoKeyUpdate()
    .execute()
  if (rows.some(({ branch_id }) => !ctx.scope.branchIds.includes(branch_id)))
    throw refuse('files', 'เอกสารแนบของบิลนี้ใช้ร่วมกับสาขาอื่น แก้ไขได้เฉพาะผู้ที่ดูแลทุกสาขาของบิล')
  return rows.map((row) => row.entry_id)
}

interface BookOptions {
  itemField?: ItemField
  /**
   * The item of the system to which it may refer; by default that of money held before the books.
   */
  systemKey?: string
  /** The first entry of its bill, for the other branches of the bill. */
  bill_id?: number
}

/**
 * Books an entry of a branch, by default of the caller's own and of today.
 * @throws VALIDATION; NOT_FOUND for another branch
 */
export async function bookEntry(
  ctx: UserContext,
  branch: number | undefined,
  side: AccountSide,
  input: EntryInput,
  { itemField = 'list_expenses', systemKey = heldBeforeKey, bill_id }: BookOptions = {},
) {
  const branch_id = branch ?? ctx.actor.branch_id
  ctx.scope.assertWritable(branch_id)
  const { files, status, date = ctx.clock.today(), ...given } = input
  const { cash_source, petty_cash_id, bank_account_id, ...rest } = given
  const fields: Fields = { ...rest, date }
  const isDraft = status === 'draft'
  const checked = { branch_id, side, fields: fieldNames(itemField), systemKey, isDraft }
  const item = await checkFields(ctx, checked, fields, {
    ...nothing,
    date: null,
    payee_tax_id: '',
  })
  await attachFiles(ctx, 'files', files, [])
  const asked = { pay_type: fields.pay_type, cash_source, petty_cash_id }
  const cash = await checkCash(ctx, branch_id, asked, noCash)
  checkOpening(item, cash)
  const account = await chosenAccount(ctx, branch_id, bank_account_id, [fields])
  await lockCash(ctx, branch_id, [cash])
  const columns = columnsOf(fields, item, cash, account)
  const entry_code = isDraft ? null : await nextCode(ctx, { branch_id, side, date })
  const at = ctx.clock.now().toISOString()
  const { entry_id, ...named } = await ctx.tx
    .insertInto('account_entry')
    .values({
      ...columns,
      branch_id,
      side,
      status,
      entry_code,
      bill_id: bill_id ?? null,
      created_by: ctx.actor.user_id,
      createdAt: at,
      updatedAt: at,
    })
    .returning(['entry_id', 'bank_account_id'])
    .executeTakeFirstOrThrow()
  await storeFiles(ctx, [entry_id], files)
  ctx.audit({
    entity: 'account_entry',
    id: entry_id,
    branch: branch_id,
    after: { code: entry_code ?? '', status, ...audited({ ...columns, ...named }), files },
  })
  return { message: answerMessages.added, data: { entry_id, code: entry_code ?? '' } }
}

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
  const fields: Fields = { ...rest, date }
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
