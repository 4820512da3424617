/**
 * Posts approved months to the books of their branch on the pay day: one entry for each kind of
 * leg, with the sum over all months, so that no entry contains a person's name. Source: product
 * specification, section 10b.9.
 */
import { payTypes } from '@khapdee/domain/application/status'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { satang } from '@khapdee/domain/money'
import { type DeductionKind, deductionKinds } from '@khapdee/domain/payroll/deductions'
import { type PostingLeg, authorities, postingLegs } from '@khapdee/domain/payroll/posting'
import { type Day, formatMonth } from '@khapdee/domain/thai-date'
import type { UserContext } from '../../kernel/context.ts'
import { reserve } from '../../kernel/numbering.ts'
import type { StoredLine, StoredMonth } from './stored-months.ts'

/** Months of one branch and pay day that are posted together. */
export interface PostedGroup {
  branch_id: number
  month: string
  pay_date: Day
  months: readonly StoredMonth[]
}

type PaidLeg = Exclude<PostingLeg, { leg: 'gross_pay' | 'employer_share' }>

/** The legs of what is owed, recovered or earned. Their values are negative, and their sum is the negated cost of the pay. */
function owedLegs(
  months: readonly StoredMonth[],
  lines: ReadonlyMap<number, readonly StoredLine[]>,
): PaidLeg[] {
  const legs = postingLegs(
    months.map((month) => ({
      pay_type: month.pay_type,
      income: month.income,
      deductions: (lines.get(month.payroll_id) ?? []).flatMap(({ category, posting, amount }) =>
        posting === null
          ? []
          : [
              {
                kind: (category in deductionKinds ? category : 'other') as DeductionKind,
                posting,
                amount,
              },
            ],
      ),
      employer: [
        { authority: 'social_security', amount: month.sso_employer },
        { authority: 'employee_welfare', amount: month.ewf_employer },
      ],
    })),
  )
  return legs.filter(
    (leg): leg is PaidLeg => leg.leg !== 'gross_pay' && leg.leg !== 'employer_share',
  )
}

/**
 * The name of a leg in the books, and its payment method. Legs that move no money are booked as
 * cash outside the drawer.
 */
function describe(leg: PaidLeg) {
  const outside = { pay_type: 'cash', cash_source: 'outside' } as const
  const transfer = { pay_type: 'transfer', cash_source: null } as const
  if (leg.leg === 'net_pay') {
    const words = `เงินเดือนสุทธิ (${payTypes[leg.pay_type].label})`
    const money = leg.pay_type === 'cash' ? outside : transfer
    return { key: `net_pay:${leg.pay_type}`, words, payee: entities.app_user.label, money }
  }
  if (leg.leg === 'authority_dues') {
    const payee = authorities[leg.authority].label
    return { key: `dues:${leg.authority}`, words: `เงินนำส่ง${payee}`, payee, money: transfer }
  }
  const payee = entities.app_user.label
  return leg.leg === 'recovered_advance'
    ? { key: leg.leg, words: 'หักคืนเงินล่วงหน้าและเงินกู้ (ไม่มีเงินเคลื่อนไหว)', payee, money: outside }
    : { key: leg.leg, words: 'เงินที่หักเป็นรายได้ของโรงเรียน (ไม่มีเงินเคลื่อนไหว)', payee, money: outside }
}

const systemItem = (ctx: UserContext, key: 'payroll' | 'payroll_recovery') =>
  ctx.tx
    .selectFrom('list_expenses')
    .select(['list_expenses_id', 'name'])
    .where('system_key', '=', key)
    .executeTakeFirstOrThrow()

/**
 * Posts a group of months, or reverses its posting with entries of the opposite sign.
 * @param reverses the posting to be reversed; null to post
 * @param payslips how many numbers of payslips are needed
 * @returns the posting, and the numbers of the payslips
 */
export async function postMonths(
  ctx: UserContext,
  group: PostedGroup,
  lines: ReadonlyMap<number, readonly StoredLine[]>,
  { reverses, payslips }: { reverses: number | null; payslips: number },
): Promise<{ payroll_posting_id: number; codes: string[] }> {
  const { branch_id, month, pay_date, months } = group
  const at = ctx.clock.now().toISOString()
  const isReversal = reverses !== null
  const sign = isReversal ? -1 : 1
  const legs = owedLegs(months, lines)
  const expense = await systemItem(ctx, 'payroll')
  const recovery = await systemItem(ctx, 'payroll_recovery')
  const { code } = await ctx.tx
    .selectFrom('branch')
    .select('code')
    .where('branch_id', '=', branch_id)
    .executeTakeFirstOrThrow()
  const { payroll_posting_id } = await ctx.tx
    .insertInto('payroll_posting')
    .values({
      branch_id,
      month,
      pay_date,
      is_reversal: isReversal,
      reverses_id: reverses,
      created_by: ctx.actor.user_id,
      createdAt: at,
    })
    .returning('payroll_posting_id')
    .executeTakeFirstOrThrow()
  const entries = legs.flatMap((leg) => {
    const { key, words, payee, money } = describe(leg)
    const entry = {
      branch_id,
      date: pay_date,
      value: satang(sign * -leg.value),
      ...money,
      payee,
      detail: `${words} ${fieldTitles.period}${formatMonth(month)}`,
      status: 'posted',
      is_reversal: isReversal,
      payroll_posting_id,
      payroll_leg: key,
      created_by: ctx.actor.user_id,
      createdAt: at,
      updatedAt: at,
    } as const
    const cost = { ...entry, side: 'expenses', ...expense } as const
    if (leg.leg !== 'school_income') return [cost]
    return [cost, { ...entry, side: 'income', ...recovery } as const]
  })
  const incomes = entries.filter(({ side }) => side === 'income').length
  const { numbers } = await reserve(ctx.tx, {
    branchId: branch_id,
    day: pay_date,
    numbers: { PV: entries.length - incomes, IV: incomes, PS: payslips },
    ids: {},
  })
  const codes = { expenses: numbers('PV', code), income: numbers('IV', code) }
  if (entries.length > 0) {
    await ctx.tx
      .insertInto('account_entry')
      .values(entries.map((entry) => ({ ...entry, entry_code: codes[entry.side].shift() ?? null })))
      .execute()
  }
  return { payroll_posting_id, codes: numbers('PS', code) }
}
