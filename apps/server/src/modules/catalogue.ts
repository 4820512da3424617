/** Choices and usages that several entities have in common. */
import { type Filters, type Option, allOption } from '@khapdee/contract/wire'
import { messages } from '@khapdee/contract/messages'
import { entities } from '@khapdee/domain/entities'
import { type SqlBool, sql } from 'kysely'
import type { UserContext } from '../kernel/context.ts'
import { type Usage, invalid } from '../kernel/errors.ts'
import type { ScopedTable } from '../kernel/scope.ts'
import { usageOf } from '../kernel/usage.ts'

/** Choices of a form field with texts as values; each text is its own label. */
export const textChoices = (names: readonly string[]): Option[] =>
  names.map((name) => ({ value: name, name }))

/** Choices of a filter with texts as values: the option for all, then the texts. */
export const textFilterChoices = (names: readonly string[]): Option[] => [
  allOption,
  ...textChoices(names),
]

/** Adds the option for all to each list of choices, for the filters of a list. */
export const withAllOption = (choices: Filters): Filters =>
  Object.fromEntries(Object.entries(choices).map(([name, list]) => [name, [allOption, ...list]]))

/** The standard texts of a column, then other texts stored in records visible to the caller. */
export async function textsOf(
  ctx: UserContext,
  table: ScopedTable,
  column: string,
  standard: readonly string[] = [],
): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select distinct ${sql.ref(`t.${column}`)} as text from ${sql.table(table)} t
    where ${ctx.scope.visible(table, 't')} and ${sql.ref(`t.${column}`)} <> '' order by 1`.execute(
    ctx.tx,
  )
  return [...new Set([...standard, ...rows.map(({ text }) => text)])]
}

/** The applications with a balance that have a line with the item; they prevent its deletion. */
export async function outstandingApplications(
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
      where ${sql.ref(`l.${column}`)} = ${id} and a.status = 'outstanding' and l.status = 'open' and not a.is_delete`,
  )
  return [applications]
}

/** The entries of the books that refer to an item or a vehicle; they prevent its deletion. */
export const accountEntries = (
  ctx: UserContext,
  column: 'list_expenses_id' | 'vehicle_id',
  id: number,
): Promise<Usage> =>
  usageOf(
    ctx,
    entities.account_entry.label,
    sql`
      select e.entry_id as id,
        case when e.branch_id = any(${ctx.scope.branchIds}::int[]) then coalesce(e.entry_code, e.name) end as name
      from account_entry e where ${sql.ref(`e.${column}`)} = ${id}`,
  )

/**
 * Checks that the course or fee is visible to the caller. An unchanged one passes, even when it has been
 * deleted since.
 * @throws VALIDATION
 */
export async function assertVisibleOrUnchanged(
  ctx: UserContext,
  table: 'course' | 'other_fee' | 'request_fee',
  id: unknown,
  before: unknown,
): Promise<void> {
  if (id === null || id === before) return
  const idColumn = `${table}_id`
  const found = await ctx.tx
    .selectFrom(ctx.tx.dynamic.table(table).as('t'))
    .select('t.branch_id')
    .where(sql<SqlBool>`${sql.ref(`t.${idColumn}`)} = ${id}::int`)
    .where(ctx.scope.visible(table, 't'))
    .executeTakeFirst()
  if (found === undefined) {
    throw invalid([{ path: idColumn, message: messages.itemNotOffered }])
  }
}
