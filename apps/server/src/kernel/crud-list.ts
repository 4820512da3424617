/** Filter and order of a list of CRUD records, shared by its pages and its export. */
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import type { CrudEntity } from '@khapdee/domain/entities'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { UserContext } from './context.ts'
import { containing, joinByAnd, orderBy } from './list.ts'

export interface CrudListSpec {
  api: { entity: CrudEntity; idName: string; fields: z.ZodObject }
  /** Columns of the text search; by default those of the record's name. */
  search?: readonly string[]
  /**
   * Sort columns in addition to the first name column and `createdAt`; `thai` sorts by Thai dictionary
   * order, `byValue` by value.
   */
  sort?: Readonly<Record<string, 'thai' | 'byValue'>>
  /** The default order; newest first if undefined. */
  defaultSort?: (query: ListQuery) => string | undefined
  /**
   * Conditions on the row `t` for filters in addition to the branch, the `status` of `is_activate`, and
   * equality with the fields `category`, `status` and `type` if the entity has them.
   */
  filters?: FilterConditions
}

type FilterConditions = Partial<
  Record<keyof ListQuery, (value: string, ctx: UserContext) => RawBuilder<SqlBool>>
>

/** Fields with a filter of the same name. */
const filteredFields = ['category', 'status', 'type'] as const

function defaultFilters(fields: object): FilterConditions {
  const equal = filteredFields
    .filter((name) => name in fields)
    .map((name) => [name, (value: string) => sql<SqlBool>`${sql.ref(`t.${name}`)} = ${value}`])
  return {
    ...('is_activate' in fields && {
      status: (value: string) => sql<SqlBool>`t.is_activate::text = ${value}`,
    }),
    ...Object.fromEntries(equal),
  }
}

/** The condition of a list query on the row `t`. */
export function crudCondition(
  { api, search = api.entity.name, filters }: CrudListSpec,
  ctx: UserContext,
  query: ListQuery,
): RawBuilder<SqlBool> {
  const conditions = [ctx.scope.visible(api.entity.table, 't')]
  if (isSet(query.branch) && 'branch_id' in api.fields.shape) {
    const ids = ctx.scope.narrow(query.branch)
    conditions.push(sql`(t.branch_id is null or t.branch_id = any(${ids}::int[]))`)
  }
  conditions.push(...containing('t', search, query))
  for (const [name, condition] of Object.entries({
    ...defaultFilters(api.fields.shape),
    ...filters,
  })) {
    const value = query[name as keyof ListQuery]
    if (typeof value === 'string' && isSet(value)) conditions.push(condition(value, ctx))
  }
  return joinByAnd(conditions)
}

/** The ORDER BY terms of a list query for the row `t`. */
export function crudOrder(
  { api, sort, defaultSort }: CrudListSpec,
  query: ListQuery,
): RawBuilder<unknown> {
  const [name = api.idName] = api.entity.name
  const columns = { [name]: 'thai', createdAt: 'byValue', ...sort } as const
  return orderBy(query.sort || defaultSort?.(query), columns, 't', api.idName)
}
