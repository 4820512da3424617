/** SQL fragments shared by lists: paging, sorting, text search. */
import { messages } from '@khapdee/contract/messages'
import { type ListQuery, type Meta, isSet } from '@khapdee/contract/wire'
import { normalizeThai } from '@khapdee/domain/thai-text'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { invalid } from './errors.ts'
import type { Scope } from './scope.ts'

/** Maximum number of rows that a search counts; for more, the count is a lower bound and sums are unknown. */
export const maxCounted = 5_000

/** Maximum number of rows that the pages of a list reach, because an offset reads all rows before it. */
export const maxReachableRows = 5_000

/**
 * The same maximum for a text search with more than {@link maxCounted} matches. Its matches are found by reading the
 * list in its order, which takes two hundred rows per match at worst.
 */
export const maxReachableBySearch = 100

/** The paging of a list with `total` rows, whose pages reach at most `maxReachable` of them. */
export const metaOf = (
  { page, perPage }: ListQuery,
  total: number,
  maxReachable: number = maxReachableRows,
): Meta => ({
  page,
  perPage,
  total,
  totalPages: Math.max(1, Math.ceil(Math.min(total, maxReachable) / perPage)),
  ...(total > maxReachable && { bounded: true }),
})

/** The paging of a list that counts at most one row more than `limit`. */
export const boundedMeta = (query: ListQuery, count: number, limit: number = maxCounted): Meta =>
  count > limit
    ? {
        ...metaOf(query, limit, isSet(query.text) ? maxReachableBySearch : maxReachableRows),
        capped: true,
        bounded: true,
      }
    : metaOf(query, count)

/** The rows of a page; none beyond `maxReachable`. */
export function limitAndOffset(
  { page, perPage }: ListQuery,
  maxReachable: number = maxReachableRows,
): { limit: number; offset: number } {
  const offset = Math.min((page - 1) * perPage, maxReachable)
  return { limit: Math.min(perPage, maxReachable - offset), offset }
}

/** LIMIT and OFFSET of a page; see {@link limitAndOffset}. */
export function pageOf(
  query: ListQuery,
  maxReachable: number = maxReachableRows,
): RawBuilder<unknown> {
  const { limit, offset } = limitAndOffset(query, maxReachable)
  return sql`limit ${limit} offset ${offset}`
}

/**
 * ORDER BY of `field` or `-field` from an allow-list; newest first by default.
 * @throws VALIDATION when the field is not in the list
 */
export function orderBy(
  sort: string | undefined,
  allowed: Readonly<Record<string, 'thai' | 'byValue'>>,
  alias: string,
  idColumn: string,
): RawBuilder<unknown> {
  const id = sql.ref(`${alias}.${idColumn}`)
  if (sort === undefined || sort === '') return sql`${id} desc`
  const descending = sort.startsWith('-')
  const field = descending ? sort.slice(1) : sort
  const kind = Object.hasOwn(allowed, field) ? allowed[field] : undefined
  if (kind === undefined) throw invalid([{ path: 'sort', message: 'เรียงลำดับตามที่ขอไม่ได้' }])
  const column = sql.ref(`${alias}.${field}`)
  const key = kind === 'thai' ? sql`${column} collate thai` : column
  return descending ? sql`${key} desc, ${id} desc` : sql`${key}, ${id}`
}

/**
 * Looks up a filter value in its table of choices.
 * @throws VALIDATION for a value that is not in the table
 */
export function choiceOf<T>(
  choices: Readonly<Record<string, T>>,
  filter: keyof ListQuery,
  value: string,
): T {
  const choice = Object.hasOwn(choices, value) ? choices[value] : undefined
  if (choice === undefined) throw invalid([{ path: filter, message: messages.invalid }])
  return choice
}

/** Escapes the wildcards of LIKE. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** The condition that a column contains the search text, in any case; no condition without a text. */
export function containing(
  alias: string,
  columns: readonly string[],
  query: ListQuery,
): RawBuilder<SqlBool>[] {
  const text = normalizeThai(query.text ?? '')
  if (text === '') return []
  const pattern = `%${escapeLike(text.toLowerCase())}%`
  const hits = columns.map((column) => sql`lower(${sql.ref(`${alias}.${column}`)}) like ${pattern}`)
  return [sql<SqlBool>`(${sql.join(hits, sql` or `)})`]
}

/** The condition for rows of the caller's branches that match the branch filter. @param branchId the column */
export function inBranches(
  scope: Scope,
  query: Pick<ListQuery, 'branch'>,
  branchId: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  const branches = scope.narrow(query.branch)
  // With one branch an index returns the rows in order; with an array of branches it cannot.
  return branches.length === 1
    ? sql`${branchId} = ${branches[0]}`
    : sql`${branchId} = any(${branches}::int[])`
}

/** Joins conditions by AND; at least one is required. */
export const joinByAnd = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.join(conditions, sql` and `)}`

/** The id of a filter value; 0, which no record has, if it is invalid. */
export const parseId = (value: string): number => (/^\d{1,9}$/.test(value) ? Number(value) : 0)

/** Conditions for rows created between the days of a query, both inclusive, in Asia/Bangkok. */
export function createdBetween(
  alias: string,
  { start, end }: ListQuery,
  column = 'createdAt',
): RawBuilder<SqlBool>[] {
  const created = sql.ref(`${alias}.${column}`)
  const midnight = (day: RawBuilder<unknown>) => sql`${day}::timestamp at time zone 'Asia/Bangkok'`
  return [
    ...(isSet(start) ? [sql<SqlBool>`${created} >= ${midnight(sql`${start}::date`)}`] : []),
    ...(isSet(end) ? [sql<SqlBool>`${created} < ${midnight(sql`(${end}::date + 1)`)}`] : []),
  ]
}

/** Conditions for the daily totals between the days of a query; without days, for the total of all days. */
export function totalsBetween(alias: string, { start, end }: ListQuery): RawBuilder<SqlBool>[] {
  const day = sql.ref(`${alias}.day`)
  if (!isSet(start) && !isSet(end)) return [sql<SqlBool>`${day} is null`]
  return [
    ...(isSet(start) ? [sql<SqlBool>`${day} >= ${start}::date`] : []),
    ...(isSet(end) ? [sql<SqlBool>`${day} <= ${end}::date`] : []),
  ]
}
