/** Choices and usages that several entities of the master data have in common. */
import { type Filters, type Option, allOption } from '@khapdee/contract/wire'
import { sql } from 'kysely'
import type { UserContext } from '../kernel/context.ts'
import type { Usage } from '../kernel/errors.ts'
import type { ScopedTable } from '../kernel/scope.ts'
import { usageOf } from '../kernel/usage.ts'

/** Entries of a form's dropdown of texts that stand for themselves. */
export const textChoices = (names: readonly string[]): Option[] =>
  names.map((name) => ({ value: name, name }))

/** The same of a filter. */
export const toOptions = (names: readonly string[]): Option[] => [allOption, ...textChoices(names)]

/** The dropdowns of a form as those of a list's filters. */
export const withAll = (choices: Filters): Filters =>
  Object.fromEntries(Object.entries(choices).map(([name, list]) => [name, [allOption, ...list]]))

/** The usual texts of a column first, then whatever else was written where the user may look. */
export async function textsOf(
  ctx: UserContext,
  table: ScopedTable,
  column: string,
  usual: readonly string[] = [],
): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select distinct ${sql.ref(`t.${column}`)} as text from ${sql.table(table)} t
    where ${ctx.scope.visible(table, 't')} and ${sql.ref(`t.${column}`)} <> '' order by 1`.execute(
    ctx.tx,
  )
  return [...new Set([...usual, ...rows.map(({ text }) => text)])]
}

/** The unpaid applications that have the item on a line; such an item is not deleted. */
export async function openLines(
  ctx: UserContext,
  column: 'course_id' | 'other_fee_id' | 'request_fee_id' | 'promotion_id',
  id: number,
): Promise<Usage[]> {
  const applications = await usageOf(
    ctx,
    'ใบสมัครที่ค้างชำระ',
    sql`
      select distinct a.application_id as id,
        case when a.branch_id = any(${ctx.scope.branchIds}::int[]) then a.application_code end as name
      from application_line l join application a using (application_id)
      where ${sql.ref(`l.${column}`)} = ${id} and a.status = 'outstanding' and not a.is_delete`,
  )
  return [applications]
}
