/** Books entries of staff. Entries of receipts and refunds are written by triggers. Source: product specification, sections 7 and 7b. */
import type { AccountSide } from '@khapdee/domain/expense-item'
import { answerMessages } from '@khapdee/domain/words'
import type { UserContext } from '../../kernel/context.ts'
import { attachFiles } from '../file/attach-file.ts'
import { chosenAccount } from '../bank-account/chosen-account.ts'
import { checkCash, checkOpening, heldBeforeKey, lockCash, noCash } from './entry-cash.ts'
import { nothing } from './check-entry.ts'
import {
  type EntryFields,
  type EntryInput,
  type ItemField,
  audited,
  checkFields,
  columnsOf,
  fieldNames,
} from './entry-fields.ts'
import { storeFiles } from './entry-files.ts'
import { nextCode } from './next-code.ts'

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
  const fields: EntryFields = { ...rest, date }
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
