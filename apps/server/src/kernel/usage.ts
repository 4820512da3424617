/** Finds the rows that refer to a record, which prevent its deletion. */
import { type Entity, entityList, listLabel } from '@khapdee/domain/entities'
import { type RawBuilder, sql } from 'kysely'
import type { UserContext } from './context.ts'
import type { Usage } from './errors.ts'
import type { ScopedTable } from './scope.ts'

/** Maximum number of rows that an IN_USE message names. */
const maxNames = 5

/**
 * Counts the rows that use a record, and returns the names of the first ones.
 * @param rows a query of `id` and `name`; the name is null if the user may not see the row
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
      array(select name from used where name is not null order by id limit ${maxNames}) as names`.execute(
    ctx.tx,
  )
  return { label, count: 0, names: [], ...(unit && { unit }), ...found[0] }
}

/** SQL of a record's name: its columns joined by a space. */
export const nameColumns = (columns: readonly string[], alias: string): RawBuilder<string> =>
  sql`(${sql.join(
    columns.map((column) => sql.ref(`${alias}.${column}`)),
    sql` || ' ' || `,
  )})`

interface Reference {
  entity: Entity
  table: ScopedTable
  column: string
  label: string
}

/** The columns that refer to each entity; a row with a branch also refers to its branch. */
const references = entityList
  .flatMap(([, entity]) => {
    const { table, scope, references: own = {} } = entity
    const ofBranch = scope === 'own' || scope === 'shared'
    const branch = ofBranch && table !== 'branch' ? { branch_id: { entity: 'branch' } } : {}
    return Object.entries({ ...branch, ...own }).map(
      ([column, { entity: to, label = listLabel(entity) }]: [
        string,
        { entity: string; label?: string },
      ]) => ({ to, reference: { entity, table: table as ScopedTable, column, label } }),
    )
  })
  // Entities that always belong to one branch come before those that may be shared.
  .toSorted((a, b) => rank(a.reference) - rank(b.reference))

function rank({ entity }: Reference): number {
  return entity.scope === 'own' ? 0 : 1
}

/** The usages of a record by each entity that can refer to it; the count is 0 if no row does. */
export async function usagesOf(ctx: UserContext, table: string, id: number): Promise<Usage[]> {
  const usages: Usage[] = []
  for (const { to, reference } of references) {
    if (to !== table) continue
    const { entity, column, label } = reference
    const name = entity.shortName === undefined ? entity.name : [entity.shortName]
    const rows = sql`
      select ${sql.ref(`r.${entity.id}`)} as id,
        case when ${ctx.scope.visible(reference.table, 'r')} then ${nameColumns(name, 'r')} end as name
      from ${sql.table(reference.table)} r where ${sql.ref(`r.${column}`)} = ${id} and not r.is_delete`
    usages.push(await usageOf(ctx, label, rows, entity.unit))
  }
  return usages
}
