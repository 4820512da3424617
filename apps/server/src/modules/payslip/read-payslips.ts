/**
 * Reads the printed data of payslips of approved months. The figures of an approved month are
 * frozen.
 */
import type { PayType } from '@khapdee/domain/application/status'
import { banks } from '@khapdee/domain/banks'
import { maskIdCard } from '@khapdee/domain/id-card'
import { formatBaht } from '@khapdee/domain/money'
import { itemUnits } from '@khapdee/domain/payroll/items'
import type { Month } from '@khapdee/domain/payroll/month'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PayslipLineView, PayslipView } from '../../adapters/pdf/payroll-view.ts'
import { fullUserName } from '../../db/user-name.ts'
import type { Context } from '../../kernel/context.ts'
import { type BranchHeader, readBranchHeader } from '../branch-header.ts'
import { type StoredLine, readLines } from '../payroll/stored-months.ts'

/** The months `p` whose payslips are open. */
export const isOpen = sql<SqlBool>`p.status in ('approved', 'paid')`

/** The sums of the tax year up to the month `p`, with those of the months before the school used the system. */
const yearToDate = sql<PayslipView['year_to_date']>`(
  select jsonb_build_object(
    'income', sum(q.gross) + coalesce(min(o.regular + o.irregular), 0),
    'tax', sum(q.tax) + coalesce(min(o.tax), 0),
    'social_security', sum(q.sso_employee) + coalesce(min(o.sso), 0),
    'provident_fund', sum(q.provident_fund) + coalesce(min(o.provident_fund), 0),
    'employee_welfare', sum(q.ewf_employee))
  from payroll_month q left join payroll_opening o on o.user_id = q.user_id and o.type = 'earlier_months'
    and o.year = extract(year from p.pay_date)
  where q.user_id = p.user_id and q.status in ('approved', 'paid') and q.month <= p.month
    and extract(year from q.pay_date) = extract(year from p.pay_date))`

/** The ids of the open months that meet a condition on `p` and `t`, by branch and name. */
export async function payslipIds(
  { tx }: Pick<Context, 'tx'>,
  condition: RawBuilder<SqlBool>,
): Promise<number[]> {
  const rows = await tx
    .selectFrom('payroll_month as p')
    .innerJoin('app_user as t', 't.user_id', 'p.user_id')
    .select('p.payroll_id')
    .where(isOpen)
    .where(condition)
    .orderBy('p.branch_id')
    .orderBy('t.fname')
    .orderBy('t.sname')
    .orderBy('p.payroll_id')
    .execute()
  return rows.map(({ payroll_id }) => payroll_id)
}

const readMonths = ({ tx }: Pick<Context, 'tx'>, ids: readonly number[]) =>
  tx
    .selectFrom('payroll_month as p')
    .innerJoin('app_user as t', 't.user_id', 'p.user_id')
    .leftJoin('user_salary as s', 's.user_id', 'p.user_id')
    .select([
      'p.payroll_id',
      'p.branch_id',
      'p.month',
      'p.pay_date',
      'p.payslip_code',
      'p.revision',
    ])
    .select(['p.approved_at', 'p.position', 'p.pay_type', 'p.bank', 'p.bank_acc'])
    .select([
      't.department',
      's.idcard',
      fullUserName('t').as('name'),
      yearToDate.as('year_to_date'),
    ])
    .where('p.payroll_id', '=', sql<number>`any(${ids}::int[])`)
    // Safe: check constraints guarantee the values, and an approved month has a number and a time of approval.
    .$narrowType<{ month: Month; pay_date: Day; pay_type: PayType }>()
    .$castTo<{
      payroll_id: number
      branch_id: number
      month: Month
      pay_date: Day
      payslip_code: string
      revision: number
      approved_at: string
      position: string
      pay_type: PayType
      bank: string
      bank_acc: string
      department: string
      idcard: string | null
      name: string
      year_to_date: PayslipView['year_to_date']
    }>()
    .execute()

function lineView({
  name,
  condition,
  value,
  per_value,
  title_value,
  amount,
}: StoredLine): PayslipLineView {
  const detail =
    condition === 'fill'
      ? ''
      : `${hundredthsText(value)} ${itemUnits[title_value].label} × ${formatBaht(per_value)}`
  return { name, detail, amount }
}

/** `3`, `1.5`, from hundredths. */
const hundredthsText = (value: number) => String(value / 100)

export interface ReadPayslip {
  payroll_id: number
  view: PayslipView
  logo_file_id: number | null
}

/**
 * Returns a reader of the payslips of months, which reads the header of each branch once; the
 * payslips are in the order of the ids.
 */
export function payslipReader(ctx: Pick<Context, 'tx'>) {
  const headers = new Map<number, Promise<BranchHeader>>()
  const headerOf = (branchId: number) => {
    const found = headers.get(branchId) ?? readBranchHeader(ctx, branchId)
    headers.set(branchId, found)
    return found
  }
  return async (ids: readonly number[]): Promise<ReadPayslip[]> => {
    const rows = new Map((await readMonths(ctx, ids)).map((row) => [row.payroll_id, row]))
    const linesOf = await readLines(ctx, ids)
    const found = ids.flatMap((id) => rows.get(id) ?? [])
    return Promise.all(
      found.map(async (row) => {
        const { school, logo_file_id } = await headerOf(row.branch_id)
        const lines = (linesOf.get(row.payroll_id) ?? []).filter(({ amount }) => amount > 0)
        const side = (type: StoredLine['type']) =>
          lines.filter((line) => line.type === type).map(lineView)
        const view: PayslipView = {
          school,
          number: row.payslip_code,
          issued_at: row.approved_at,
          revision: row.revision,
          month: row.month,
          pay_date: row.pay_date,
          employee: {
            name: row.name,
            idcard: row.idcard ? maskIdCard(row.idcard) : '',
            position: row.position,
            department: row.department,
          },
          pay_type: row.pay_type,
          ...(row.pay_type === 'transfer' && {
            account: { bank: banks[row.bank]?.label ?? '', number: row.bank_acc },
          }),
          income: side('income'),
          deduction: side('deduction'),
          year_to_date: row.year_to_date,
        }
        return { payroll_id: row.payroll_id, view, logo_file_id }
      }),
    )
  }
}
