/** Dropdowns of the employee form. */
import { employee } from '@khapdee/contract/entities/employee'
import { payTypes } from '@khapdee/domain/application/status'
import { banks } from '@khapdee/domain/banks'
import {
  bankAccountTypes,
  employeeTypes,
  suggestedDepartments,
  suggestedPositions,
  weekdays,
} from '@khapdee/domain/employee'
import { sql } from 'kysely'
import { command } from '../../kernel/command.ts'
import { labelChoices } from '../../kernel/crud.ts'
import type { UserContext } from '../../kernel/context.ts'
import { visiblePeople } from './read-employee.ts'
import { assignableRoles } from './role-limits.ts'

/**
 * The distinct values of a field among the employees visible to the caller, in Thai dictionary
 * order.
 */
export async function storedTexts(
  ctx: UserContext,
  column: 'department' | 'position',
): Promise<string[]> {
  const rows = await ctx.tx
    .selectFrom((eb) =>
      eb
        .selectFrom('app_user as t')
        .select(`t.${column} as name`)
        .distinct()
        .where(visiblePeople(ctx))
        .where(`t.${column}`, '<>', '')
        .as('stored'),
    )
    .select('name')
    .orderBy(sql`name collate thai`)
    .execute()
  return rows.map((row) => row.name)
}

const withSuggestions = (suggested: readonly string[], stored: readonly string[]) => [
  ...new Set([...suggested, ...stored]),
]

export const formLists = command(employee.listforregister, async (ctx) => ({
  data: {
    // Sorted by code: JavaScript would put keys that look like integers before those with a leading
    // zero.
    bank: labelChoices(banks).toSorted((a, b) => String(a.value).localeCompare(String(b.value))),
    department: withSuggestions(suggestedDepartments, await storedTexts(ctx, 'department')),
    position: withSuggestions(suggestedPositions, await storedTexts(ctx, 'position')),
    role: await assignableRoles(ctx),
    branch: ctx.actor.branches.map(({ branch_id, name }) => ({ branch_id, name })),
    days: labelChoices(weekdays),
    pay_type: labelChoices(employeeTypes),
    salary_pay_type: labelChoices(payTypes),
    bank_account_type: labelChoices(bankAccountTypes),
  },
}))
