/** Bills that several branches share. Source: product specification, section 7b.10. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { expenses } from '@khapdee/contract/entities/account-entry'
import { billProblem, pettyCashBillMessage } from '@khapdee/domain/bill'
import { divideInProportion } from '@khapdee/domain/application/refund'
import type { UserContext } from '../../kernel/context.ts'
import { bookEntry } from './book-entry.ts'
import type { ItemField } from './entry-fields.ts'
import { refuse } from './check-entry.ts'

type BillInput = Omit<InputOf<typeof expenses.create>, 'branch_id' | 'shares'>
type Shares = NonNullable<InputOf<typeof expenses.create>['shares']>

/**
 * Books an expense for each branch of a bill, with its part of the withheld tax and the attachments
 * of the bill. Each entry has a number and the cash or account of its branch.
 * @returns the answer for the entry of the first share
 * @throws VALIDATION when the shares do not add up to the amount, or for a reference to a record of
 * one branch; NOT_FOUND for another branch
 */
export async function bookBill(
  ctx: UserContext,
  input: BillInput,
  shares: Shares,
  itemField: ItemField,
) {
  const problem = billProblem(input.value, shares)
  if (problem !== null) throw refuse('shares', problem)
  if (input.cash_source === 'petty_cash') throw refuse('cash_source', pettyCashBillMessage)
  const taxes = divideInProportion(
    input.wht_value,
    shares.map(({ value }) => value),
  )
  // In the order of the branches, so that two concurrent bills cannot deadlock on drawers and
  // counters of numbers.
  const parts = shares
    .map((share, i) => ({ ...share, wht_value: taxes[i] ?? input.wht_value }))
    .toSorted((a, b) => a.branch_id - b.branch_id)
  let bill_id: number | undefined
  const booked = []
  for (const { branch_id, value, wht_value } of parts) {
    const options = { itemField, ...(bill_id !== undefined && { bill_id }) }
    const entry = { ...input, value, wht_value }
    const answer = await bookEntry(ctx, branch_id, 'expenses', entry, options)
    if (bill_id === undefined) {
      bill_id = answer.data.entry_id
      await ctx.tx
        .updateTable('account_entry')
        .set({ bill_id })
        .where('entry_id', '=', bill_id)
        .execute()
    }
    booked.push({ branch_id, answer })
  }
  const [first] = shares
  const own = booked.find(({ branch_id }) => branch_id === first?.branch_id)
  if (own === undefined) throw refuse('shares', 'กรุณาเลือกสาขา')
  return own.answer
}
