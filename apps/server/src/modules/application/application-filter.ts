/** Conditions and sort orders of the lists of applications. */
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import type { AgreedDayState } from '@khapdee/domain/application/agreed-day'
import type { ApplicationKind } from '@khapdee/domain/application/status'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import {
  choiceOf,
  every,
  createdBetween,
  orderBy,
  parseUserId,
  totalsBetween,
} from '../../kernel/list.ts'
import type { SearchColumns } from '../../kernel/text-search.ts'

const sortable = {
  application_code: 'byValue',
  customer_name: 'thai',
  createdAt: 'byValue',
  net: 'byValue',
  paid: 'byValue',
  balance: 'byValue',
  due_date: 'byValue',
} as const

/** The searched columns of an application `a`. */
export const applicationText: SearchColumns = {
  search: sql`a.search`,
  codes: sql`a.application_code`,
  name: sql`a.customer_name`,
}

/** The kinds of applications that a list shows. */
export type Kinds = ApplicationKind | 'all'

interface Columns {
  branch: RawBuilder<unknown>
  type: RawBuilder<unknown>
}
const columns: Columns = { branch: sql.ref('a.branch_id'), type: sql.ref('a.type') }

/**
 * The same columns as expressions that no index matches: beside the text index, an index scan that
 * reads 300,000 keys of a branch or a type costs more than it saves.
 */
export const plainColumns: Columns = { branch: sql`(a.branch_id + 0)`, type: sql`(a.type || '')` }

/** The conditions of the states of the agreed day on `application a`; only a balance has an agreed day. */
const agreedDayConditions: Record<AgreedDayState, (today: Day) => RawBuilder<SqlBool>> = {
  late: (today) => sql`a.due_date < ${today}`,
  today: (today) => sql`a.due_date = ${today}`,
  upcoming: (today) => sql`a.due_date > ${today}`,
  no_day: () => sql`a.status = 'outstanding' and a.due_date is null`,
}

/** The condition of the filter by category. @throws VALIDATION for an unknown one */
function categoryConditions(ctx: UserContext, { category }: ListQuery): RawBuilder<SqlBool>[] {
  if (!isSet(category)) return []
  return [choiceOf(agreedDayConditions, 'category', category)(ctx.clock.today())]
}

/** Conditions on the columns that `application` and `application_tally` share; alias `a`. */
function sharedConditions(
  ctx: UserContext,
  query: ListQuery,
  kinds: Kinds,
  { branch, type }: Columns = columns,
): RawBuilder<SqlBool>[] {
  const branches = ctx.scope.narrow(query.branch)
  const all = [
    // With one branch the index returns the rows in order; with an array of branches it cannot.
    branches.length === 1
      ? sql<SqlBool>`${branch} = ${branches[0]}`
      : sql<SqlBool>`${branch} = any(${branches}::int[])`,
  ]
  if (kinds !== 'all') all.push(sql<SqlBool>`${type} = ${kinds}`)
  if (isSet(query.status)) all.push(sql<SqlBool>`a.status = ${query.status}`)
  if (isSet(query.user)) {
    all.push(sql<SqlBool>`a.created_by = ${parseUserId(query.user)}`)
  }
  return all
}

/** The condition of a query on `application a`, without its text search. */
export function listCondition(
  ctx: UserContext,
  query: ListQuery,
  kinds: Kinds,
  filterColumns?: Columns,
): RawBuilder<SqlBool> {
  return every([
    ...sharedConditions(ctx, query, kinds, filterColumns),
    sql<SqlBool>`not a.is_delete`,
    ...categoryConditions(ctx, query),
    ...createdBetween('a', query),
  ])
}

/** The same condition on `application_tally a`, which has no category. */
export function tallyCondition(
  ctx: UserContext,
  query: ListQuery,
  kinds: Kinds,
): RawBuilder<SqlBool> {
  return every([...sharedConditions(ctx, query, kinds), ...totalsBetween('a', query)])
}

/** The sort field of a query; newest first by default. */
export const sortOf = ({ sort }: ListQuery): string => sort ?? '-createdAt'
/** The order of the applications `alias`. */
export const orderOf = (sort: string, alias: string) =>
  orderBy(sort, sortable, alias, 'application_id')
