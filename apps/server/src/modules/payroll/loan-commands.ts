/** Paying out advances and loans, taking money back, and cancelling. Source: product specification, section 10b.5. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { payrollLoan } from '@khapdee/contract/entities/payroll-loan'
import { type Satang, satang } from '@khapdee/domain/money'
import {
  loanDayProblem,
  loanEvents,
  loanProblem,
  loanTypes,
  repaymentProblem,
} from '@khapdee/domain/payroll/loans'
import { month as monthOf } from '@khapdee/domain/payroll/month'
import type { Day } from '@khapdee/domain/thai-date'
import { answerMessages, actionWords } from '@khapdee/domain/words'
import { sql } from 'kysely'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { conflict, invalid, notFound, stateError } from '../../kernel/errors.ts'
import { refuseLockedDay } from '../account-lock/locked-day.ts'
import { moveBank, voidPayout } from '../bank-account/bank-move.ts'
import { chosenAccount } from '../bank-account/chosen-account.ts'
import { moveDrawer } from '../drawer/move-cash.ts'
import { readLoans } from './loans.ts'
import { lockPay, mayChangePay, readPerson } from '../employee/visible-pay.ts'

const list = command(payrollLoan.list, async (ctx, { user_id }) => {
  const { branch_id } = await readPerson(ctx, user_id)
  return {
    data: {
      branch_id,
      loans: await readLoans(ctx, sql`l.user_id = ${user_id}`),
      is_editable: ctx.may('payroll.pay') && mayChangePay(ctx, user_id),
    },
  }
})

async function readLoan(ctx: UserContext, id: number) {
  const [loan] = await readLoans(ctx, sql`l.payroll_loan_id = ${id}`)
  if (loan === undefined) throw notFound()
  return loan
}

/** Records cash of a loan in the drawer. @returns the movement, or null for a transfer */
const moveCash = (
  ctx: UserContext,
  branch_id: number,
  kind: 'cash_out' | 'top_up',
  { pay_type, value, note }: { pay_type: string; value: Satang; note: string },
): Promise<number | null> =>
  pay_type === 'cash' ? moveDrawer(ctx, { branch_id, kind, value, note }) : Promise.resolve(null)

interface LoanMove {
  payroll_loan_id: number
  branch_id: number
  pay_type: string
  /** Null for the account of the branch. */
  bank_account_id: number | null
  day: Day
  /** Satang; positive for money that comes back. */
  value: Satang
  note: string
}

/** Records a transfer of a loan as a document of an account; cash moves in the drawer instead. @returns the document */
async function moveTransfer(ctx: UserContext, move: LoanMove) {
  const { payroll_loan_id, pay_type, day, ...money } = move
  if (pay_type !== 'transfer') return { bank_move_id: null, bank_account_id: null }
  await refuseLockedDay(ctx, money.branch_id, day, 'day')
  return moveBank(ctx, { ...money, date: day, source: { payroll_loan_id } })
}

async function giveLoan(ctx: UserContext, input: InputOf<typeof payrollLoan.create>) {
  const { user_id, bank_account_id: asked, ...values } = input
  const { branch_id } = await lockPay(ctx, user_id)
  const first_month = monthOf(values.first_month)
  const problem = loanProblem({ ...values, first_month }, ctx.clock.today())
  if (problem !== null) throw invalid([problem])
  const { pay_type, day } = values
  const account = await chosenAccount(ctx, branch_id, asked, [values])
  const note = `จ่าย${loanTypes[values.type].label}`
  const drawer_move_id = await moveCash(ctx, branch_id, 'cash_out', {
    pay_type,
    value: values.principal,
    note,
  })
  const at = ctx.clock.now().toISOString()
  const { payroll_loan_id } = await ctx.tx
    .insertInto('payroll_loan')
    .values({
      ...values,
      user_id,
      branch_id,
      drawer_move_id,
      created_by: ctx.actor.user_id,
      createdAt: at,
      updatedAt: at,
    })
    .returning('payroll_loan_id')
    .executeTakeFirstOrThrow()
  const value = satang(-values.principal)
  const { bank_account_id } = await moveTransfer(ctx, {
    payroll_loan_id,
    branch_id,
    pay_type,
    bank_account_id: account,
    day,
    value,
    note,
  })
  const after = { ...input, bank_account_id }
  ctx.audit({ entity: 'payroll_loan', id: payroll_loan_id, branch: branch_id, after })
  return { message: answerMessages.added, data: await readLoan(ctx, payroll_loan_id) }
}

/**
 * Locks the person and a loan of theirs.
 * @throws NOT_FOUND where the caller does not see the pay; OWN_PAY; CONFLICT for a stale version; STATE for a cancelled one
 */
async function lockLoan(ctx: UserContext, id: number, version: number) {
  const owner = await ctx.tx
    .selectFrom('payroll_loan')
    .select('user_id')
    .where('payroll_loan_id', '=', id)
    .executeTakeFirst()
  if (owner === undefined) throw notFound()
  await lockPay(ctx, owner.user_id)
  const { branch_id, version: current } = await ctx.tx
    .selectFrom('payroll_loan')
    .select(['branch_id', 'version'])
    .where('payroll_loan_id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (current !== version) throw conflict()
  // Read under the lock, because a month or another call may have changed the balance.
  const loan = await readLoan(ctx, id)
  if (loan.state === 'cancelled') throw stateError('รายการนี้ยกเลิกแล้ว')
  return { ...loan, branch_id }
}

/** Writes the new version of a locked loan, and the audit entry. */
async function change(
  ctx: UserContext,
  loan: { payroll_loan_id: number; user_id: number; branch_id: number; version: number },
  values: { is_cancelled?: true },
  after: Record<string, unknown>,
) {
  const { payroll_loan_id: id, user_id, branch_id: branch, version } = loan
  await ctx.tx
    .updateTable('payroll_loan')
    .set({ ...values, version: version + 1, updatedAt: ctx.clock.now().toISOString() })
    .where('payroll_loan_id', '=', id)
    .execute()
  ctx.audit({ entity: 'payroll_loan', id, branch, after: { user_id, ...values, ...after } })
  return readLoan(ctx, id)
}

async function takeBack(ctx: UserContext, input: InputOf<typeof payrollLoan.repay>) {
  const { payroll_loan_id, version, bank_account_id: asked, ...repayment } = input
  const loan = await lockLoan(ctx, payroll_loan_id, version)
  const problem =
    loanDayProblem(repayment, ctx.clock.today()) ?? repaymentProblem(repayment.value, loan.balance)
  if (problem !== null) throw invalid([problem])
  const { branch_id } = loan
  const account = await chosenAccount(ctx, branch_id, asked, [repayment])
  const note = `${loanEvents.repayment.label} ${loanTypes[loan.type].label}`
  const drawer_move_id = await moveCash(ctx, branch_id, 'top_up', { ...repayment, note })
  const { bank_move_id, bank_account_id } = await moveTransfer(ctx, {
    ...repayment,
    payroll_loan_id,
    branch_id,
    bank_account_id: account,
    note,
  })
  await ctx.tx
    .insertInto('payroll_loan_repayment')
    .values({
      ...repayment,
      payroll_loan_id,
      drawer_move_id,
      bank_move_id,
      created_by: ctx.actor.user_id,
      createdAt: ctx.clock.now().toISOString(),
    })
    .execute()
  const after = { repaid: repayment.value, bank_account_id, note: repayment.note }
  const data = await change(ctx, loan, {}, after)
  return { message: 'บันทึกการรับคืนเรียบร้อยแล้ว', data }
}

async function cancelLoan(ctx: UserContext, input: InputOf<typeof payrollLoan.cancel>) {
  const { payroll_loan_id, note, version } = input
  const loan = await lockLoan(ctx, payroll_loan_id, version)
  if (!loan.is_cancellable) throw stateError('มีการหักหรือรับคืนแล้ว ยกเลิกไม่ได้ กรุณาบันทึกรับคืนยอดคงเหลือแทน')
  const { branch_id, pay_type } = loan
  const reversal = {
    payroll_loan_id,
    branch_id,
    pay_type,
    value: satang(loan.principal),
    note: `${actionWords.cancel}${loanTypes[loan.type].label}`,
  }
  await moveCash(ctx, branch_id, 'top_up', reversal)
  const { isVoid, bank_account_id } = await voidPayout(ctx, payroll_loan_id)
  // What stays paid out comes back to the account that it left.
  if (!isVoid) await moveTransfer(ctx, { ...reversal, bank_account_id, day: ctx.clock.today() })
  const data = await change(ctx, loan, { is_cancelled: true }, { note })
  return { message: 'ยกเลิกเรียบร้อยแล้ว', data }
}

export const create = command(payrollLoan.create, giveLoan)

export const loanCommands: Command[] = [
  list,
  create,
  command(payrollLoan.repay, takeBack),
  command(payrollLoan.cancel, cancelLoan),
]
