/** Items of payroll: kinds of income and deductions. */
import { payrollItem } from '@khapdee/contract/entities/payroll-item'
import { suggestedPositions } from '@khapdee/domain/employee'
import { entities } from '@khapdee/domain/entities'
import {
  type ItemCategory,
  deductionCategories,
  incomeCategories,
  itemCategories,
  itemProblem,
  itemStatuses,
  itemUnits,
} from '@khapdee/domain/payroll/items'
import {
  type DeductionPosting,
  type LineSide,
  deductionPostings,
  lineConditions,
  lineSides,
} from '@khapdee/domain/payroll/lines'
import { sql } from 'kysely'
import { userName } from '../../db/user-name.ts'
import { type Command, command } from '../../kernel/command.ts'
import { branchOptions, crudCommands, labelChoices } from '../../kernel/crud.ts'
import { invalid } from '../../kernel/errors.ts'
import { usageOf } from '../../kernel/usage.ts'
import { visiblePay } from '../employee/visible-pay.ts'
import { textChoices, withAllOption } from '../catalogue.ts'

const filters = {
  type: labelChoices(lineSides),
  category: labelChoices(itemCategories),
  status: labelChoices(itemStatuses),
}

const choices = {
  category_income: labelChoices(incomeCategories),
  category_deduction: labelChoices(deductionCategories),
  condition: labelChoices(lineConditions),
  status: filters.status,
  title_value: labelChoices(itemUnits),
  type: filters.type,
  posting: labelChoices(deductionPostings),
  position: textChoices(suggestedPositions),
}

export const payrollItemCommands: Command[] = [
  ...crudCommands({
    api: payrollItem,
    search: ['name', 'detail'],
    sort: { type: 'byValue', category: 'byValue', value: 'byValue' },
    options: async () => withAllOption(filters),
    usedBy: async (ctx, id) => [
      await usageOf(
        ctx,
        entities.payroll_standing.label,
        sql`
          select s.payroll_standing_id as id, case when ${visiblePay(ctx)} then ${userName('t')} end as name
          from payroll_standing s join app_user t using (user_id) where s.list_payroll_id = ${id}`,
      ),
      await usageOf(
        ctx,
        entities.payroll_work_rate.label,
        sql`
          select r.payroll_work_rate_id as id, case when ${visiblePay(ctx)} then ${userName('t')} end as name
          from payroll_work_rate r join app_user t using (user_id) where r.list_payroll_id = ${id}`,
      ),
    ],
    check: async (_ctx, values) => {
      const problem = itemProblem({
        type: values['type'] as LineSide,
        category: values['category'] as ItemCategory,
        posting: values['posting'] as DeductionPosting | null,
      })
      if (problem !== null) throw invalid([problem])
    },
    complete: (values) => (values['type'] === 'income' ? { ...values, posting: null } : values),
  }),
  command(payrollItem.list, async (ctx) => ({
    data: { ...choices, branch: branchOptions(ctx) },
  })),
]
