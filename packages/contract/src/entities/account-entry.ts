/**
 * Entries of the books: income, expenses, and the Account calls, which book either side. All are
 * stored in one table. Source: product specification, sections 7 and 7b; paths and names of fields
 * are those of the former system.
 */
import { entryCategories, entryStatuses, firstEntryDay } from '@khapdee/domain/account-entry'
import { maxShares } from '@khapdee/domain/bill'
import { cashSourceTitle, cashSources } from '@khapdee/domain/drawer'
import { accountSides, expenseCategories, passThroughTitle } from '@khapdee/domain/expense-item'
import { applicationKinds } from '@khapdee/domain/application/status'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { zeroSatang } from '@khapdee/domain/money'
import { payrollWords } from '@khapdee/domain/payroll/payroll-words'
import { formatDay } from '@khapdee/domain/thai-date'
import { headings, units } from '@khapdee/domain/words'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled, titleOf } from '../field-meta.ts'
import { messages } from '../messages.ts'
import {
  baht,
  branchName,
  createdAt,
  dataOf,
  day,
  enteredDay,
  detailOf,
  digits,
  exportQuery,
  fileLink,
  filters,
  flag,
  id,
  idInPath,
  instant,
  listOf,
  listQuery,
  nonNegativeBaht,
  oneOf,
  option,
  pdfLink,
  reason,
  reference,
  requiredOneOf,
  shownText,
  statusOf,
  text,
  version,
  wholeNumber,
} from '../wire.ts'
import {
  amount,
  applicationCode,
  payType,
  paymentCode,
  positive,
  recordedBy,
  transferAccount,
} from './application-shapes.ts'

/** Maximum number of attachments of an entry. */
export const maxAttachments = 10

const itemTitle = headings.item
const item = reference('list_expenses', itemTitle).nullable().default(null)
const payerTitle = 'ผู้จ่าย'
const dateTitle = 'วันที่รายการ'

const attachments = labelled(
  z
    .array(reference('file', fieldTitles.attachments))
    .max(maxAttachments, { error: `แนบเอกสารได้ไม่เกิน ${maxAttachments} ไฟล์` }),
  fieldTitles.attachments,
)
const entryStatus = oneOf(fieldTitles.status, {
  draft: entryStatuses.draft,
  posted: entryStatuses.posted,
})

const amountTitle = titleOf({ amount }, 'amount')
/** The amount of a posted entry. */
export const entryAmount = labelled(positive(nonNegativeBaht), amountTitle, { unit: units.baht })

const cashSource = oneOf(cashSourceTitle, cashSources)
const pettyCashId = reference('petty_cash').nullable()

/** The fields that an update leaves unchanged if they are omitted. */
const keptFields = {
  files: attachments.optional(),
  status: entryStatus.optional(),
  cash_source: cashSource.optional(),
  petty_cash_id: pettyCashId.optional(),
  bank_account_id: transferAccount,
}

/** The fields of both sides. */
const commonFields = {
  /** The typed name of an entry without an item from the list; required if there is no item. */
  other_name: text('ชื่อรายการอื่น').default(''),
  vehicle: reference('vehicle').nullable().default(null),
  /** Reading of the odometer; only with a vehicle. */
  mile: wholeNumber('เลขไมล์', 9_999_999, 'กม.').nullable().default(null),
  employee: reference('app_user').nullable().default(null),
  pay_type: payType,
  /**
   * The source or destination of the cash, by default the drawer of the branch; not for a transfer.
   */
  cash_source: cashSource.optional(),
  /** The petty cash, for that source. */
  petty_cash_id: pettyCashId.default(null),
  /** The account of a transfer, by default that of the branch; not for cash. */
  bank_account_id: transferAccount,
  /** 0 only for a draft whose amount is not known yet. */
  value: labelled(nonNegativeBaht, amountTitle, { unit: units.baht }),
  document_no: text('เลขที่เอกสารอ้างอิง', 50).default(''),
  detail: detailOf(2000),
  /** Pictures and PDFs, in this order. */
  files: attachments.default([]),
  /**
   * A draft has no number and is excluded from all totals. It may lack the amount, and the vehicle or
   * the employee that its item requires.
   */
  status: entryStatus.default('posted'),
}

/** By default today. Its month cannot be changed, because the number of the voucher belongs to it. */
const date = labelled(enteredDay, dateTitle).optional()

const expenseFields = {
  payee_tax_id: digits('เลขประจำตัวผู้เสียภาษีของผู้รับเงิน', 13),
  /** Withheld for the Revenue Department; `value` is the amount before it. */
  wht_value: labelled(nonNegativeBaht, payrollWords.withheldTax, { unit: units.baht }).default(
    zeroSatang,
  ),
}

const incomeInput = {
  list_expenses: item,
  ...commonFields,
  payee: text(payerTitle).default(''),
  date,
}
const expensesInput = {
  list_expenses: item,
  ...commonFields,
  ...expenseFields,
  payee: text(fieldTitles.payee).default(''),
  date,
}
const accountInput = {
  list_Account_id: item,
  /** Whether it books an expense or other income. */
  category: requiredOneOf(fieldTitles.category, expenseCategories),
  ...commonFields,
  ...expenseFields,
  payee: text(fieldTitles.payee).default(''),
  date,
}

const attachment = z.object({
  file_id: id,
  name: z.string(),
  type: z.string(),
  size: z.number(),
  /** A signed link, valid for some minutes. */
  link: z.string(),
})
export type Attachment = z.output<typeof attachment>

const code = paymentCode

/** The fields of every answer about an entry; the id is added under the names of the calls. */
const rowFields = {
  /** The number of the voucher, or of the receipt or refund; empty for a draft. */
  code,
  side: oneOf('ด้าน', accountSides),
  category: oneOf(fieldTitles.category, entryCategories),
  /** The heading under which charts sum it. */
  group: shownText(fieldTitles.group),
  branch_id: id,
  branch: branchName,
  date: labelled(day, dateTitle),
  /** The id of the item; null without one. */
  list_expenses: id.nullable(),
  list_Account: z.object({ list_Account_id: id, name: z.string() }).nullable(),
  name: shownText(itemTitle),
  other_name: shownText(titleOf(commonFields, 'other_name')),
  /** The type of the item: the kind of record to which an entry of it must refer. */
  type: z.string(),
  vehicle: id.nullable(),
  vehicle_name: shownText(entities.vehicle.label),
  mile: commonFields.mile,
  employee: id.nullable(),
  employee_name: shownText(entities.app_user.label),
  pay_type: payType,
  /** Null for a transfer. Cash of receipts and refunds is in the drawer. */
  cash_source: cashSource.nullable(),
  petty_cash_id: id.nullable(),
  petty_cash: shownText(titleOf({ pettyCashId }, 'pettyCashId')),
  /** Null for cash, and for transfers of a branch without an account. */
  bank_account_id: id.nullable(),
  bank_account: shownText(entities.bank_account.label),
  /** Negative for a refund and for the reversal of a receipt. */
  value: labelled(baht, titleOf(commonFields, 'value')),
  /** The same as `value` for income; 0 for expenses. */
  paid: baht,
  payee: shownText(fieldTitles.payee),
  payee_tax_id: shownText(titleOf(expenseFields, 'payee_tax_id')),
  document_no: shownText(titleOf(commonFields, 'document_no')),
  wht_value: labelled(baht, titleOf(expenseFields, 'wht_value')),
  detail: shownText(headings.details),
  /** Money collected for the state or an insurer and passed on, excluded from all totals. */
  is_pass_through: flag(passThroughTitle),
  status: statusOf(entryStatuses),
  /** Whether its day is locked, so that only notes, attachments and references can be changed. */
  is_locked: z.boolean(),
  /** Whether a day close or a count of petty cash has counted its cash, which has the same effect. */
  is_counted: z.boolean(),
  /** Whether it is matched with lines of a bank statement, which has the same effect. */
  is_matched: z.boolean(),
  /** The payment that posted the entry; null for entries of staff. */
  payment_id: id.nullable(),
  /** The recurring entry that created it as a draft. */
  recurring_entry_id: id.nullable(),
  recurring_entry: shownText(entities.recurring_entry.label),
  /** Whether the approval of a month of payroll posted it. */
  is_payroll: z.boolean(),
  /** The month of payroll that posted it, `YYYY-MM`; empty for other entries. */
  payroll_month: z.string(),
  /** Whether it reverses a voided receipt, or a reopened month of payroll. */
  is_reversal: z.boolean(),
  application_id: id.nullable(),
  /** The application if it is one of other fees. */
  application_other_fee_id: id.nullable(),
  application_code: applicationCode,
  /** The kind of the application. */
  application_kind: oneOf('ประเภทใบสมัคร', applicationKinds).nullable(),
  customer: shownText(entities.customer.label),
  /** The number of attachments. */
  file_count: labelled(z.number(), titleOf(commonFields, 'files'), { unit: 'ไฟล์' }),
  void_note: shownText(fieldTitles.cancelReason),
  user: recordedBy,
  createdAt,
  updatedAt: instant,
  version,
  /** Whether the caller may change it now. */
  can_change: z.boolean(),
}

const incomeRow = z.object({ income_id: id, ...rowFields })
const expensesRow = z.object({ expenses_id: id, ...rowFields })
const accountRow = z.object({ Account_id: id, ...rowFields })
export type EntryRow = Omit<z.output<typeof accountRow>, 'Account_id'>

/** An entry of the same bill in a branch that the caller sees. */
const billEntry = z.object({
  entry_id: id,
  code,
  branch: branchName,
  value: baht,
  status: statusOf(entryStatuses),
})

export type BillEntry = z.output<typeof billEntry>

/** The attachments of one entry, and the name of the first one in the former system. */
const filesOf = {
  attachments: z.array(attachment),
  /** The link and the type of the first attachment; empty without one. */
  file: z.string(),
  file_type: z.string(),
  /** The other entries of its bill. */
  bill: z.array(billEntry),
}

const donut = z.object({
  /** Values of the filter `category` for each slice. */
  keys: z.array(z.string()),
  labels: z.array(z.string()),
  /** Slices of 0 or less are listed, not drawn. */
  series: z.array(baht),
})
const column = z.object({
  /** The days, or the months as `YYYY-MM`. */
  categories: z.array(z.string()),
  series: z.array(z.object({ name: z.string(), data: z.array(baht) })),
})
const total = baht
/** Money held for others: collected and remitted in the period, and held at its end. */
const passThrough = z.object({ collected: baht, remitted: baht, held: baht })
/**
 * The totals of the preceding period of the same length; null if it is before the first day of the
 * books.
 */
const previous = z
  .object({ start: day, end: day, total_income: baht, total_expenses: baht })
  .nullable()

const incomeChart = z.object({
  income_donut: donut,
  income_column: column,
  total_income: total,
  previous,
  pass_through: passThrough,
})
const expensesChart = z.object({
  expenses_donut: donut,
  expenses_column: column,
  total_expenses: total,
  previous,
  pass_through: passThrough,
})
const accountChart = incomeChart.extend(expensesChart.shape).extend({
  /** Income minus expenses of the filter. */
  balance: baht,
})
export type AccountChart = z.output<typeof accountChart>
export type AccountDonut = z.output<typeof donut>

const filtersNote =
  '`category` is a group of a chart, `type` the type of the item or `customer`, `start` and `end` limit the day of the entry and are today by default'

/**
 * The answer of a write: the id under the name of the calls, and the number; a draft has no number.
 */
const written = <Id extends z.ZodRawShape>(idField: Id) =>
  z.object({ ...idField, code: z.string() })

/**
 * The division of a bill among branches, each of which gets an entry; `branch_id` is not used then.
 */
const shares = labelled(
  z
    .array(z.strictObject({ branch_id: reference('branch'), value: entryAmount }))
    .max(maxShares)
    .nullable(),
  'แบ่งยอดตามสาขา',
).default(null)

/** Create, update, delete and get of entries under one of their three names. */
const create = <Id extends z.ZodRawShape, Input extends z.ZodRawShape>(
  path: string,
  name: string,
  idField: Id,
  input: Input,
) =>
  endpoint({
    method: 'POST',
    path: `${path}/create`,
    access: 'accounting.create',
    idempotent: 'required',
    summary: `Book ${name}`,
    input: z.strictObject({ branch_id: reference('branch').optional(), ...input }),
    output: dataOf(written(idField)),
  })

/** Like {@link create}, with the shares of a bill. */
const createShared = <Id extends z.ZodRawShape, Input extends z.ZodRawShape>(
  path: string,
  name: string,
  idField: Id,
  input: Input,
) => create(path, `${name}, or one for each branch of a bill`, idField, { ...input, shares })

const update = <Id extends z.ZodRawShape, Input extends z.ZodRawShape>(
  path: string,
  name: string,
  idField: Id,
  input: Input,
) =>
  endpoint({
    method: 'PUT',
    path: `${path}/update`,
    access: 'accounting.update',
    summary: `Change ${name} made by staff; a stale version is refused`,
    input: z.strictObject({
      ...idField,
      ...(input as Omit<Input, keyof typeof keptFields>),
      ...keptFields,
      version,
    }),
    output: dataOf(written(idField)),
  })

const remove = <Id extends z.ZodRawShape>(path: string, name: string, idField: Id) =>
  endpoint({
    method: 'DELETE',
    path: `${path}/delete`,
    access: 'accounting.delete',
    summary: `Void ${name} made by staff; its number stays`,
    input: z.strictObject({ ...idField, version, note: reason(500) }),
    output: dataOf(z.object(idField)),
  })

const choices = (path: string, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    access: 'accounting.view',
    summary,
    input: z.strictObject({ branch_id: idInPath.optional() }),
    output: dataOf(z.array(option)),
  })

const itemOption = z.object({
  name: z.string(),
  list_expenses_id: id,
  category: oneOf(fieldTitles.category, expenseCategories),
  /** The record to which an entry of the item must refer. */
  type: z.string(),
  group: z.string(),
  is_pass_through: z.boolean(),
  /** The item of money that was held for others before the books. */
  is_opening: z.boolean(),
})
export type ItemOption = z.output<typeof itemOption>
const categories = z.array(z.object({ category: z.string(), list: z.array(itemOption) }))

/** The dropdowns of the forms, under the path of expenses or of accounts. */
const dropdowns = (path: 'expenses' | 'Account') => ({
  list: endpoint({
    method: 'GET',
    path: `${path}/list`,
    access: 'accounting.view',
    summary: 'Active items of a branch and of all branches; the branch is the own one by default',
    input: z.strictObject({ branch_id: idInPath.optional() }),
    output: dataOf(z.array(itemOption)),
  }),
  listCategory: endpoint({
    method: 'GET',
    path: `${path}/list-category`,
    access: 'accounting.view',
    summary: 'Active items by group',
    input: z.strictObject({ branch_id: idInPath.optional() }),
    output: dataOf(categories),
  }),
  employee: choices(`${path}/employee`, 'Employees of a branch, by default the own one'),
  vehicle: choices(`${path}/vehicle`, 'Vehicles of a branch that are not retired'),
  pettyCash: choices(`${path}/petty-cash`, 'Petty cash of a branch that an entry may name'),
  vehicleAll: choices(`${path}/vehicle-all`, 'All vehicles of a branch, retired ones included'),
})

const table = <Row extends z.ZodType, Chart extends z.ZodType>(
  path: string,
  summary: string,
  row: Row,
  chart: Chart,
) =>
  endpoint({
    method: 'GET',
    path,
    access: 'accounting.view',
    summary: `${summary}, latest day first; ${filtersNote}`,
    input: listQuery,
    output: listOf(row).extend({ chart }),
  })

const read = <Id extends z.ZodRawShape, Row extends z.ZodObject>(
  path: string,
  idField: Id,
  row: Row,
) =>
  endpoint({
    method: 'GET',
    path,
    access: 'accounting.view',
    summary: 'One entry with its attachments',
    input: z.strictObject(idField),
    output: dataOf(row),
  })

const print = <Id extends z.ZodRawShape>(path: string, idField: Id) =>
  endpoint({
    method: 'POST',
    path: `${path}/pdf`,
    access: 'accounting.view',
    summary:
      'Link to the voucher of an entry made by staff; drafts have none, and a second print is marked as a copy',
    input: z.strictObject(idField),
    output: dataOf(pdfLink),
  })

const exportOf = (path: string) =>
  endpoint({
    method: 'POST',
    path,
    access: 'accounting.export',
    summary: 'Link to an Excel file of the whole list; the days are today by default',
    input: exportQuery,
    output: dataOf(fileLink),
  })

/** The names of the id of an entry in the three groups of calls. */
const incomeId = { income_id: id }
const expensesId = { expenses_id: id }
const accountId = { Account_id: id }

export const income = {
  row: incomeRow,
  create: create('income', 'other income', incomeId, incomeInput),
  update: update('income', 'other income', incomeId, incomeInput),
  delete: remove('income', 'other income', incomeId),
  get: read('income/get/:income_id', { income_id: idInPath }, incomeRow.extend(filesOf)),
  gettable: table('accounting/incometable', 'Income', incomeRow, incomeChart),
  pdf: print('income', incomeId),
  export: exportOf('income/export'),
}

export const expenses = {
  row: expensesRow,
  create: createShared('expenses', 'an expense', expensesId, expensesInput),
  update: update('expenses', 'an expense', expensesId, expensesInput),
  delete: remove('expenses', 'an expense', expensesId),
  get: read('expenses/get/:expenses_id', { expenses_id: idInPath }, expensesRow.extend(filesOf)),
  gettable: table('accounting/expensestable', 'Expenses', expensesRow, expensesChart),
  pdf: print('expenses', expensesId),
  export: exportOf('expenses/export'),
  ...dropdowns('expenses'),
}

export const account = {
  row: accountRow,
  filters,
  create: createShared('Account', 'an expense or other income', accountId, accountInput),
  update: update('Account', 'an expense or other income', accountId, accountInput),
  get: read('Account/get/:Account_id', { Account_id: idInPath }, accountRow.extend(filesOf)),
  gettable: table('accounting/Accounttable', 'Income and expenses', accountRow, accountChart),
  pdf: print('Account', accountId),
  printPdf: endpoint({
    method: 'POST',
    path: 'accounting/printpdf',
    access: 'accounting.export',
    summary:
      'Link to a report as PDF: totals, categories, periods and entries of a list; of both sides without `side`',
    input: exportQuery
      .omit({ user: true, position: true, month: true })
      .extend({ side: oneOf('ด้าน', accountSides).optional() }),
    output: dataOf(pdfLink),
  }),
  export: exportOf('Account/export'),
  ...dropdowns('Account'),
}

/** The labels of what staff enter, for the audit trail. */
export const entryFields = { ...expensesInput, category: accountInput.category }
export const futureDateMessage = `${dateTitle}ต้องไม่เกินวันนี้`
export const earlyDateMessage = `${dateTitle}ต้องไม่ก่อนวันที่ ${formatDay(firstEntryDay)}`
export const requiredItemMessage = messages.select(itemTitle)
export const expensesOnlyTaxIdMessage = 'ระบุเลขประจำตัวผู้เสียภาษีของผู้รับเงินได้เฉพาะรายจ่าย'
