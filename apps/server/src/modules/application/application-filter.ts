/** Conditions and sort orders of the lists of applications. */
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import type { AgreedDayState } from '@khapdee/domain/application/agreed-day'
import {
  type ApplicationKind,
  type RequestDecision,
  applicationStatuses,
  isOpen,
  type RefundDueState,
  requestDecisions,
} from '@khapdee/domain/application/status'
import type { DocumentsState } from '@khapdee/domain/application/required-document'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import {
  choiceOf,
  joinByAnd,
  createdBetween,
  orderBy,
  parseId,
  totalsBetween,
} from '../../kernel/list.ts'
import type { SearchColumns } from '../../kernel/text-search.ts'
import { isOpenRefundRequest, isPayable, owesOnlyRefundPending } from '../refund-requests.ts'
import { isMissing } from './missing-documents.ts'

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

/**
 * The value of the status filter for applications that can still be paid: outstanding ones, without rejected
 * request fees, those above the limit of amounts, and those that owe only for lines that an open refund request names.
 */
export const payableStatus = 'payable'

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

/** The conditions of the categories on `application a`. Only applications with a balance have a `due_date`. */
const categories: Record<
  AgreedDayState | DocumentsState | RefundDueState,
  (today: Day) => RawBuilder<SqlBool>
> = {
  late: (today) => sql`a.due_date < ${today}`,
  today: (today) => sql`a.due_date = ${today}`,
  upcoming: (today) => sql`a.due_date > ${today}`,
  no_day: () => sql`a.status = 'outstanding' and a.due_date is null`,
  refund_due: () => sql`a.refund_due`,
  documents_missing: (today) => sql`a.status in ('outstanding', 'paid') and exists (
    select from application_document d where d.application_id = a.application_id and ${isMissing('d', today)})`,
}

/** The status that a filter value names by its key or its Thai label. Any other value is returned, and matches nothing. */
export const statusOf = (value: string): string =>
  Object.entries(applicationStatuses).find(([, { label }]) => label === value)?.[0] ?? value

/** The decision that a filter value names by its key or its Thai label. */
const toDecision = (value: string | undefined): RequestDecision | undefined =>
  (Object.keys(requestDecisions) as RequestDecision[]).find(
    (decision) => decision === value || requestDecisions[decision].label === value,
  )

/** The decisions on request fees that a query filters by, as its status or its category. */
export const decisionsOf = ({ category, status }: ListQuery): RequestDecision[] =>
  [status, category].flatMap((value) => toDecision(value) ?? [])

const openStatuses = Object.keys(applicationStatuses).filter((status) => isOpen(status as 'paid'))

/** The condition of a decision on `application a`. A request fee that has ended no longer waits for its decision. */
const decisionCondition = (decision: RequestDecision): RawBuilder<SqlBool> =>
  decision === 'pending'
    ? sql`a.decision = ${decision} and a.status = any(${openStatuses}::text[])`
    : sql`a.decision = ${decision}`

/**
 * The conditions of the filters by decision and by category, which is a decision or a key of {@link categories}.
 * @throws VALIDATION for another category
 */
function categoryConditions(ctx: UserContext, query: ListQuery): RawBuilder<SqlBool>[] {
  const { category } = query
  const decisions = decisionsOf(query).map(decisionCondition)
  if (!isSet(category) || toDecision(category) !== undefined) return decisions
  return [...decisions, choiceOf(categories, 'category', category)(ctx.clock.today())]
}

/** Conditions on the columns that `application` and `application_tally` share; alias `a`. */
function sharedConditions(
  ctx: UserContext,
  query: ListQuery,
  kinds: Kinds,
  { branch, type }: Columns = columns,
): RawBuilder<SqlBool>[] {
  const branches = ctx.scope.narrow(query.branch)
  const conditions = [
    // With one branch the index returns the rows in order; with an array of branches it cannot.
    branches.length === 1
      ? sql<SqlBool>`${branch} = ${branches[0]}`
      : sql<SqlBool>`${branch} = any(${branches}::int[])`,
  ]
  if (kinds !== 'all') conditions.push(sql<SqlBool>`${type} = ${kinds}`)
  if (isSet(query.status) && toDecision(query.status) === undefined) {
    const status = query.status === payableStatus ? 'outstanding' : statusOf(query.status)
    conditions.push(sql<SqlBool>`a.status = ${status}`)
  }
  if (isSet(query.user)) {
    conditions.push(sql<SqlBool>`a.created_by = ${parseId(query.user)}`)
  }
  return conditions
}

/** The condition of a query on `application a`, without its text search. */
export function listCondition(
  ctx: UserContext,
  query: ListQuery,
  kinds: Kinds,
  filterColumns?: Columns,
): RawBuilder<SqlBool> {
  return joinByAnd([
    ...sharedConditions(ctx, query, kinds, filterColumns),
    sql<SqlBool>`not a.is_delete`,
    ...(query.status === payableStatus ? [isPayable('a')] : []),
    ...categoryConditions(ctx, query),
    ...createdBetween('a', query),
  ])
}

/** The outstanding applications of a query that cannot be paid, as conditions on `application a` that exclude each other. */
export function unpayableConditions(
  ctx: UserContext,
  query: ListQuery,
  kinds: Kinds,
): RawBuilder<SqlBool>[] {
  const outstanding = [
    ...sharedConditions(ctx, query, kinds),
    ...createdBetween('a', query),
    sql<SqlBool>`not a.is_delete`,
  ]
  return [
    joinByAnd([...outstanding, sql<SqlBool>`a.over_cap`]),
    joinByAnd([...outstanding, sql<SqlBool>`a.decision = 'rejected' and not a.over_cap`]),
    joinByAnd([
      ...outstanding,
      sql<SqlBool>`a.decision is distinct from 'rejected' and not a.over_cap and a.application_id = any(array(
        select r.application_id from approval_request r where ${isOpenRefundRequest('r')}))`,
      owesOnlyRefundPending('a'),
    ]),
  ]
}

/** The same condition as {@link listCondition} on `application_tally a`, which has neither decision nor category. */
export function tallyCondition(
  ctx: UserContext,
  query: ListQuery,
  kinds: Kinds,
): RawBuilder<SqlBool> {
  return joinByAnd([...sharedConditions(ctx, query, kinds), ...totalsBetween('a', query)])
}

/** The sort field of a query; newest first by default. */
export const sortOf = ({ sort }: ListQuery): string => sort ?? '-createdAt'
/** The order of the applications `alias`. */
export const orderOf = (sort: string, alias: string) =>
  orderBy(sort, sortable, alias, 'application_id')
