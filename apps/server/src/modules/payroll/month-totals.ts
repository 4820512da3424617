/** The totals of a branch and month by status, shown before a step. */
import { payroll } from '@khapdee/contract/entities/payroll'
import { satang, sumSatang } from '@khapdee/domain/money'
import { type PayrollStatus, payrollStatuses } from '@khapdee/domain/payroll/steps'
import { sql } from 'kysely'
import { command } from '../../kernel/command.ts'
import { notFound } from '../../kernel/errors.ts'
import { joinByAnd } from '../../kernel/list.ts'
import { flagsOf } from './read-month.ts'
import { readLines, readMonths } from './stored-months.ts'
import { visibleMonths } from '../employee/visible-pay.ts'

export const monthTotals = command(payroll.totals, async (ctx, { branch_id, month }) => {
  const branch = ctx.actor.branches.find((own) => own.branch_id === branch_id)
  if (branch === undefined) throw notFound()
  const months = await readMonths(
    ctx,
    joinByAnd([
      visibleMonths(ctx),
      sql`p.branch_id = ${branch_id} and p.month = ${month} and p.status <> 'void'`,
    ]),
  )
  const open = months.filter(({ status }) => status === 'draft' || status === 'returned')
  const lines = await readLines(
    ctx,
    open.map(({ payroll_id }) => payroll_id),
  )
  const statuses = (Object.keys(payrollStatuses) as PayrollStatus[]).flatMap((status) => {
    const rows = months.filter((row) => row.status === status)
    if (rows.length === 0) return []
    const sum = (name: 'income' | 'deduction' | 'net') => sumSatang(rows.map((row) => row[name]))
    return [
      {
        status,
        name: payrollStatuses[status].label,
        count: rows.length,
        income: sum('income'),
        deduction: sum('deduction'),
        net: sum('net'),
        employer: satang(sumSatang(rows.map((row) => satang(row.sso_employer + row.ewf_employer)))),
      },
    ]
  })
  return { data: { branch: branch.name, statuses, flags: await flagsOf(ctx, open, lines) } }
})
