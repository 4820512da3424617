/** Books of income and expenses under the names of the three groups of calls. */
import {
  account,
  expenses,
  expensesOnlyTaxIdMessage,
  income,
} from '@khapdee/contract/entities/account-entry'
import type { AccountSide, ExpenseCategory } from '@khapdee/domain/expense-item'
import { type Satang, zeroSatang } from '@khapdee/domain/money'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { uploadLink } from '../file/upload-link.ts'
import { bookBill } from './book-bill.ts'
import { bookEntry } from './book-entry.ts'
import { changeEntry, voidEntry } from './change-entry.ts'
import { itemsOfBranch, refuse } from './check-entry.ts'
import {
  billEntries,
  employeesOf,
  filesOfEntry,
  oneEntry,
  pettyCashOf,
  vehiclesOf,
} from './entry.queries.ts'
import { entryRow, listEntries } from './list-entries.ts'
import { listVehicleExpenses } from './vehicle-expenses.ts'
import { printEntries } from './print-entries.ts'
import { printVoucher } from './print-voucher.ts'

/** An entry with its attachments. @throws NOT_FOUND also for an entry of the other side */
async function readEntry(ctx: UserContext, entryId: number, side: AccountSide | null) {
  const row = await oneEntry.first(ctx.tx, ctx, entryId)
  if (row === undefined || (side !== null && row.side !== side)) throw notFound()
  const files = await filesOfEntry.rows(ctx.tx, entryId)
  const attachments = files.map((file) => ({ ...file, link: uploadLink(ctx, file.file_id) }))
  const [first] = attachments
  return {
    ...entryRow(ctx, row),
    attachments,
    file: first?.link ?? '',
    file_type: first?.type ?? '',
    bill: await billEntries.rows(ctx.tx, ctx, entryId),
  }
}

/** The input of income, on which the school withholds no tax. */
const ofIncome = <Input extends object>(input: Input) => ({
  ...input,
  payee_tax_id: '',
  wht_value: zeroSatang,
})

/** The input of either side. @throws VALIDATION for income with a field that only expenses have */
const ofAccount = <
  Input extends {
    list_Account_id: number | null
    category: ExpenseCategory
    payee_tax_id: string
    wht_value: Satang
  },
>({
  list_Account_id,
  ...input
}: Input) => {
  const entry = { ...input, list_expenses: list_Account_id }
  if (sideOf(input.category) === 'expenses') return entry
  if (input.wht_value > 0) throw refuse('wht_value', 'หักภาษี ณ ที่จ่ายได้เฉพาะรายจ่าย')
  if (input.payee_tax_id !== '') throw refuse('payee_tax_id', expensesOnlyTaxIdMessage)
  return ofIncome(entry)
}

const sideOf = (category: ExpenseCategory): AccountSide =>
  category === 'expenses' ? 'expenses' : 'income'

/** The answer of a write, with the id under the name that the calls give it. */
const answer = <Name extends string, Data extends { entry_id: number }>(
  name: Name,
  { message, data: { entry_id, ...data } }: { message: string; data: Data },
) => ({
  message,
  data: { ...data, [name]: entry_id } as Omit<Data, 'entry_id'> & Record<Name, number>,
})

/**
 * The dropdowns of the form, under the path of expenses or of accounts: the records to which an
 * entry of the branch may refer.
 */
const dropdowns = (
  calls: typeof expenses | typeof account,
  side: AccountSide | null,
): Command[] => [
  command(calls.list, async (ctx, { branch_id = ctx.actor.branch_id }) => ({
    data: await itemsOfBranch(ctx, branch_id, side),
  })),
  command(calls.listCategory, async (ctx, { branch_id = ctx.actor.branch_id }) => {
    const items = await itemsOfBranch(ctx, branch_id, side)
    const groups = new Map<string, typeof items>()
    for (const item of items) {
      const category = item.group || item.name
      groups.set(category, [...(groups.get(category) ?? []), item])
    }
    return { data: [...groups].map(([category, list]) => ({ category, list })) }
  }),
  command(calls.employee, async (ctx, { branch_id = ctx.actor.branch_id }) => ({
    data: await employeesOf.rows(ctx.tx, ctx, branch_id),
  })),
  command(calls.vehicle, async (ctx, { branch_id = ctx.actor.branch_id }) => ({
    data: await vehiclesOf.rows(ctx.tx, ctx, branch_id, false),
  })),
  command(calls.pettyCash, async (ctx, { branch_id = ctx.actor.branch_id }) => ({
    data: await pettyCashOf.rows(ctx.tx, ctx, branch_id),
  })),
  command(calls.vehicleAll, async (ctx, { branch_id = ctx.actor.branch_id }) => ({
    data: await vehiclesOf.rows(ctx.tx, ctx, branch_id, true),
  })),
]

export const accountEntryCommands: Command[] = [
  command(income.create, async (ctx, input) =>
    answer('income_id', await bookEntry(ctx, input.branch_id, 'income', ofIncome(input))),
  ),
  command(income.update, async (ctx, { income_id: entry_id, version, ...input }) =>
    answer('income_id', await changeEntry(ctx, { entry_id, version }, 'income', ofIncome(input))),
  ),
  command(income.delete, async (ctx, { income_id: entry_id, ...input }) =>
    answer('income_id', await voidEntry(ctx, { entry_id, ...input }, 'income')),
  ),
  command(income.get, async (ctx, { income_id }) => ({
    data: { income_id, ...(await readEntry(ctx, income_id, 'income')) },
  })),
  command(income.pdf, async (ctx, { income_id }) => ({
    data: await printVoucher(ctx, income_id, 'income'),
  })),
  command(income.gettable, async (ctx, query) => {
    const { rows, ...list } = await listEntries(ctx, query, 'income')
    return {
      ...list,
      data: rows.map((row) => ({ income_id: row.entry_id, ...entryRow(ctx, row) })),
    }
  }),
  command(expenses.create, async (ctx, { branch_id, shares, ...input }) =>
    answer(
      'expenses_id',
      shares === null
        ? await bookEntry(ctx, branch_id, 'expenses', input)
        : await bookBill(ctx, input, shares, 'list_expenses'),
    ),
  ),
  command(expenses.update, async (ctx, { expenses_id: entry_id, version, ...input }) =>
    answer('expenses_id', await changeEntry(ctx, { entry_id, version }, 'expenses', input)),
  ),
  command(expenses.delete, async (ctx, { expenses_id: entry_id, ...input }) =>
    answer('expenses_id', await voidEntry(ctx, { entry_id, ...input }, 'expenses')),
  ),
  command(expenses.get, async (ctx, { expenses_id }) => ({
    data: { expenses_id, ...(await readEntry(ctx, expenses_id, 'expenses')) },
  })),
  command(expenses.pdf, async (ctx, { expenses_id }) => ({
    data: await printVoucher(ctx, expenses_id, 'expenses'),
  })),
  command(expenses.gettable, async (ctx, query) => {
    const { rows, ...list } = await listEntries(ctx, query, 'expenses')
    return {
      ...list,
      data: rows.map((row) => ({ expenses_id: row.entry_id, ...entryRow(ctx, row) })),
    }
  }),
  ...dropdowns(expenses, 'expenses'),
  command(account.create, async (ctx, { branch_id, shares, ...input }) => {
    const side = sideOf(input.category)
    if (shares !== null) {
      if (side === 'income') throw refuse('shares', 'แบ่งยอดตามสาขาได้เฉพาะรายจ่าย')
      return answer('Account_id', await bookBill(ctx, ofAccount(input), shares, 'list_Account_id'))
    }
    const booked = await bookEntry(ctx, branch_id, side, ofAccount(input), {
      itemField: 'list_Account_id',
    })
    return answer('Account_id', booked)
  }),
  command(account.update, async (ctx, { Account_id: entry_id, version, ...input }) => {
    const [key, side] = [{ entry_id, version }, sideOf(input.category)]
    const changed = await changeEntry(ctx, key, side, ofAccount(input), 'list_Account_id')
    return answer('Account_id', changed)
  }),
  command(account.get, async (ctx, { Account_id }) => ({
    data: { Account_id, ...(await readEntry(ctx, Account_id, null)) },
  })),
  command(account.pdf, async (ctx, { Account_id }) => ({
    data: await printVoucher(ctx, Account_id, null),
  })),
  command(account.gettable, async (ctx, query) => {
    const { rows, ...list } = await listEntries(ctx, query, null)
    return {
      ...list,
      data: rows.map((row) => ({ Account_id: row.entry_id, ...entryRow(ctx, row) })),
    }
  }),
  command(account.printPdf, async (ctx, { side = null, ...query }) => ({
    data: await printEntries(ctx, query, side),
  })),
  ...dropdowns(account, null),
  listVehicleExpenses,
]
