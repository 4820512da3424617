/** Months of payroll: built, read, changed, and taken from draft to paid. Source: product specification, sections 10 and 10b. */
import { payroll, payrollFilters } from '@khapdee/contract/entities/payroll'
import { satang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions, labelOptions } from '../../kernel/crud.ts'
import { textFilterChoices } from '../catalogue.ts'
import { storedTexts } from '../employee/form-lists.ts'
import { build } from './build-month.ts'
import { builtMonths, payrollLists } from './list-months.ts'
import { loanCommands } from './loan-commands.ts'
import { readUser } from './read-month.ts'
import { monthTotals } from './month-totals.ts'
import { openingCommands } from './openings.ts'
import { payrollSettingCommands } from './settings.ts'
import { lineCommands } from './save-lines.ts'
import { stepCommands } from './steps.ts'
import { workRateCommands } from './work-rates.ts'

/** The items in use in the branches of the caller. */
async function itemChoices(ctx: UserContext, type: 'income' | 'deduction') {
  const rows = await ctx.tx
    .selectFrom('list_payroll')
    .select(['list_payroll_id', 'name', 'value', 'condition'])
    .where(ctx.scope.visible('list_payroll'))
    .where('status', '=', 'open')
    .where('type', '=', type)
    .orderBy(sql`name collate thai`)
    .execute()
  return rows.map(({ list_payroll_id, name, value, condition }) => ({
    value: list_payroll_id,
    name,
    condition,
    per_value: satang(Number(value)),
  }))
}

const dropdowns = [payroll.linesList, payroll.reportList].map((endpoint) =>
  command(endpoint, async (ctx) => ({
    data: {
      branch: branchOptions(ctx),
      income: await itemChoices(ctx, 'income'),
      deduction: await itemChoices(ctx, 'deduction'),
      status: labelOptions(payrollFilters),
      position: textFilterChoices(await storedTexts(ctx, 'position')),
      month: await builtMonths(ctx),
    },
  })),
)

export const payrollCommands: Command[] = [
  build,
  readUser,
  ...payrollLists,
  ...lineCommands,
  ...stepCommands,
  monthTotals,
  ...loanCommands,
  ...openingCommands,
  ...workRateCommands,
  ...payrollSettingCommands,
  ...dropdowns,
]
