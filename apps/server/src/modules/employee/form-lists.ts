/** Dropdowns of the employee form. */
import { employee } from '@khapdee/contract/entities/employee'
import { payTypes } from '@khapdee/domain/application/status'
import {
  bankAccountTypes,
  banks,
  employeeTypes,
  suggestedDepartments,
  suggestedPositions,
  weekdays,
} from '@khapdee/domain/employee'
import { sql } from 'kysely'
import { command } from '../../kernel/command.ts'
import { labelChoices } from '../../kernel/crud.ts'
import type { UserContext } from '../../kernel/context.ts'
import { visiblePeople } from './employee.queries.ts'
import { rolesToGive } from './role-limits.ts'

/** What stands in that field of the people whom the caller sees, in the order of a dictionary. */
export async function writtenBefore(
  ctx: UserContext,
  column: 'department' | 'position',
): Promise<string[]> {
  const name = sql.ref(`t.${column}`)
  const { rows } = await sql<{ name: string }>`
    select name from (select distinct ${name} as name from app_user t
      where ${visiblePeople(ctx)} and ${name} <> '') written
    order by name collate thai`.execute(ctx.tx)
  return rows.map((row) => row.name)
}

const withUsual = (usual: readonly string[], written: readonly string[]) => [
  ...new Set([...usual, ...written]),
]

export const formLists = command(employee.listforregister, async (ctx) => ({
  data: {
    // Codes that are whole numbers would come first, whatever the table says.
    bank: labelChoices(banks).toSorted((a, b) => String(a.value).localeCompare(String(b.value))),
    department: withUsual(suggestedDepartments, await writtenBefore(ctx, 'department')),
    position: withUsual(suggestedPositions, await writtenBefore(ctx, 'position')),
    role: await rolesToGive(ctx),
    branch: ctx.actor.branches.map(({ branch_id, name }) => ({ branch_id, name })),
    days: labelChoices(weekdays),
    pay_type: labelChoices(employeeTypes),
    salary_pay_type: labelChoices(payTypes),
    bank_account_type: labelChoices(bankAccountTypes),
  },
}))
