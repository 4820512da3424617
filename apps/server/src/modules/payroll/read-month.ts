/** The month of a person as screens show it. */
import { type PayrollPerson, payroll } from '@khapdee/contract/entities/payroll'
import type { PayrollLineRow } from '@khapdee/contract/entities/payroll-shapes'
import { bahtWithUnit, satang } from '@khapdee/domain/money'
import {
  type DeductionKind,
  consentProblems,
  deductionKinds,
} from '@khapdee/domain/payroll/deductions'
import { type Explanation, formatFigure } from '@khapdee/domain/payroll/explanation'
import { flaggedTotals } from '@khapdee/domain/payroll/lines'
import { type Month, lastDayOf } from '@khapdee/domain/payroll/month'
import { payrollWords } from '@khapdee/domain/payroll/payroll-words'
import { rateOn } from '@khapdee/domain/payroll/rates'
import {
  type PayrollStep,
  isApproved,
  isSubmitted,
  payrollSteps,
} from '@khapdee/domain/payroll/steps'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { userName } from '../../db/user-name.ts'
import { command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { joinByAnd } from '../../kernel/list.ts'
import { readRates } from '../payroll-rate/payroll-rate.module.ts'
import { overpaidLoans } from './loans.ts'
import { monthBefore } from './month-facts.ts'
import {
  type StoredLine,
  type StoredMonth,
  findMonth,
  monthsOfYear,
  readLines,
} from './stored-months.ts'
import { changesOfWork, unclaimedWork } from './work.ts'
import { mayChangePay, visibleMonths } from '../employee/visible-pay.ts'

/** Terms of a computation, ready to show. */
const explain = (explanation: Explanation) =>
  explanation.map(({ operator, label, figure }) => ({
    operator,
    label,
    figure: formatFigure(figure),
  }))

/** A stored line in the wire format. */
function lineRow(stored: StoredLine): PayrollLineRow {
  const { payroll_id: _, payroll_loan_id: __, ...line } = stored
  // Quantities are hundredths, which the wire format sends like satang.
  return { ...line, explanation: explain(line.explanation) } as unknown as PayrollLineRow
}

/** The months of people just before a month, by person. */
export async function totalsBefore(
  ctx: Pick<UserContext, 'tx'>,
  userIds: readonly number[],
  month: Month,
) {
  const rows = await ctx.tx
    .selectFrom('payroll_month')
    .select(['user_id', 'income', 'deduction', 'net'])
    .where(sql<boolean>`user_id = any(${userIds}::int[])`)
    .where('month', '=', monthBefore(month))
    .where('status', '<>', 'void')
    .execute()
  return new Map(
    rows.map(({ user_id, ...totals }) => [
      user_id,
      {
        income: satang(Number(totals.income)),
        deduction: satang(Number(totals.deduction)),
        net: satang(Number(totals.net)),
      },
    ]),
  )
}

const totalNames = { income: 'รายได้', deduction: 'รายหัก', net: payrollWords.netIncome } as const

/** The warning that the paid work has changed since the month was built. */
function workFlag({ status }: StoredMonth, changes: number): string[] {
  if (changes === 0) return []
  const what = `งานที่คิดเงินเปลี่ยนแปลง ${changes} รายการ`
  return isSubmitted(status) ? [`${what}หลังส่งตรวจสอบ`] : [`${what}หลังจัดทำ กรุณาจัดทำเงินเดือนอีกครั้ง`]
}

/**
 * The warnings about months before they are submitted. Deductions above the limits are refused
 * without consent.
 * @param options.isOfOne whether to omit changes of paid work, which the screen of one month lists
 * itself
 */
export async function flagsOf(
  ctx: Pick<UserContext, 'tx'>,
  months: readonly StoredMonth[],
  lines: ReadonlyMap<number, readonly StoredLine[]>,
  { isOfOne = false }: { isOfOne?: boolean } = {},
) {
  const [first] = months
  if (first === undefined) return []
  const { month } = first
  const ids = months.map(({ user_id }) => user_id)
  const before = await totalsBefore(ctx, ids, month)
  const loanIds = [...lines.values()].flat().flatMap(({ payroll_loan_id }) => payroll_loan_id ?? [])
  const overpaid = await overpaidLoans(ctx, loanIds)
  const unclaimed = await unclaimedWork(
    ctx,
    months.flatMap(({ payroll_id, status }) => (status === 'void' ? [] : [payroll_id])),
  )
  const work = isOfOne ? new Map() : await changesOfWork(ctx, months, lines)
  const rate = rateOn(await readRates(ctx), 'consent', { day: lastDayOf(month), province: '' })
  return months.flatMap((stored) => {
    const { user_id, name } = stored
    const flag = (message: string, block: boolean) => ({ user_id, user: name, message, block })
    const changed = flaggedTotals(before.get(user_id) ?? null, stored)
    const deductions = (lines.get(stored.payroll_id) ?? []).flatMap(
      ({ category, posting, amount }) =>
        posting === null || posting === 'reduces_pay'
          ? []
          : [
              {
                kind: (category in deductionKinds ? category : 'other') as DeductionKind,
                amount,
                has_consent: stored.consent !== '',
              },
            ],
    )
    const isOverpaid = (lines.get(stored.payroll_id) ?? []).some(
      ({ payroll_loan_id }) => payroll_loan_id !== null && overpaid.has(payroll_loan_id),
    )
    const lacking = rate === null ? [] : consentProblems(stored.gross, deductions, rate)
    return [
      ...changed.map((total) => flag(`${totalNames[total]}ต่างจากเดือนก่อนเกิน 10%`, false)),
      ...workFlag(stored, work.get(user_id)?.length ?? 0).map((message) => flag(message, false)),
      ...(unclaimed.has(stored.payroll_id)
        ? [flag('งานของเดือนนี้ต้องคิดใหม่ กรุณาจัดทำเงินเดือนอีกครั้ง', true)]
        : []),
      ...(isOverpaid ? [flag('หักคืนเงินกู้เกินยอดคงเหลือ กรุณาจัดทำเงินเดือนใหม่', true)] : []),
      ...lacking.map(({ kinds, limit, max }) => {
        const names = kinds.map((kind) => deductionKinds[kind].label).join(', ')
        const scope = limit === 'each' ? 'แต่ละรายการ' : 'รวมกัน'
        return flag(`${names}: หัก${scope}เกิน ${bahtWithUnit(max)} ต้องบันทึกความยินยอม`, true)
      }),
    ]
  })
}

async function stepsOf(ctx: UserContext, payrollId: number) {
  const rows = await ctx.tx
    .selectFrom('payroll_step as s')
    .innerJoin('app_user as u', 'u.user_id', 's.created_by')
    .select(['s.step', 's.note', 's.createdAt'])
    .select(userName('u').as('user'))
    .where('s.payroll_id', '=', payrollId)
    .orderBy('s.payroll_step_id')
    .execute()
  return rows.map((row) => ({ ...row, label: payrollSteps[row.step as PayrollStep].label }))
}

/** The sums of the tax year up to and including a month, with imported figures. */
async function yearOf(ctx: UserContext, stored: StoredMonth) {
  const year = Number(stored.pay_date.slice(0, 4))
  const earlier =
    (await monthsOfYear(ctx, [stored.user_id], stored.month)).get(stored.user_id) ?? []
  const paid = earlier.filter(({ pay_date }) => pay_date.startsWith(String(year)))
  const opening = await ctx.tx
    .selectFrom('payroll_opening')
    .selectAll()
    .where('user_id', '=', stored.user_id)
    .where('year', '=', year)
    .where('type', '=', 'earlier_months')
    .executeTakeFirst()
  const own = await ctx.tx
    .selectFrom('payroll_month')
    .select(['gross', 'tax', 'sso_employee', 'provident_fund'])
    .where('payroll_id', '=', stored.payroll_id)
    .where('status', '<>', 'void')
    .executeTakeFirst()
  const sum = (...values: unknown[]) =>
    satang(values.reduce<number>((total, value) => total + Number(value ?? 0), 0))
  const of = (name: 'gross' | 'tax' | 'sso_employee' | 'provident_fund') =>
    paid.map((row) => row[name])
  return {
    year,
    income: sum(own?.gross, opening?.regular, opening?.irregular, ...of('gross')),
    tax: sum(own?.tax, opening?.tax, ...of('tax')),
    sso: sum(own?.sso_employee, opening?.sso, ...of('sso_employee')),
    provident_fund: sum(own?.provident_fund, opening?.provident_fund, ...of('provident_fund')),
  }
}

/** The month of a person that the caller sees. @throws NOT_FOUND */
export async function readMonthOf(
  ctx: UserContext,
  userId: number,
  month?: string,
): Promise<{ data: PayrollPerson; stored: StoredMonth }> {
  const conditions: RawBuilder<SqlBool>[] = [
    visibleMonths(ctx),
    sql`p.user_id = ${userId}`,
    ...(month === undefined ? [] : [sql<SqlBool>`p.month = ${month}`]),
  ]
  const stored = await findMonth(ctx, joinByAnd(conditions))
  if (stored === undefined) throw notFound()
  const byMonth = await readLines(ctx, [stored.payroll_id])
  const lines = byMonth.get(stored.payroll_id) ?? []
  const { branch } = await ctx.tx
    .selectFrom('branch')
    .select('name as branch')
    .where('branch_id', '=', stored.branch_id)
    .executeTakeFirstOrThrow()
  const pick = (condition: (line: StoredLine) => boolean) => lines.filter(condition).map(lineRow)
  const isSalary = ({ type, category }: StoredLine) => type === 'income' && category === 'wages'
  const isOpen = stored.status === 'draft' || stored.status === 'returned'
  const data = {
    ...stored,
    salary: pick(isSalary),
    income: pick((line) => line.type === 'income' && !isSalary(line)),
    deduction: pick(({ type }) => type === 'deduction'),
    user_info: {
      user_id: stored.user_id,
      name: stored.name,
      branch_id: stored.branch_id,
      branch,
      position: stored.position,
      pay_as: stored.pay_as,
      pay_type: stored.pay_type,
      bank: stored.bank,
      bank_acc: stored.bank_acc,
    },
    is_approve: isApproved(stored.status),
    is_payroll: isSubmitted(stored.status),
    totals: {
      income: stored.income,
      deduction: stored.deduction,
      net: stored.net,
      employer: satang(stored.sso_employer + stored.ewf_employer),
    },
    steps: await stepsOf(ctx, stored.payroll_id),
    flags: await flagsOf(ctx, [stored], byMonth, { isOfOne: true }),
    work_changes: (await changesOfWork(ctx, [stored], byMonth)).get(stored.user_id) ?? [],
    is_editable: isOpen && ctx.may('payroll.update') && mayChangePay(ctx, stored.user_id),
  }
  // The contract's enums are narrower than the text columns; check constraints guarantee the values.
  return { data: data as unknown as PayrollPerson, stored }
}

export const readUser = command(payroll.user, async (ctx, { user_id, month }) => {
  const { data, stored } = await readMonthOf(ctx, user_id, month)
  return { data, detail: await yearOf(ctx, stored) }
})
