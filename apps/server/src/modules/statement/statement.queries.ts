/** SQL of bank statements: lists of lines, and the balances of accounts. */
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import type { Satang } from '@khapdee/domain/money'
import { type StatementState, statementStates } from '@khapdee/domain/statement/statement'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { bigint, day, int, jsonb, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'
import { choiceOf, joinByAnd, orderBy, pageOf } from '../../kernel/list.ts'
import { patternOf } from '../../kernel/text-search.ts'
import { depositLabel, isBooked, isUnmatched } from './document.queries.ts'

/**
 * The accounts `a` whose lines the caller may see. An account of all branches contains the money of
 * all of them.
 */
const visibleAccount = (ctx: UserContext) => sql<SqlBool>`(${ctx.scope.visible('bank_account', 'a')}
  and (a.branch_id is not null or ${ctx.actor.all_branches}))`

/** The condition of a list on the line `l` and its account `a`. */
export function lineCondition(ctx: UserContext, query: ListQuery): RawBuilder<SqlBool> {
  const { branch, status, type, text: typed, start, end } = query
  return joinByAnd([
    visibleAccount(ctx),
    ...(isSet(branch)
      ? [
          sql<SqlBool>`(a.branch_id is null or a.branch_id = any(${ctx.scope.narrow(branch)}::int[]))`,
        ]
      : []),
    ...(isSet(status)
      ? [sql<SqlBool>`l.state = ${choiceOf(statementStates, 'status', status) && status}`]
      : []),
    ...(isSet(type) ? [sql<SqlBool>`l.bank_account_id::text = ${type}`] : []),
    ...(isSet(typed) ? [sql<SqlBool>`l.search like ${patternOf(typed)}`] : []),
    ...(isSet(start) ? [sql<SqlBool>`l.date >= ${start}::date`] : []),
    ...(isSet(end) ? [sql<SqlBool>`l.date <= ${end}::date`] : []),
  ])
}

export const linesWithAccount = sql`statement_line l join bank_account a using (bank_account_id)`
export const lineOrder = ({ sort }: ListQuery) =>
  orderBy(sort ?? '-date', { date: 'byValue', value: 'byValue' }, 'l', 'statement_line_id')

const lineColumns = {
  statement_line_id: int(),
  bank_account_id: int(),
  account: text(),
  date: day<Day>(),
  time: text(),
  value: bigint<Satang>(),
  balance: orNull(bigint<Satang>()),
  description: text(),
  reference: text(),
  state: text<StatementState>(),
  note: text(),
  documents: jsonb<{ code: string; party: string }[]>(),
}

const selectedLine = (
  ctx: UserContext,
) => sql`l.statement_line_id, l.bank_account_id, a.name as account, l.date, l.time,
  l.value, l.balance, l.description, l.reference, l.state, l.note, coalesce((
    select jsonb_agg(jsonb_build_object('code', coalesce(p.payment_code, e.entry_code, ''),
      'party', coalesce(p.customer_name, nullif(e.payee, ''), e.name, v.note, ${depositLabel})) order by m.payment_id, m.entry_id,
        m.drawer_move_id, m.bank_move_id)
    from statement_match_document m left join payment p using (payment_id) left join account_entry e using (entry_id)
      left join drawer_move w using (drawer_move_id) left join bank_move v using (bank_move_id)
    where m.match_id = l.match_id and coalesce(p.branch_id, e.branch_id, w.branch_id, v.branch_id) = any(${ctx.scope.branchIds}::int[])
  ), '[]') as documents`

export const linePage = tunedQuery({
  columns: lineColumns,
  unnamed: true,
  sql: (ctx: UserContext, query: ListQuery) => sql`
    select ${selectedLine(ctx)} from ${linesWithAccount} where ${lineCondition(ctx, query)}
    order by ${lineOrder(query)} ${pageOf(query)}`,
})

export const lineTotals = tunedQuery({
  columns: { count: int(), in: bigint<Satang>(), out: bigint<Satang>(), unmatched: int() },
  unnamed: true,
  sql: (ctx: UserContext, query: ListQuery) => sql`
    select count(*)::int as count, coalesce(sum(l.value) filter (where l.value > 0), 0)::bigint as "in",
      coalesce(sum(l.value) filter (where l.value < 0), 0)::bigint as out,
      (count(*) filter (where l.state = 'unmatched'))::int as unmatched
    from ${linesWithAccount} where ${lineCondition(ctx, query)}`,
})

/** The lines with these ids. */
export const linesOf = tunedQuery({
  columns: { id: int(), ...lineColumns },
  sql: (ctx: UserContext, ids: readonly number[]) => sql`
    select l.statement_line_id as id, ${selectedLine(ctx)} from ${linesWithAccount}
    where l.statement_line_id = any(${ids}::int[])`,
})

/** A line of an account, with which documents are compared. */
export const oneLine = tunedQuery({
  columns: {
    statement_line_id: int(),
    date: day<Day>(),
    value: bigint<Satang>(),
    reference: text(),
  },
  sql: (accountId: number, lineId: number) => sql`
    select statement_line_id, date, value, reference from statement_line
    where bank_account_id = ${accountId} and statement_line_id = ${lineId}`,
})

/** An account whose lines the caller sees. */
export const visibleAccountOf = tunedQuery({
  columns: { bank_account_id: int() },
  sql: (ctx: UserContext, accountId: number) => sql`
    select a.bank_account_id from bank_account a where a.bank_account_id = ${accountId} and ${visibleAccount(ctx)}`,
})

/** The accounts of the caller, for the filter and the import. */
export const accountOptions = tunedQuery({
  columns: { value: int(), name: text() },
  sql: (ctx: UserContext) => sql`
    select a.bank_account_id as value, a.name from bank_account a where ${visibleAccount(ctx)}
    order by a.branch_id nulls first, a.is_default desc, a.bank_account_id`,
})

/** The sums of an account in the books and in its statements; see the contract. */
export const accountSums = tunedQuery({
  columns: {
    opening_day: day<Day>(),
    opening_balance: bigint<Satang>(),
    documents: bigint<Satang>(),
    open_documents: bigint<Satang>(),
    open_document_count: int(),
    lines: bigint<Satang>(),
    open_lines: bigint<Satang>(),
    open_line_count: int(),
    ignored_lines: bigint<Satang>(),
    ignored_line_count: int(),
  },
  sql: (ctx: UserContext, accountId: number, today: Day) => sql`
    select a.opening_day, a.opening_balance, s.matched_lines + b.open_documents as documents, b.*, s.lines, s.open_lines,
      s.open_line_count, s.ignored_lines, s.ignored_line_count
    from bank_account a, lateral (
      select coalesce(sum(d.value), 0)::bigint as open_documents, count(*)::int as open_document_count
      from bank_document d
      where d.bank_account_id = a.bank_account_id and ${isBooked(today)} and ${isUnmatched}
    ) b, lateral (
      -- Lines of before the opening day are in the opening balance. The matched lines have the sum of their documents.
      select coalesce(sum(value), 0)::bigint as lines,
        coalesce(sum(value) filter (where state = 'matched'), 0)::bigint as matched_lines,
        coalesce(sum(value) filter (where state = 'unmatched'), 0)::bigint as open_lines,
        (count(*) filter (where state = 'unmatched'))::int as open_line_count,
        coalesce(sum(value) filter (where state = 'ignored'), 0)::bigint as ignored_lines,
        (count(*) filter (where state = 'ignored'))::int as ignored_line_count
      from statement_line where bank_account_id = a.bank_account_id and date >= a.opening_day
    ) s
    where a.bank_account_id = ${accountId} and ${visibleAccount(ctx)}`,
})

/** Adds lines; lines that the account already has are skipped. */
export const insertLines = tunedQuery({
  columns: { statement_line_id: int() },
  sql: (
    { accountId, userId, at }: { accountId: number; userId: number; at: string },
    lines: string,
  ) => sql`
    insert into statement_line (bank_account_id, date, time, value, balance, description, reference, fingerprint,
      imported_by, "createdAt")
    select ${accountId}, date, time, value, balance, description, reference, fingerprint, ${userId}, ${at}::timestamptz
    from jsonb_to_recordset(${lines}::jsonb) as n (date date, time text, value bigint, balance bigint, description text,
      reference text, fingerprint text)
    on conflict on constraint statement_line_once do nothing returning statement_line_id`,
})

/** The fingerprints, among given ones, that an account has. */
export const knownFingerprints = tunedQuery({
  columns: { fingerprint: text() },
  sql: (accountId: number, fingerprints: readonly string[]) => sql`
    select fingerprint from statement_line
    where bank_account_id = ${accountId} and fingerprint = any(${fingerprints}::text[])`,
})
