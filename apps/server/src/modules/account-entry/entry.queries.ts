/** SQL of the entries of the books: lists, sums for charts, and the dropdowns of the form. */
import {
  type EntryCategory,
  type EntryStatus,
  type EntryStatusFilter,
  otherItem,
  splitGroup,
} from '@khapdee/domain/account-entry'
import type { CashSource } from '@khapdee/domain/drawer'
import {
  type AccountSide,
  type ExpenseCategory,
  type ExpenseType,
  expenseTypes,
} from '@khapdee/domain/expense-item'
import { type ApplicationKind, type PayType, payTypes } from '@khapdee/domain/application/status'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type RowOf,
  allOrNull,
  ints,
  bigint,
  bool,
  day,
  instant,
  int,
  orNull,
  text,
} from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import { choiceOf, inBranches, joinByAnd, orderBy, pageOf } from '../../kernel/list.ts'
import { patternOf } from '../../kernel/text-search.ts'
import { heldBeforeKey } from './entry-cash.ts'
import { worksIn } from './works-in.ts'

/** The filters of a list, with the side of the books; null for both. */
export interface EntryFilter {
  query: ListQuery
  side: AccountSide | null
  /** A further condition on the entry `e` and its item `i`. */
  where?: RawBuilder<SqlBool>
  /** The result of `searchEntries` for the text of the query. */
  found?: RowOf<typeof foundColumns>
}

const foundColumns = {
  /** Sums of the found entries by day and kind, as a JSON array with the columns of `account_tally`. */
  tally: text(),
  /** The entries of the page. */
  ids: ints(),
}

/** The value of the filter `type` for money of customers, which has no item. */
export const customerType = 'customer'

/** The group of the entry `e` with the item `i`; `groupLabel` of the domain names it. */
const group = sql<string>`case when e.line_kind is not null then 'line:' || e.line_kind
  else 'group:' || coalesce(nullif(i."group", ''), i.name, ${sql.lit(otherItem)}) end`

const typeConditions = ({ type }: ListQuery): RawBuilder<SqlBool>[] => {
  if (!isSet(type)) return []
  if (type === customerType) return [sql`e.line_kind is not null`]
  choiceOf(expenseTypes, 'type', type)
  return [sql`e.line_kind is null and coalesce(i.type, 'general') = ${type}`]
}

/**
 * Money of the entry `e` that is collected for others or passed on to them. Withheld tax has a
 * separate list; the entry that remits it is excluded from all totals, too.
 */
const isPassedOn = sql<SqlBool>`e.is_pass_through and e.list_expenses_id is distinct from (
  select list_expenses_id from list_expenses where system_key = 'wht_remitted')`

const statusConditions: Readonly<Record<EntryStatusFilter, RawBuilder<SqlBool>>> = {
  draft: sql`e.status = 'draft'`,
  posted: sql`e.status = 'posted'`,
  void: sql`e.status = 'void'`,
  counted: sql`e.status = 'posted' and not e.is_pass_through`,
  passed_on: sql`e.status = 'posted' and ${isPassedOn}`,
}

const paidBy = ({ pay_type }: ListQuery): RawBuilder<SqlBool>[] =>
  isSet(pay_type) ? [sql`e.pay_type = ${choiceOf(payTypes, 'pay_type', pay_type) && pay_type}`] : []

const groupConditions = ({ category }: ListQuery): RawBuilder<SqlBool>[] => {
  if (!isSet(category)) return []
  const named = splitGroup(category)
  return [
    sql`${group} = ${named.group}`,
    ...(named.side === null ? [] : [sql<SqlBool>`e.side = ${named.side}`]),
  ]
}

/** The conditions on `account_entry e` and its item `i`, without the days. */
const conditionsOf = (
  ctx: UserContext,
  { query, side, where, found }: EntryFilter,
): RawBuilder<SqlBool>[] => [
  inBranches(ctx.scope, query, sql.ref('e.branch_id')),
  ...(side === null ? [] : [sql<SqlBool>`e.side = ${side}`]),
  ...(isSet(query.status) ? [choiceOf(statusConditions, 'status', query.status)] : []),
  ...paidBy(query),
  ...typeConditions(query),
  ...(where === undefined ? [] : [where]),
  ...groupConditions(query),
  ...(isSet(query.text) && found === undefined ? [contains(query.text)] : []),
]

/** The trigram index cannot find texts of fewer than three letters and would be read completely. */
const contains = (typed: string): RawBuilder<SqlBool> =>
  [...typed].length < 3
    ? sql<SqlBool>`strpos(e.search, ${typed.toLowerCase()}) > 0`
    : sql<SqlBool>`e.search like ${patternOf(typed)}`

const betweenDays = (start: string | undefined, end: string | undefined): RawBuilder<SqlBool>[] => [
  ...(isSet(start) ? [sql<SqlBool>`e.date >= ${start}::date`] : []),
  ...(isSet(end) ? [sql<SqlBool>`e.date <= ${end}::date`] : []),
]

/** The condition of a list on `account_entry e` and its item `i`. */
export const entryCondition = (ctx: UserContext, filter: EntryFilter): RawBuilder<SqlBool> =>
  joinByAnd([...conditionsOf(ctx, filter), ...betweenDays(filter.query.start, filter.query.end)])

/** The entries `e` with their items `i`. */
export const withItem = sql`account_entry e left join list_expenses i using (list_expenses_id)`

/** The columns by which the books are summed. */
const tallyKeys = sql`e.branch_id, e.date, e.side, e.status, e.pay_type, e.line_kind, e.list_expenses_id, e.is_pass_through`

/**
 * The rows that a filter sums, as `e` with their items `i`: the tallies by day, the found entries,
 * or all entries for a condition on columns that the tallies lack. `entries` is the number of
 * entries that a row stands for.
 */
function summedRows({ query, where, found }: EntryFilter) {
  const rows =
    found !== undefined
      ? sql`jsonb_to_recordset(${found.tally}::jsonb) as e (branch_id int, date date, side text, status text, pay_type text,
          line_kind text, list_expenses_id int, is_pass_through bool, entries bigint, value bigint)`
      : isSet(query.text) || where !== undefined
        ? sql`(select *, 1::bigint as entries from account_entry) e`
        : sql`account_tally e`
  return sql`${rows} left join list_expenses i using (list_expenses_id)`
}

/** The order of the entries; latest day first by default. */
export const entryOrder = ({ sort }: ListQuery) =>
  orderBy(sort ?? '-date', { date: 'byValue', value: 'byValue', name: 'thai' }, 'e', 'entry_id')

const entryColumns = {
  entry_id: int(),
  code: text(),
  side: text<AccountSide>(),
  category: text<EntryCategory>(),
  group: text(),
  branch_id: int(),
  branch: text(),
  date: day<Day>(),
  list_expenses: orNull(int()),
  name: text(),
  type: text<ExpenseType | typeof customerType>(),
  vehicle: orNull(int()),
  vehicle_name: text(),
  mile: orNull(int()),
  employee: orNull(int()),
  employee_name: text(),
  pay_type: text<PayType>(),
  cash_source: orNull(text<CashSource>()),
  petty_cash_id: orNull(int()),
  petty_cash: text(),
  bank_account_id: orNull(int()),
  bank_account: text(),
  value: bigint<Satang>(),
  payee: text(),
  payee_tax_id: text(),
  document_no: text(),
  wht_value: bigint<Satang>(),
  detail: text(),
  is_pass_through: bool(),
  status: text<EntryStatus>(),
  is_locked: bool(),
  is_counted: bool(),
  is_matched: bool(),
  payment_id: orNull(int()),
  recurring_entry_id: orNull(int()),
  recurring_entry: text(),
  is_payroll: bool(),
  payroll_month: text(),
  is_reversal: bool(),
  application_id: orNull(int()),
  application_code: text(),
  application_kind: orNull(text<ApplicationKind>()),
  customer: text(),
  file_count: int(),
  void_note: text(),
  user: text(),
  createdAt: instant(),
  updatedAt: instant(),
  version: int(),
}

const selected = sql`e.entry_id, coalesce(e.entry_code, p.payment_code, '') as code, e.side,
  case when e.payment_id is not null then 'customer' when e.side = 'income' then 'other_income' else 'expenses' end as category,
  ${group} as "group", e.branch_id, b.name as branch, e.date, e.list_expenses_id as list_expenses, e.name,
  case when e.payment_id is not null then 'customer' else coalesce(i.type, 'general') end as type,
  e.vehicle_id as vehicle, coalesce(v.no || ' ' || v.province, '') as vehicle_name, e.mile,
  e.employee_id as employee, coalesce(${userName('m')}, '') as employee_name, e.pay_type,
  case when e.payment_id is not null and e.pay_type = 'cash' then 'drawer' else e.cash_source end as cash_source,
  e.petty_cash_id, coalesce(t.name, '') as petty_cash, k.bank_account_id,
  coalesce(k.name, '') as bank_account, e.value, e.payee, e.payee_tax_id,
  e.document_no, e.wht_value, e.detail, e.is_pass_through, e.status,
  coalesce(e.date <= lock_day(e.branch_id), false) as is_locked,
  case when e.payment_id is null and e.cash_source in ('drawer', 'petty_cash') then is_cash_counted(e.entry_id) else false end
    as is_counted,
  exists (select from statement_match_document m where m.entry_id = e.entry_id) as is_matched, e.payment_id,
  e.recurring_entry_id, coalesce(r.name, '') as recurring_entry, e.payroll_posting_id is not null as is_payroll,
  coalesce((select o.month from payroll_posting o where o.payroll_posting_id = e.payroll_posting_id), '') as payroll_month,
  e.is_reversal, a.application_id,
  coalesce(a.application_code, '') as application_code, a.type as application_kind, e.customer,
  (select count(*)::int from account_entry_file f where f.entry_id = e.entry_id) as file_count, e.void_note,
  ${userName('u')} as user, e."createdAt", e."updatedAt", e.version`

const named = sql`left join list_expenses i using (list_expenses_id) join branch b on b.branch_id = e.branch_id
  left join vehicle v on v.vehicle_id = e.vehicle_id left join app_user m on m.user_id = e.employee_id
  left join payment p on p.payment_id = e.payment_id left join application a on a.application_id = p.application_id
  left join recurring_entry r on r.recurring_entry_id = e.recurring_entry_id
  left join petty_cash t on t.petty_cash_id = e.petty_cash_id
  left join bank_account k on k.bank_account_id = coalesce(e.bank_account_id, p.bank_account_id) join app_user u on u.user_id = e.created_by`

/**
 * Finds the entries of a text, reading them once: their sums, and the ids of the page.
 * @param since the day from which sums are needed, before the first day of the query; null for all
 */
export const searchEntries = tunedQuery({
  columns: foundColumns,
  unnamed: true,
  sql: (ctx: UserContext, filter: EntryFilter, since: Day | null) => sql`
    with found as materialized (
      select e.entry_id, e.name, ${tallyKeys}, e.value from ${withItem}
      where ${joinByAnd([...conditionsOf(ctx, filter), ...betweenDays(since ?? undefined, filter.query.end)])}
    )
    select coalesce((select json_agg(t) from (
        select ${tallyKeys}, count(*) as entries, sum(e.value) as value from found e group by ${tallyKeys}) t), '[]')::text as tally,
      array(select e.entry_id from found e where ${joinByAnd([sql`true`, ...betweenDays(filter.query.start, undefined)])}
        order by ${entryOrder(filter.query)} ${pageOf(filter.query)}) as ids`,
})

/** The rows of a page. The keys come first, so that names are read only for the page. */
export const entryPage = tunedQuery({
  columns: entryColumns,
  unnamed: true,
  sql: (ctx: UserContext, filter: EntryFilter) => {
    const ids =
      filter.found === undefined
        ? sql`select e.entry_id from ${withItem} where ${entryCondition(ctx, filter)}
            order by ${entryOrder(filter.query)} ${pageOf(filter.query)}`
        : sql`select unnest(${filter.found.ids}::int[]) as entry_id`
    return sql`
      select ${selected} from (${ids}) listed join account_entry e using (entry_id) ${named}
      order by ${entryOrder(filter.query)}`
  },
})

export const entryCount = tunedQuery({
  columns: { count: int() },
  unnamed: true,
  sql: (ctx: UserContext, filter: EntryFilter) =>
    sql`select coalesce(sum(e.entries), 0)::int as count from ${summedRows(filter)} where ${entryCondition(ctx, filter)}`,
})

/** The entries with these ids, with the columns of the exported lists. */
export const exportedEntries = tunedQuery({
  columns: { id: int(), ...entryColumns },
  sql: (ids: readonly number[]) => sql`
    select e.entry_id as id, ${selected} from account_entry e ${named} where e.entry_id = any(${ids}::int[])`,
})

/** An entry of the caller's branches. */
export const oneEntry = tunedQuery({
  columns: entryColumns,
  sql: (ctx: UserContext, entryId: number) => sql`
    select ${selected} from account_entry e ${named}
    where e.entry_id = ${entryId} and e.branch_id = any(${ctx.scope.branchIds}::int[])`,
})
export type StoredEntry = RowOf<typeof entryColumns>

const counted = sql<SqlBool>`e.status = 'posted'`

/**
 * The sums of the posted entries of a filter by day or month, side and group, without money that is only passed on. The rows
 * of a year are summed by item first, because sorting them by the texts of their groups takes longer than reading them.
 */
export const entrySums = tunedQuery({
  columns: { period: text(), side: text<AccountSide>(), group: text(), value: bigint<Satang>() },
  unnamed: true,
  sql: (ctx: UserContext, filter: EntryFilter, by: 'day' | 'month') => sql`
    select to_char(e.period, ${by === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM'}) as period, e.side, ${group} as "group",
      sum(e.value)::bigint as value
    from (
      select ${by === 'day' ? sql`e.date` : sql`date_trunc('month', e.date::timestamp)`} as period, e.side, e.line_kind,
        e.list_expenses_id, sum(e.value) as value, sum(e.entries) as entries
      from ${summedRows(filter)} where ${entryCondition(ctx, filter)} and ${counted} and not e.is_pass_through
      group by 1, 2, 3, 4
    ) e left join list_expenses i using (list_expenses_id)
    group by 1, 2, 3 having sum(e.entries) > 0 order by 1, 2, 3`,
})

/** The totals of both sides between two days, with the other filters of a list. */
export const entryTotals = tunedQuery({
  columns: { income: bigint<Satang>(), expenses: bigint<Satang>() },
  unnamed: true,
  sql: (ctx: UserContext, filter: EntryFilter, start: Day, end: Day) => sql`
    select coalesce(sum(e.value) filter (where e.side = 'income'), 0)::bigint as income,
      coalesce(sum(e.value) filter (where e.side = 'expenses'), 0)::bigint as expenses
    from ${summedRows(filter)} where ${joinByAnd([...conditionsOf(ctx, filter), ...betweenDays(start, end)])}
      and ${counted} and not e.is_pass_through`,
})

/** The groups by which figures of the books are summed. */
export interface FigureKeys {
  period?: 'day' | 'month'
  branch?: true
  group?: true
  pay_type?: true
}

/** The sums of the posted entries of a filter by the chosen keys, side and class; a key that is not chosen is empty. */
export const entryFigures = tunedQuery({
  columns: {
    period: text(),
    branch_id: int(),
    group: text(),
    pay_type: text<PayType | ''>(),
    side: text<AccountSide>(),
    is_pass_through: bool(),
    value: bigint<Satang>(),
  },
  unnamed: true,
  sql: (ctx: UserContext, filter: EntryFilter, keys: FigureKeys) => sql`
    select ${keys.period === undefined ? sql`''::text` : sql`to_char(e.date, ${sql.lit(keys.period === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM')})`} as period,
      ${keys.branch ? sql`e.branch_id` : sql`0`} as branch_id, ${keys.group ? group : sql`''::text`} as "group",
      ${keys.pay_type ? sql`e.pay_type` : sql`''::text`} as pay_type, e.side, e.is_pass_through, sum(e.value)::bigint as value
    from ${summedRows(filter)} where ${entryCondition(ctx, filter)} and ${counted} and (not e.is_pass_through or ${isPassedOn})
    group by 1, 2, 3, 4, 5, 6 having sum(e.entries) > 0 order by 1, 2, 3, 4, 5, 6`,
})

/** The other entries of the bill of an entry, in the caller's branches. */
export const billEntries = tunedQuery({
  columns: {
    entry_id: int(),
    code: text(),
    branch: text(),
    value: bigint<Satang>(),
    status: text<EntryStatus>(),
  },
  sql: (ctx: UserContext, entryId: number) => sql`
    select e.entry_id, coalesce(e.entry_code, '') as code, b.name as branch, e.value, e.status
    from account_entry e join branch b using (branch_id)
    where e.bill_id = (select bill_id from account_entry where entry_id = ${entryId}) and e.entry_id <> ${entryId}
      and e.branch_id = any(${ctx.scope.branchIds}::int[])
    order by e.branch_id`,
})

/** Money held for others at the end of a day, by branch. */
export const heldByBranch = tunedQuery({
  columns: { branch_id: int(), held: bigint<Satang>() },
  sql: (ctx: UserContext, query: ListQuery) => sql`
    select e.branch_id, sum(case e.side when 'income' then e.value else -e.value end)::bigint as held
    from account_tally e
    where ${joinByAnd([inBranches(ctx.scope, query, sql.ref('e.branch_id')), ...betweenDays(undefined, query.end)])}
      and ${counted} and ${isPassedOn}
    group by 1 having sum(e.entries) > 0 order by 1`,
})

/** Money for others: collected and remitted in the period of a list, and held at its end. */
export const passThroughSums = tunedQuery({
  columns: {
    collected: bigint<Satang>(),
    remitted: bigint<Satang>(),
    held: bigint<Satang>(),
  },
  sql: (ctx: UserContext, query: ListQuery) => {
    const inTime = joinByAnd([sql`true`, ...betweenDays(query.start, query.end)])
    return sql`
      select coalesce(sum(e.value) filter (where e.side = 'income' and ${inTime}), 0)::bigint as collected,
        coalesce(sum(e.value) filter (where e.side = 'expenses' and ${inTime}), 0)::bigint as remitted,
        coalesce(sum(case e.side when 'income' then e.value else -e.value end), 0)::bigint as held
      from account_tally e
      where ${joinByAnd([
        inBranches(ctx.scope, query, sql.ref('e.branch_id')),
        ...paidBy(query),
        ...betweenDays(undefined, query.end),
      ])} and ${counted} and ${isPassedOn}`
  },
})

/** The attachments of an entry in their order. */
export const filesOfEntry = tunedQuery({
  columns: { file_id: int(), name: text(), type: text(), size: int() },
  sql: (entryId: number) => sql`
    select f.file_id, f.name, f.type, f.size from account_entry_file e join file f using (file_id)
    where e.entry_id = ${entryId} order by e.position`,
})

/** The active items of a branch and of all branches; of one side or both. */
export const offeredItems = tunedQuery({
  columns: {
    list_expenses_id: int(),
    name: text(),
    category: text<ExpenseCategory>(),
    type: text<ExpenseType>(),
    group: text(),
    is_pass_through: bool(),
    is_opening: bool(),
  },
  sql: (ctx: UserContext, branchId: number, side: AccountSide | null) => sql`
    select list_expenses_id, name, category, type, "group", is_pass_through, system_key is not null as is_opening from list_expenses
    where ${ctx.scope.visible('list_expenses')} and status = 'open'
      and (system_key is null or system_key = ${heldBeforeKey})
      and (${side}::text is null or (category = 'expenses') = (${side}::text = 'expenses'))
      and (branch_id is null or branch_id = ${branchId})
    order by category, "group" collate thai, name collate thai, list_expenses_id`,
})

/** The records to which an entry of a branch may refer. */
const namedColumns = { value: int(), name: text() }

export const employeesOf = tunedQuery({
  columns: namedColumns,
  sql: (ctx: UserContext, branchId: number) => sql`
    select u.user_id as value, ${userName('u')} as name from app_user u
    where ${ctx.scope.visible('app_user', 'u')} and u.is_active and ${worksIn(branchId)}
    order by u.fname collate thai, u.sname collate thai, u.user_id`,
})

/** The petty cash of a branch, or of all branches of the caller. */
export const pettyCashOf = tunedQuery({
  columns: namedColumns,
  sql: (ctx: UserContext, branchId: number | undefined) => sql`
    select petty_cash_id as value, name from petty_cash
    where branch_id = any(${ctx.scope.branchIds}::int[]) and is_activate
      and (${branchId ?? null}::int is null or branch_id = ${branchId ?? null}::int)
    order by name collate thai, petty_cash_id`,
})

/** The vehicles of a branch, or of all branches of the caller. */
export const vehiclesOf = tunedQuery({
  columns: namedColumns,
  sql: (ctx: UserContext, branchId: number | undefined, withRetired: boolean) => sql`
    select v.vehicle_id as value, v.no || ' ' || v.province as name from vehicle v
    where ${ctx.scope.visible('vehicle', 'v')} and (${branchId ?? null}::int is null or v.branch_id = ${branchId ?? null}::int)
      ${withRetired ? sql`` : sql`and v.status <> 'retired'`}
    order by v.no collate thai, v.vehicle_id`,
})

/** The first and the last day of the posted entries of a filter; null without entries. */
export const daysOfEntries = tunedQuery({
  columns: allOrNull({ first: day<Day>(), last: day<Day>() }),
  unnamed: true,
  sql: (ctx: UserContext, filter: EntryFilter) => sql`
    select min(date) as first, max(date) as last from (
      select e.date from ${summedRows(filter)} where ${entryCondition(ctx, filter)} and ${counted}
      group by 1 having sum(e.entries) > 0) d`,
})
