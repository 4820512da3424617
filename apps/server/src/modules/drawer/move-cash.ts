/** Movements of a drawer that staff make: cash out, deposit, top-up, correction. Source: product specification, section 7. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { drawer } from '@khapdee/contract/entities/drawer'
import { messages } from '@khapdee/contract/messages'
import { drawerActions, drawerChange, expectedCash } from '@khapdee/domain/drawer'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { bahtWithUnit, satang } from '@khapdee/domain/money'
import { actionWords } from '@khapdee/domain/words'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { invalid, notFound, stateError } from '../../kernel/errors.ts'
import { chosenAccount } from '../bank-account/chosen-account.ts'
import { attachFiles } from '../file/attach-file.ts'
import { lockDrawer } from './lock-drawer.ts'
import { canOpen, readDrawer } from './read-drawer.ts'

type Input = InputOf<typeof drawer.move>

const refuse = (path: string, message: string) => invalid([{ path, message }])

/**
 * Makes the drawer the source of a cash expense that was paid outside; a trigger writes the movement.
 * @throws NOT_FOUND for another entry; VALIDATION for another amount than was paid
 */
async function payExpense(ctx: UserContext, entry_id: number, input: Input): Promise<void> {
  if (input.kind !== 'cash_out') throw refuse('expenses_id', messages.invalid)
  const entry = await ctx.tx
    .selectFrom('account_entry')
    .select(['value', 'wht_value', 'cash_source', 'version'])
    .where('entry_id', '=', entry_id)
    .where('branch_id', '=', input.branch_id)
    .where('side', '=', 'expenses')
    .where('status', '=', 'posted')
    .where('pay_type', '=', 'cash')
    .where('payroll_posting_id', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (entry === undefined) throw notFound()
  if (entry.cash_source !== 'outside')
    throw refuse('expenses_id', 'รายการนี้จ่ายจากลิ้นชักหรือเงินสดย่อยแล้ว')
  const paid = satang(Number(entry.value) - Number(entry.wht_value))
  if (paid !== input.value) throw refuse('value', `จำนวนเงินต้องเท่ากับยอดจ่าย ${bahtWithUnit(paid)}`)
  await lockDrawer(ctx, input.branch_id)
  await ctx.tx
    .updateTable('account_entry')
    .set({
      cash_source: 'drawer',
      version: entry.version + 1,
      updatedAt: ctx.clock.now().toISOString(),
    })
    .where('entry_id', '=', entry_id)
    .execute()
  ctx.audit({
    entity: 'account_entry',
    id: entry_id,
    branch: input.branch_id,
    before: { cash_source: entry.cash_source },
    after: { cash_source: 'drawer' },
  })
}

/** Locks a drawer and moves its cash, for a movement that staff enter or one that belongs to another record. @returns its id */
export async function moveDrawer(
  ctx: UserContext,
  move: Pick<Input, 'branch_id' | 'kind' | 'value' | 'note'> &
    Partial<Pick<Input, 'file_id' | 'bank_account_id'>>,
): Promise<number> {
  await lockDrawer(ctx, move.branch_id)
  const { drawer_move_id } = await ctx.tx
    .insertInto('drawer_move')
    .values({
      ...move,
      value: drawerChange(move.kind, move.value),
      created_by: ctx.actor.user_id,
      createdAt: ctx.clock.now().toISOString(),
    })
    .returning('drawer_move_id')
    .executeTakeFirstOrThrow()
  return drawer_move_id
}

/** Writes the movement itself. @returns its id */
async function writeMove(ctx: UserContext, input: Input): Promise<number> {
  const { branch_id, kind, value, note, file_id, bank_account_id, expenses_id } = input
  if (expenses_id !== null) {
    await payExpense(ctx, expenses_id, input)
    const { drawer_move_id } = await ctx.tx
      .updateTable('drawer_move')
      .set({ note, file_id })
      .where('entry_id', '=', expenses_id)
      .returning('drawer_move_id')
      .executeTakeFirstOrThrow()
    return drawer_move_id
  }
  // Like a transfer, a deposit goes to an account, by default that of the branch.
  const pay_type = kind === 'deposit' ? 'transfer' : 'cash'
  const account = await chosenAccount(ctx, branch_id, bank_account_id, [{ pay_type }])
  await lockDrawer(ctx, branch_id)
  if (kind === 'opening' && !(await canOpen(ctx, branch_id)))
    throw stateError(
      `${fieldTitles.openingBalance}บันทึกได้ครั้งเดียว ก่อนปิดยอดครั้งแรก หลังจากนั้นใช้${drawerActions.correction.label}`,
    )
  return moveDrawer(ctx, { branch_id, kind, value, note, file_id, bank_account_id: account })
}

/**
 * Moves cash of a drawer and returns its new cash.
 * @throws VALIDATION; NOT_FOUND for another branch; STATE when the drawer holds less cash
 */
export async function moveCash(
  ctx: UserContext,
  input: Input,
): Promise<Answer<typeof drawer.move>> {
  const { branch_id, kind, value, note, file_id, expenses_id } = input
  ctx.scope.assertWritable(branch_id)
  if (value < 0 && kind !== 'correction' && kind !== 'deposit')
    throw refuse('value', messages.positive)
  await attachFiles(ctx, 'file_id', file_id === null ? [] : [file_id], [])
  const drawer_move_id = await writeMove(ctx, input)
  ctx.audit({
    entity: 'drawer_move',
    id: drawer_move_id,
    branch: branch_id,
    after: { kind, value: drawerChange(kind, value), note, file_id, expenses_id },
  })
  const { parts } = await readDrawer(ctx, branch_id)
  return {
    message: `${actionWords.save}${drawerActions[kind].label}เรียบร้อยแล้ว`,
    data: { drawer_move_id, balance: expectedCash(parts) },
  }
}
