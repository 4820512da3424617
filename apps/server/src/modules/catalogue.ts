/** What the plain records of the master data have in common. */
import { type Filters, type Option, allOption } from '@khapdee/contract/wire'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { UserContext } from '../kernel/context.ts'
import type { Usage } from '../kernel/errors.ts'
import type { ScopedTable } from '../kernel/scope.ts'

export const activeChoices: Option[] = [
  { value: 'true', name: 'เปิดใช้งาน' },
  { value: 'false', name: 'ปิดใช้งาน' },
]

export const activeOptions: Option[] = [allOption, ...activeChoices]

export const activeFilter = (value: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`t.is_activate::text = ${value}`

/** Name of the row's branch; null where the row is for every branch. */
export const branchName = sql`(select b.name from branch b where b.branch_id = t.branch_id) as branch_name`

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

/** Names enough to know what is meant. */
const mostNamed = 5

/**
 * How many rows use something, and the first names.
 * @param rows a query of `id` and `name`; the name is null where the user may not see it
 */
export async function usageOf(
  ctx: UserContext,
  label: string,
  rows: RawBuilder<unknown>,
  unit?: string,
): Promise<Usage> {
  const { rows: found } = await sql<Omit<Usage, 'label' | 'unit'>>`
    with used as not materialized (${rows})
    select (select count(*)::int from used) as count,
      array(select name from used where name is not null order by id limit ${mostNamed}) as names`.execute(
    ctx.tx,
  )
  return { label, count: 0, names: [], ...(unit && { unit }), ...found[0] }
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

/** The score sheets that are for a course or a fee, which is not deleted while there are any. */
export const evaluationsFor = (
  ctx: UserContext,
  column: 'course_id' | 'other_fee_id',
  id: number,
): Promise<Usage> =>
  usageOf(
    ctx,
    'แบบประเมิน',
    sql`
      select e.evaluate_id as id, case when ${ctx.scope.visible('evaluate', 'e')} then e.title end as name
      from evaluate e where ${sql.ref(`e.${column}`)} = ${id} and not e.is_delete`,
  )
