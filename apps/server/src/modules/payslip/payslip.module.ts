/**
 * Links to payslips. They contain the session of the caller, whose rights are checked again when
 * they are opened.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import { payslip } from '@khapdee/contract/entities/payslip'
import { payslipPasswords } from '@khapdee/domain/payroll/payslip-password'
import { sql } from 'kysely'
import { type Answer, type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound, stateError } from '../../kernel/errors.ts'
import { joinByAnd } from '../../kernel/list.ts'
import { visibleMonths } from '../employee/visible-pay.ts'
import { passwordOf } from './password.ts'
import { isOpen, payslipIds } from './read-payslips.ts'

/**
 * @throws NOT_FOUND where the caller does not see the month; STATE before it is approved, and where
 * the password of a locked file cannot be formed
 */
async function linkPayslip(
  ctx: UserContext,
  { user_id, month }: InputOf<typeof payslip.pdf>,
): Promise<Answer<typeof payslip.pdf>> {
  const isOwn = user_id === ctx.actor.user_id
  const row = await ctx.tx
    .selectFrom('payroll_month as p')
    .innerJoin('app_user as t', 't.user_id', 'p.user_id')
    .select(['p.payroll_id', 'p.branch_id', 'p.payslip_code', isOpen.as('is_open')])
    .where('p.user_id', '=', user_id)
    .where('p.month', '=', month)
    .$if(!isOwn, (months) => months.where(visibleMonths(ctx)))
    .executeTakeFirst()
  if (row === undefined || (isOwn && !row.is_open)) throw notFound()
  const { payroll_id, branch_id, payslip_code } = row
  if (!row.is_open || payslip_code === null)
    throw stateError('สลิปเงินเดือนเปิดให้พิมพ์เมื่อเงินเดือนได้รับอนุมัติแล้ว')
  const lock = await passwordOf(ctx, user_id)
  if ('missing' in lock) throw stateError(lock.missing)
  ctx.audit({
    entity: 'payroll_month',
    id: payroll_id,
    branch: branch_id,
    after: { code: payslip_code },
  })
  const token = ctx.services.tokens.signPayslip({
    payroll_id,
    sessionId: ctx.actor.session_id,
    printedAt: ctx.clock.now().toISOString(),
  })
  const pdf = `/files/payslips/${token}/${payslip_code}.pdf`
  return { data: { pdf, hint: payslipPasswords[lock.kind].hint } }
}

const pdf = command(payslip.pdf, linkPayslip)

const own = command(payslip.own, (ctx, { month }) =>
  linkPayslip(ctx, { user_id: ctx.actor.user_id, month }),
)

const many = command(payslip.many, async (ctx, { branch, month }) => {
  const branches = ctx.scope.narrow(branch)
  if (branches.length === 0) throw notFound()
  const condition = joinByAnd([
    visibleMonths(ctx),
    sql`p.month = ${month}`,
    sql`p.branch_id = any(${branches}::int[])`,
  ])
  const { length: count } = await payslipIds(ctx, condition)
  if (count === 0) throw stateError('ไม่มีสลิปเงินเดือนที่อนุมัติแล้วในงวดนี้')
  ctx.audit({ entity: 'export', id: 'payslips', after: { branch, month, count } })
  const token = ctx.services.tokens.signPayslips({
    branches: [...branches],
    month,
    sessionId: ctx.actor.session_id,
    printedAt: ctx.clock.now().toISOString(),
  })
  return { data: { file: `/files/payslips-of-month/${token}/payslips-${month}.pdf`, count } }
})

export const payslipCommands: Command[] = [pdf, own, many]
