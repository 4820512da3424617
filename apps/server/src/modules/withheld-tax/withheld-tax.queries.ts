/** SQL of tax withheld from payees: its list, its sums, and the amounts owed. */
import {
  type SupplierReturn,
  type WithheldState,
  supplierReturns,
} from '@khapdee/domain/withheld-tax'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { bigint, day, int, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'
import { choiceOf, inBranches, joinByAnd, orderBy, pageOf } from '../../kernel/list.ts'
import { patternOf } from '../../kernel/text-search.ts'

/** The return of the entry `e`, by the number of its payee; see `returnOfPayee` of the domain. */
export const returnOf = sql<SupplierReturn | null>`case when e.payee_tax_id = '' then null
  when left(e.payee_tax_id, 1) = '0' then 'pnd53' else 'pnd3' end`
const month = sql<string>`to_char(e.date, 'YYYY-MM')`

/** The entries `e` from which tax was withheld; they have an index. */
export const isWithheld = sql<SqlBool>`e.wht_value > 0 and e.status = 'posted'`

const states: Readonly<Record<WithheldState, RawBuilder<SqlBool>>> = {
  owed: sql`e.wht_remitted_by is null`,
  remitted: sql`e.wht_remitted_by is not null`,
}

/** The condition of a list on the entries `e`. */
export function withheldCondition(ctx: UserContext, query: ListQuery): RawBuilder<SqlBool> {
  const { status, type, start, end } = query
  return joinByAnd([
    isWithheld,
    inBranches(ctx.scope, query, sql.ref('e.branch_id')),
    ...(isSet(status) ? [choiceOf(states, 'status', status)] : []),
    ...(isSet(type)
      ? [sql<SqlBool>`${returnOf} = ${choiceOf(supplierReturns, 'type', type) && type}`]
      : []),
    ...(isSet(query.month) ? [sql<SqlBool>`${month} = ${query.month}`] : []),
    ...(isSet(start) ? [sql<SqlBool>`e.date >= ${start}::date`] : []),
    ...(isSet(end) ? [sql<SqlBool>`e.date <= ${end}::date`] : []),
    ...(isSet(query.text)
      ? [sql<SqlBool>`(e.search || ' ' || e.payee_tax_id) like ${patternOf(query.text)}`]
      : []),
  ])
}

export const withheldOrder = ({ sort }: ListQuery) =>
  orderBy(
    sort ?? '-date',
    { date: 'byValue', value: 'byValue', wht_value: 'byValue', payee: 'thai' },
    'e',
    'entry_id',
  )

const columns = {
  entry_id: int(),
  code: text(),
  date: day<Day>(),
  branch_id: int(),
  branch: text(),
  name: text(),
  payee: text(),
  payee_tax_id: text(),
  document_no: text(),
  return: orNull(text<SupplierReturn>()),
  value: bigint<Satang>(),
  wht_value: bigint<Satang>(),
  state: text<WithheldState>(),
  remitted_by: orNull(int()),
  remitted_code: text(),
  certificate: text(),
  address: text(),
}

const selectedBy = ({
  scope,
}: UserContext) => sql`e.entry_id, coalesce(e.entry_code, '') as code, e.date, e.branch_id, b.name as branch, e.name, e.payee,
  e.payee_tax_id, e.document_no, ${returnOf} as return, e.value, e.wht_value,
  case when e.wht_remitted_by is null then 'owed' else 'remitted' end as state, e.wht_remitted_by as remitted_by,
  coalesce(r.entry_code, '') as remitted_code, coalesce(d.number, '') as certificate,
  coalesce((select l.snapshot->'payee'->>'address' from issued_document l
    where l.kind = 'tax_certificate' and l.snapshot->'payee'->>'tax_id' = e.payee_tax_id
      and l.branch_id = any(${scope.branchIds}::int[]) order by l.document_id desc limit 1), '') as address`

const named = sql`join branch b on b.branch_id = e.branch_id left join account_entry r on r.entry_id = e.wht_remitted_by
  left join issued_document d on d.entry_id = e.entry_id and d.kind = 'tax_certificate'`

export const withheldPage = tunedQuery({
  columns,
  unnamed: true,
  sql: (ctx: UserContext, query: ListQuery) => sql`
    select ${selectedBy(ctx)} from account_entry e ${named} where ${withheldCondition(ctx, query)}
    order by ${withheldOrder(query)} ${pageOf(query)}`,
})

/** The entries with these ids, with the columns of the exported list. */
export const exportedWithheld = tunedQuery({
  columns: { id: int(), ...columns },
  sql: (ctx: UserContext, ids: readonly number[]) => sql`
    select e.entry_id as id, ${selectedBy(ctx)} from account_entry e ${named} where e.entry_id = any(${ids}::int[])`,
})

export const withheldTotals = tunedQuery({
  columns: {
    count: int(),
    withheld: bigint<Satang>(),
    remitted: bigint<Satang>(),
    owed: bigint<Satang>(),
  },
  unnamed: true,
  sql: (ctx: UserContext, query: ListQuery) => sql`
    select count(*)::int as count, coalesce(sum(e.wht_value), 0)::bigint as withheld,
      coalesce(sum(e.wht_value) filter (where e.wht_remitted_by is not null), 0)::bigint as remitted,
      coalesce(sum(e.wht_value) filter (where e.wht_remitted_by is null), 0)::bigint as owed
    from account_entry e where ${withheldCondition(ctx, query)}`,
})

/** The amounts owed in the branches of a query, by month, branch and return. */
export const owedByReturn = tunedQuery({
  columns: {
    branch_id: int(),
    branch: text(),
    month: text(),
    return: orNull(text<SupplierReturn>()),
    count: int(),
    value: bigint<Satang>(),
  },
  sql: (ctx: UserContext, query: ListQuery) => sql`
    select e.branch_id, b.name as branch, ${month} as month, ${returnOf} as return, count(*)::int as count,
      sum(e.wht_value)::bigint as value
    from account_entry e join branch b using (branch_id)
    where ${isWithheld} and e.wht_remitted_by is null and ${inBranches(ctx.scope, query, sql.ref('e.branch_id'))}
    group by 1, 2, 3, 4 order by 3, 1, 4`,
})
