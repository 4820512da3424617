/** The fields of an entry that staff enter: their columns, what the audit shows of them, and their checks. */
import {
  earlyDateMessage,
  type expenses,
  futureDateMessage,
} from '@khapdee/contract/entities/account-entry'
import type { InputOf } from '@khapdee/contract/endpoint'
import { messages } from '@khapdee/contract/messages'
import { firstEntryDay } from '@khapdee/domain/account-entry'
import { entities } from '@khapdee/domain/entities'
import { zeroSatang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import type { UserContext } from '../../kernel/context.ts'
import { refuseLockedDay } from '../account-lock/locked-day.ts'
import type { EntryCash } from './entry-cash.ts'
import {
  type Before,
  type CheckedEntry,
  checkItem,
  checkNamed,
  checkTaxId,
  refuse,
} from './check-entry.ts'

/** The input of staff, with the field names of the calls of expenses. */
export type EntryInput = Omit<InputOf<typeof expenses.create>, 'branch_id' | 'shares'>
/** The fields that an update keeps when they are omitted. */
type KeptField = 'files' | 'status' | 'petty_cash_id'
export type EntryChange = Omit<EntryInput, KeptField> & {
  [Name in KeptField]?: EntryInput[Name] | undefined
}
type CashField = 'cash_source' | 'petty_cash_id' | 'bank_account_id'
export type EntryFields = Omit<EntryInput, 'files' | 'status' | 'date' | CashField> & { date: Day }

/** The columns of an entry that staff write. */
export const columnsOf = (
  fields: EntryFields,
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
export const audited = (row: Record<keyof ReturnType<typeof columnsOf>, unknown>) => ({
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
export const fieldNames = (item: ItemField) => ({ item, vehicle: 'vehicle', employee: 'employee' })

/** Checks all fields of an entry and returns its item. @throws VALIDATION; DAY_LOCKED */
export async function checkFields(
  ctx: UserContext,
  entry: CheckedEntry,
  fields: EntryFields,
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
