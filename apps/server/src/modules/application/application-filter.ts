/** Which applications a list keeps, and in which order it shows them. */
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import type { ApplicationKind } from '@khapdee/domain/application/status'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { every, madeBetween, orderBy, personId, talliedBetween } from '../../kernel/list.ts'
import type { SearchColumns } from '../../kernel/text-search.ts'

const sortable = {
  application_code: 'plain',
  customer_name: 'thai',
  createdAt: 'plain',
  net: 'plain',
  paid: 'plain',
  balance: 'plain',
} as const

/** The searched columns of an application `a`. */
export const applicationText: SearchColumns = {
  search: sql`a.search`,
  codes: sql`a.application_code`,
  name: sql`a.customer_name`,
}

/** The kinds a list shows; one, or all of them. */
export type Kinds = ApplicationKind | 'all'

interface Columns {
  branch: RawBuilder<unknown>
  type: RawBuilder<unknown>
}
const columns: Columns = { branch: sql.ref('a.branch_id'), type: sql.ref('a.type') }

/**
 * The same so worded that no index serves them: to read a third of a million keys of a branch or a
 * type from one, beside the text's, is no help.
 */
export const plainColumns: Columns = { branch: sql`(a.branch_id + 0)`, type: sql`(a.type || '')` }

/** Conditions on what an application and its tally both have, of `a`. */
function ofKind(
  ctx: UserContext,
  query: ListQuery,
  kinds: Kinds,
  { branch, type }: Columns = columns,
): RawBuilder<SqlBool>[] {
  const branches = ctx.scope.narrow(query.branch)
  const all = [
    // An equality reads an index in its order; a list of branches does not.
    branches.length === 1
      ? sql<SqlBool>`${branch} = ${branches[0]}`
      : sql<SqlBool>`${branch} = any(${branches}::int[])`,
  ]
  if (kinds !== 'all') all.push(sql<SqlBool>`${type} = ${kinds}`)
  if (isSet(query.status)) all.push(sql<SqlBool>`a.status = ${query.status}`)
  if (isSet(query.user)) {
    all.push(sql<SqlBool>`a.created_by = ${personId(query.user)}`)
  }
  return all
}

/** The applications of a query, but for its text. */
export function kept(
  ctx: UserContext,
  query: ListQuery,
  kinds: Kinds,
  through?: Columns,
): RawBuilder<SqlBool> {
  const all = [...ofKind(ctx, query, kinds, through), sql<SqlBool>`not a.is_delete`]
  return every([...all, ...madeBetween('a', query)])
}

/** The tallies that count just these applications. */
export function tallied(ctx: UserContext, query: ListQuery, kinds: Kinds): RawBuilder<SqlBool> {
  return every([...ofKind(ctx, query, kinds), ...talliedBetween('a', query)])
}

export const sortOf = ({ sort }: ListQuery): string => sort ?? '-createdAt'
export const orderOf = (sort: string, alias: string) =>
  orderBy(sort, sortable, alias, 'application_id')
