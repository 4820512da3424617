/** Rates of payroll as dated rows. */
import { payrollRate } from '@khapdee/contract/entities/payroll-rate'
import { type RateFigure, figureProblem, rateValueOf } from '@khapdee/domain/payroll/rate-figures'
import { type AnyRateRow, type RateKind, rateKinds } from '@khapdee/domain/payroll/rates'
import type { Day } from '@khapdee/domain/thai-date'
import type { Command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { crudCommands, labelChoices } from '../../kernel/crud.ts'
import { invalid } from '../../kernel/errors.ts'
import { withAllOption } from '../catalogue.ts'

export const payrollRateCommands: Command[] = crudCommands({
  api: payrollRate,
  sort: { type: 'byValue', valid_from: 'byValue' },
  defaultSort: () => 'type',
  options: async () => withAllOption({ type: labelChoices(rateKinds) }),
  unique: { payroll_rate_once: 'valid_from' },
  check: async (_ctx, values) => {
    const { valid_from, valid_to } = values as { valid_from: Day; valid_to: Day | null }
    if (valid_to !== null && valid_to < valid_from)
      throw invalid([{ path: 'valid_to', message: 'วันที่สิ้นสุดต้องไม่ก่อนวันที่เริ่มต้น' }])
    const problem = figureProblem(values['type'] as RateKind, values['figures'] as RateFigure[])
    if (problem !== null)
      throw invalid([{ path: `figures.${problem.index}.value`, message: problem.message }])
  },
})

/** All rates, for `rateOn`. */
export async function readRates(ctx: Pick<UserContext, 'tx'>): Promise<AnyRateRow[]> {
  const rows = await ctx.tx
    .selectFrom('payroll_rate')
    .select(['type', 'valid_from', 'valid_to', 'provinces', 'figures'])
    .where('is_delete', '=', false)
    .orderBy('payroll_rate_id')
    .execute()
  return rows.map(({ type, figures, provinces, valid_from, valid_to }) => {
    const kind = type as RateKind
    return {
      kind,
      valid_from: valid_from as Day,
      valid_to: valid_to as Day | null,
      provinces: provinces.length === 0 ? null : provinces,
      value: rateValueOf(kind, figures as unknown as RateFigure[]),
      // One kind with its own value, which the union cannot express for a kind that is known only at run time.
    } as AnyRateRow
  })
}
