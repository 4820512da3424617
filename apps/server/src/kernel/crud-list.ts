/** Which plain records a list has, and in what order: for its pages and for its file. */
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import type { CrudEntity } from '@khapdee/domain/entities'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { UserContext } from './context.ts'
import { containing, every, orderBy } from './list.ts'

export interface CrudListSpec {
  api: { entity: CrudEntity; idName: string; fields: z.ZodObject }
  /** Columns that free text is looked for in. */
  search: readonly string[]
  /** What may be sorted by, and how: Thai text by dictionary, the rest by value. */
  sort: Readonly<Record<string, 'thai' | 'plain'>>
  /** The order where none is asked; newest first when left out. */
  usualSort?: (query: ListQuery) => string | undefined
  /** Conditions of the filters a list offers, beside branch; of the row `t`. */
  filters?: Partial<
    Record<keyof ListQuery, (value: string, ctx: UserContext) => RawBuilder<SqlBool>>
  >
}

/** The condition for the rows `t` that the query leaves. */
export function crudRows(
  { api, search, filters = {} }: CrudListSpec,
  ctx: UserContext,
  query: ListQuery,
): RawBuilder<SqlBool> {
  const conditions = [ctx.scope.visible(api.entity.table, 't')]
  if (isSet(query.branch) && 'branch_id' in api.fields.shape) {
    const ids = ctx.scope.narrow(query.branch)
    conditions.push(sql`(t.branch_id is null or t.branch_id = any(${ids}::int[]))`)
  }
  conditions.push(...containing('t', search, query))
  for (const [name, condition] of Object.entries(filters)) {
    const value = query[name as keyof ListQuery]
    if (typeof value === 'string' && isSet(value)) conditions.push(condition(value, ctx))
  }
  return every(conditions)
}

/** The order of the rows `t`. */
export const crudOrder = (
  { api, sort, usualSort }: CrudListSpec,
  query: ListQuery,
): RawBuilder<unknown> => orderBy(query.sort || usualSort?.(query), sort, 't', api.idName)
