/** The values of the form of an entry: initial values, validation, and conversion to the input of the call. */
import {
  type Attachment,
  type BillEntry,
  type EntryRow,
  expenses,
  futureDateMessage,
  income,
  requiredItemMessage,
} from '@khapdee/contract/entities/account-entry'
import type { InputOf } from '@khapdee/contract/endpoint'
import { titleOf } from '@khapdee/contract/field-meta'
import { messages } from '@khapdee/contract/messages'
import { billProblem, pettyCashBillMessage } from '@khapdee/domain/bill'
import type { CashSource } from '@khapdee/domain/drawer'
import type { AccountSide, ExpenseType } from '@khapdee/domain/expense-item'
import { entities } from '@khapdee/domain/entities'
import { type Satang, zeroSatang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { type Problem, schemaProblems } from '../../api/form-errors.ts'
import { isUploading } from '../../crud/form-attachments.tsx'

export type StoredEntry = EntryRow & {
  entry_id: number
  attachments: Attachment[]
  bill: BillEntry[]
}

interface BillShare {
  branch_id: number
  value: Satang | null
}

/** The branches with a share in a bill. */
export const chosenShares = (shares: readonly BillShare[]) =>
  shares.flatMap(({ branch_id, value }) =>
    value === null || value === zeroSatang ? [] : [{ branch_id, value }],
  )

type Input = InputOf<typeof expenses.create>
/**
 * Values that are null until they are entered; `list_expenses` is undefined until an item is chosen
 * or typed.
 */
export type EntryValues = Omit<
  Required<Input>,
  'list_expenses' | 'value' | 'branch_id' | 'status' | 'date' | 'cash_source' | 'shares'
> & {
  /**
   * The shares of the branches in a bill, empty for branches without one; null for an entry of one
   * branch.
   */
  shares: BillShare[] | null
  /** Sent for cash only. */
  cash_source: CashSource
  side: AccountSide
  branch_id: number | null
  list_expenses: number | null | undefined
  value: Satang | null
  date: Day
}

export const createSchemas = { income: income.create.input, expenses: expenses.create.input }

export const newValues = (side: AccountSide, branch_id: number | null, date: Day): EntryValues => ({
  side,
  branch_id,
  list_expenses: undefined,
  other_name: '',
  vehicle: null,
  mile: null,
  employee: null,
  pay_type: 'cash',
  cash_source: 'drawer',
  petty_cash_id: null,
  bank_account_id: null,
  value: null,
  document_no: '',
  detail: '',
  files: [],
  payee: '',
  payee_tax_id: '',
  wht_value: zeroSatang,
  shares: null,
  date,
})

export const storedValues = (entry: StoredEntry): EntryValues => ({
  side: entry.side,
  branch_id: entry.branch_id,
  list_expenses: entry.list_expenses,
  other_name: entry.other_name,
  vehicle: entry.vehicle,
  mile: entry.mile,
  employee: entry.employee,
  pay_type: entry.pay_type,
  cash_source: entry.cash_source ?? 'drawer',
  petty_cash_id: entry.petty_cash_id,
  bank_account_id: entry.bank_account_id,
  // A draft of a recurring entry may have no amount yet.
  value: entry.value === zeroSatang ? null : entry.value,
  document_no: entry.document_no,
  detail: entry.detail,
  files: entry.attachments.map(({ file_id }) => file_id),
  payee: entry.payee,
  payee_tax_id: entry.payee_tax_id,
  wht_value: entry.wht_value,
  shares: null,
  date: entry.date,
})

/**
 * The sent values, without the branch and the id: an item excludes a typed name, and the mileage
 * requires a vehicle.
 */
export function toInput(values: EntryValues) {
  const { side: _, branch_id: __, payee_tax_id, wht_value, cash_source, shares, ...common } = values
  const isCash = values.pay_type === 'cash'
  const list_expenses = values.list_expenses ?? null
  const input = {
    ...common,
    ...(isCash && { cash_source }),
    petty_cash_id: isCash && cash_source === 'petty_cash' ? values.petty_cash_id : null,
    // The account field is read-only for cash, which has no account.
    bank_account_id: isCash ? null : values.bank_account_id,
    list_expenses,
    other_name: list_expenses === null ? values.other_name : '',
    mile: values.vehicle === null ? null : values.mile,
    // An empty amount is 0, which only drafts may have.
    value: values.value ?? zeroSatang,
  }
  return {
    income: input,
    expenses: { ...input, payee_tax_id, wht_value },
    shares: shares === null ? null : chosenShares(shares),
  }
}

/**
 * The problems of an entry to be posted, or of a draft, which may be incomplete.
 * @param typeOfItem the type of the chosen item; null for a typed item, undefined if no offered
 * item is chosen
 */
export function entryProblems(
  values: EntryValues,
  status: 'draft' | 'posted',
  typeOfItem: ExpenseType | null | undefined,
  today: Day,
): Problem[] {
  const { side, list_expenses, other_name, vehicle, employee, date, files } = values
  const problems: Problem[] = []
  if (isUploading(files)) problems.push(['files', 'กรุณารอให้อัปโหลดไฟล์เสร็จก่อน'])
  if (typeOfItem === undefined) problems.push(['list_expenses', requiredItemMessage])
  if (list_expenses === null && other_name.trim() === '')
    problems.push([
      'other_name',
      messages.required(titleOf(createSchemas.expenses.shape, 'other_name')),
    ])
  if (status === 'posted') {
    if (values.value === null || values.value === zeroSatang)
      problems.push(['value', messages.positive])
    if (typeOfItem === 'vehicle' && vehicle === null)
      problems.push(['vehicle', messages.select(entities.vehicle.label)])
    if (typeOfItem === 'employee' && employee === null)
      problems.push(['employee', messages.select(entities.app_user.label)])
  }
  if (
    values.pay_type === 'cash' &&
    values.cash_source === 'petty_cash' &&
    values.petty_cash_id === null
  )
    problems.push(['petty_cash_id', messages.select(entities.petty_cash.label)])
  if (side === 'expenses' && values.shares !== null) {
    const chosen = chosenShares(values.shares)
    const problem = values.value === null ? null : billProblem(values.value, chosen)
    if (problem !== null) problems.push(['shares', problem])
    if (values.pay_type === 'cash' && values.cash_source === 'petty_cash')
      problems.push(['cash_source', pettyCashBillMessage])
  }
  if (date > today) problems.push(['date', futureDateMessage])
  const input = {
    ...toInput(values)[side],
    ...(side === 'expenses' && { shares: toInput(values).shares }),
    ...(values.branch_id !== null && { branch_id: values.branch_id }),
  }
  return [...problems, ...schemaProblems(createSchemas[side], { ...input, status })]
}
