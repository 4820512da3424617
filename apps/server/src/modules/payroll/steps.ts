/** The steps of months of payroll. Source: product specification, sections 10 and 10b. */
import { payroll } from '@khapdee/contract/entities/payroll'
import { satang, sumSatang } from '@khapdee/domain/money'
import type { PayrollStep } from '@khapdee/domain/payroll/steps'
import { type Day, formatMonth } from '@khapdee/domain/thai-date'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { invalid, stateError } from '../../kernel/errors.ts'
import { refuseLockedDay } from '../account-lock/locked-day.ts'
import { moveBank } from '../bank-account/bank-move.ts'
import { chosenAccount } from '../bank-account/chosen-account.ts'
import { moveDrawer } from '../drawer/move-cash.ts'
import { approveMonths } from './payroll.queries.ts'
import { type PostedGroup, postMonths } from './post-months.ts'
import { flagsOf } from './read-month.ts'
import { type StoredMonth, readLines } from './stored-months.ts'
import { monthsForStep, recordSteps, stepMessage } from './take-step.ts'

type Values = Readonly<
  Record<string, string | number | null | Expression<unknown> | RawBuilder<unknown>>
>

const idsOf = (months: readonly StoredMonth[]) => months.map(({ payroll_id }) => payroll_id)

/** Writes the same values to several locked months. */
const updateAll = (ctx: UserContext, months: readonly StoredMonth[], values: Values) =>
  ctx.tx
    .updateTable('payroll_month')
    .set({
      ...values,
      version: sql`version + 1`,
      updatedAt: ctx.clock.now().toISOString(),
    } as never)
    .where(sql<boolean>`payroll_id = any(${idsOf(months)}::int[])`)
    .execute()

export const submit = command(payroll.submit, async (ctx, input) => {
  const { months, result } = await monthsForStep(ctx, input, () => 'submit')
  const flags = await flagsOf(ctx, months, await readLines(ctx, idsOf(months)))
  const blocking = flags.filter(({ block }) => block)
  if (blocking.length > 0)
    throw invalid(
      blocking.map(({ user, message }) => ({ path: 'user_ids', message: `${user}: ${message}` })),
    )
  await updateAll(ctx, months, {
    status: 'submitted',
    submitted_by: ctx.actor.user_id,
    confirmed_by: null,
    approved_by: null,
  })
  await recordSteps(ctx, months, () => 'submit')
  return { message: stepMessage('submit', result), data: result }
})

export const confirm = command(payroll.confirm, async (ctx, input) => {
  const { months, result } = await monthsForStep(ctx, input, () => 'confirm')
  await updateAll(ctx, months, { status: 'confirmed', confirmed_by: ctx.actor.user_id })
  await recordSteps(ctx, months, () => 'confirm')
  return { message: stepMessage('confirm', result), data: result }
})

const returnStep = ({ status }: StoredMonth): PayrollStep =>
  status === 'confirmed' ? 'return_confirmed' : 'return_submitted'

export const returnMonths = command(payroll.return, async (ctx, input) => {
  const { months, result } = await monthsForStep(ctx, input, returnStep)
  await updateAll(ctx, months, { status: 'returned', return_note: input.note })
  await recordSteps(ctx, months, returnStep, input.note)
  return { message: stepMessage('return_submitted', result), data: result }
})

/** Months by their pay day, or all with the pay day in the call; earliest first. */
function byPayDate(months: readonly StoredMonth[], payDate: Day | null): PostedGroup[] {
  const groups = new Map<Day, StoredMonth[]>()
  for (const month of months) {
    const day = payDate ?? month.pay_date
    groups.set(day, [...(groups.get(day) ?? []), month])
  }
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([pay_date, group]) => {
      const [first] = group
      if (first === undefined) return []
      return [{ branch_id: first.branch_id, month: first.month, pay_date, months: group }]
    })
}

export const approve = command(payroll.approve, async (ctx, { pay_date, ...input }) => {
  if (pay_date !== null) {
    ctx.scope.assertWritable(input.branch_id)
    await refuseLockedDay(ctx, input.branch_id, pay_date, 'pay_date')
  }
  const { months, result } = await monthsForStep(ctx, input, () => 'approve', {
    payDate: pay_date,
    // The tax of the months was computed for the year of their pay day.
    problemOf: (month) =>
      pay_date !== null && pay_date.slice(0, 4) !== month.pay_date.slice(0, 4)
        ? 'วันที่จ่ายอยู่คนละปีภาษี กรุณาส่งกลับไปแก้ไขวันที่จ่าย'
        : null,
  })
  const lines = await readLines(ctx, idsOf(months))
  const rows: object[] = []
  for (const group of byPayDate(months, pay_date)) {
    const payslips = group.months.filter(({ payslip_code }) => payslip_code === null).length
    const posted = await postMonths(ctx, group, lines, { reverses: null, payslips })
    const { payroll_posting_id, codes } = posted
    for (const { payroll_id, payslip_code } of group.months) {
      rows.push({
        payroll_id,
        payslip_code: payslip_code ?? codes.shift(),
        pay_date: group.pay_date,
        payroll_posting_id,
      })
    }
  }
  const at = ctx.clock.now().toISOString()
  await approveMonths.rows(ctx.tx, JSON.stringify(rows), ctx.actor.user_id, at)
  await recordSteps(ctx, months, () => 'approve')
  return { message: stepMessage('approve', result), data: result }
})

/**
 * Locks the legs of postings, so that none is matched meanwhile.
 * @throws STATE when one is matched with a line of a bank statement
 */
async function refuseMatched(ctx: UserContext, postingIds: readonly number[]): Promise<void> {
  await ctx.tx
    .selectFrom('account_entry')
    .select('entry_id')
    .where(sql<boolean>`payroll_posting_id = any(${postingIds}::int[])`)
    .orderBy('entry_id')
    .forNoKeyUpdate()
    .execute()
  const found = await ctx.tx
    .selectFrom('account_entry as e')
    .innerJoin('statement_match_document as d', 'd.entry_id', 'e.entry_id')
    .select('e.entry_id')
    .where(sql<boolean>`e.payroll_posting_id = any(${postingIds}::int[])`)
    .limit(1)
    .executeTakeFirst()
  if (found !== undefined)
    throw stateError('รายการโอนของงวดนี้จับคู่กับรายการเดินบัญชีแล้ว กรุณายกเลิกการจับคู่ก่อน')
}

const reopen = command(payroll.reopen, async (ctx, input) => {
  const { months, result } = await monthsForStep(ctx, input, () => 'reopen')
  const posted = months.filter(({ payroll_posting_id }) => payroll_posting_id !== null)
  const postings = [
    ...new Set(posted.flatMap(({ payroll_posting_id }) => payroll_posting_id ?? [])),
  ]
  await refuseMatched(ctx, postings)
  const lines = await readLines(ctx, idsOf(months))
  for (const reverses of postings) {
    const ofPosting = posted.filter((month) => month.payroll_posting_id === reverses)
    for (const group of byPayDate(ofPosting, null))
      await postMonths(ctx, group, lines, { reverses, payslips: 0 })
  }
  await updateAll(ctx, months, {
    status: 'draft',
    revision: sql`revision + 1`,
    return_note: input.note,
    submitted_by: null,
    confirmed_by: null,
    approved_by: null,
    approved_at: null,
    payroll_posting_id: null,
  })
  await recordSteps(ctx, months, () => 'reopen', input.note)
  return { message: stepMessage('reopen', result), data: result }
})

export const voidMonths = command(payroll.void, async (ctx, input) => {
  const { months, result } = await monthsForStep(ctx, input, () => 'void')
  await updateAll(ctx, months, {
    status: 'void',
    return_note: input.note,
    submitted_by: null,
    confirmed_by: null,
  })
  await ctx.tx
    .deleteFrom('payroll_work')
    .where(sql<boolean>`payroll_id = any(${idsOf(months)}::int[])`)
    .execute()
  await recordSteps(ctx, months, () => 'void', input.note)
  return { message: stepMessage('void', result), data: result }
})

export const pay = command(
  payroll.pay,
  async (ctx, { pay_date, pay_type, bank_account_id, ...input }) => {
    if (pay_date > ctx.clock.today())
      throw invalid([{ path: 'pay_date', message: 'วันที่จ่ายต้องไม่อยู่ในอนาคต' }])
    const { months, result } = await monthsForStep(ctx, input, () => 'pay', {
      problemOf: (month) => (month.pay_type === pay_type ? null : 'วิธีรับเงินเดือนไม่ตรงกับวิธีจ่ายที่เลือก'),
    })
    const { branch_id, month } = input
    const account = await chosenAccount(ctx, branch_id, bank_account_id, [{ pay_type }])
    const value = sumSatang(months.map(({ net }) => net))
    const note = `จ่ายเงินเดือนงวด${formatMonth(month)}`
    const isTransferred = pay_type === 'transfer' && value > 0
    if (isTransferred) await refuseLockedDay(ctx, branch_id, pay_date, 'pay_date')
    const drawer_move_id =
      pay_type === 'cash' && value > 0
        ? await moveDrawer(ctx, { branch_id, kind: 'cash_out', value, note })
        : null
    const { payroll_payment_id } = await ctx.tx
      .insertInto('payroll_payment')
      .values({
        branch_id,
        month,
        pay_date,
        pay_type,
        bank_account_id: account,
        drawer_move_id,
        value,
        created_by: ctx.actor.user_id,
        createdAt: ctx.clock.now().toISOString(),
      })
      .returning('payroll_payment_id')
      .executeTakeFirstOrThrow()
    if (isTransferred) {
      await moveBank(ctx, {
        branch_id,
        bank_account_id: account,
        date: pay_date,
        value: satang(-value),
        note: `${note} ${months.length} คน`,
        source: { payroll_payment_id },
      })
    }
    await updateAll(ctx, months, { status: 'paid', paid_by: ctx.actor.user_id, payroll_payment_id })
    await recordSteps(ctx, months, () => 'pay')
    return { message: stepMessage('pay', result), data: result }
  },
)

export const stepCommands: Command[] = [
  submit,
  confirm,
  returnMonths,
  approve,
  reopen,
  voidMonths,
  pay,
]
