/** SQL of the documents of the books that may match lines of bank statements. */
import type { BankDocument } from '@khapdee/contract/entities/statement'
import { isSet } from '@khapdee/contract/wire'
import { drawerMoveKinds } from '@khapdee/domain/drawer'
import type { Satang } from '@khapdee/domain/money'
import { maxDaysApart } from '@khapdee/domain/statement/match'
import type { Day } from '@khapdee/domain/thai-date'
import { type SqlBool, sql } from 'kysely'
import { bigint, day, int, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'
import { joinByAnd } from '../../kernel/list.ts'
import { patternOf } from '../../kernel/text-search.ts'

/** Matched drawer movements are deposits. */
export const depositLabel = sql.lit(drawerMoveKinds.deposit.label)

const documentColumns = {
  kind: text<BankDocument['kind']>(),
  id: int(),
  code: text(),
  date: day<Day>(),
  time: text(),
  value: bigint<Satang>(),
  party: text(),
  detail: text(),
  bank_reference: text(),
  branch_id: int(),
  branch: text(),
  account: text(),
  application_id: orNull(int()),
  slip_file_id: orNull(int()),
}
const selectedDocument = sql`d.kind, d.id, d.code, d.date, d.time, d.value, d.party, coalesce(
    (select string_agg(l.name, ', ' order by l.position) from payment_line pl join application_line l using (line_id)
      where pl.payment_id = d.payment_id),
    (select e.name from account_entry e where e.entry_id = d.entry_id),
    (select concat_ws(' ', ${depositLabel}, w.note) from drawer_move w where w.drawer_move_id = d.drawer_move_id),
    '') as detail, d.bank_reference,
  d.branch_id, b.name as branch,
  coalesce((select n.name from bank_account n where n.bank_account_id = d.bank_account_id), '') as account,
  (select p.application_id from payment p where p.payment_id = d.payment_id) as application_id,
  (select s.file_id from payment_slip s where s.payment_id = d.payment_id) as slip_file_id`

/** The documents `d` without a line. */
export const isUnmatched = sql<SqlBool>`(
  not exists (select from statement_match_document m where m.payment_id = d.payment_id)
  and not exists (select from statement_match_document m where m.entry_id = d.entry_id)
  and not exists (select from statement_match_document m where m.drawer_move_id = d.drawer_move_id)
  and not exists (select from statement_match_document m where m.bank_move_id = d.bank_move_id))`

/** The documents `d` of the caller's branches without a line; the account of a branch has only its own. */
const openDocumentsOfAny = (ctx: UserContext, accountId: number) => sql<SqlBool>`
  d.branch_id = any(${ctx.scope.branchIds}::int[])
  and d.branch_id = coalesce((select branch_id from bank_account where bank_account_id = ${accountId}), d.branch_id)
  and ${isUnmatched}`

/** The same, limited to documents of one account or without account. */
const openDocuments = (ctx: UserContext, accountId: number) => sql<SqlBool>`
  ${openDocumentsOfAny(ctx, accountId)} and (d.bank_account_id = ${accountId} or d.bank_account_id is null)`

/** The documents `d` that are on the account `a` today: those before its opening day are in the opening balance. */
export const isBooked = (today: Day) =>
  sql<SqlBool>`d.date between a.opening_day and ${today}::date`

interface DocumentFilter {
  accountId: number
  /** Whether documents with another account are listed, too. */
  ofAnyAccount: boolean
  /** Today, to omit documents that the balance of the account omits; null for all. */
  bookedOn: Day | null
  text: string | undefined
  start: string | undefined
  end: string | undefined
  /** Documents of about this day and amount come first. */
  near: { date: Day; value: Satang } | null
}

/** Maximum number of documents beside the lines. */
const maxDocuments = 200

export const documentList = tunedQuery({
  columns: { ...documentColumns, total: int() },
  unnamed: true,
  sql: (
    ctx: UserContext,
    { accountId, ofAnyAccount, bookedOn, text: typed, start, end, near }: DocumentFilter,
  ) => {
    const conditions = joinByAnd([
      ofAnyAccount ? openDocumentsOfAny(ctx, accountId) : openDocuments(ctx, accountId),
      ...(bookedOn === null
        ? []
        : [
            sql<SqlBool>`exists (select from bank_account a
              where a.bank_account_id = d.bank_account_id and ${isBooked(bookedOn)})`,
          ]),
      ...(isSet(start) ? [sql<SqlBool>`d.date >= ${start}::date`] : []),
      ...(isSet(end) ? [sql<SqlBool>`d.date <= ${end}::date`] : []),
      ...(isSet(typed)
        ? [
            sql<SqlBool>`lower(d.code || ' ' || d.party || ' ' || d.bank_reference) like ${patternOf(typed)}`,
          ]
        : []),
    ])
    const nearest =
      near === null
        ? sql`d.date desc`
        : sql`not (d.value = ${near.value} and abs(d.date - ${near.date}::date) <= ${maxDaysApart}),
            d.value <> ${near.value}, abs(d.date - ${near.date}::date)`
    return sql`
      select ${selectedDocument}, d.total from (
        select d.*, count(*) over ()::int as total from bank_document d where ${conditions}
        order by ${nearest}, d.kind, d.id desc limit ${maxDocuments}
      ) d join branch b on b.branch_id = d.branch_id order by ${nearest}, d.kind, d.id desc`
  },
})

/** Maximum number of unmatched lines that are compared with documents. */
export const maxCompared = 5_000

/** The oldest unmatched lines of an account, with what is compared. */
export const comparedLines = tunedQuery({
  columns: {
    statement_line_id: int(),
    date: day<Day>(),
    value: bigint<Satang>(),
    reference: text(),
  },
  sql: (accountId: number) => sql`
    select statement_line_id, date, value, reference from statement_line
    where bank_account_id = ${accountId} and state = 'unmatched'
    order by date, statement_line_id limit ${sql.lit(maxCompared)}`,
})

/** The documents with days near those of lines, and with the amount of any unmatched line. */
export const comparedDocuments = tunedQuery({
  columns: {
    kind: text<BankDocument['kind']>(),
    id: int(),
    date: day<Day>(),
    value: bigint<Satang>(),
    bank_reference: text(),
  },
  unnamed: true,
  sql: (ctx: UserContext, accountId: number, first: Day, last: Day) => sql`
    select d.kind, d.id, d.date, d.value, d.bank_reference from bank_document d
    where ${openDocuments(ctx, accountId)} and d.date between ${first}::date - ${sql.lit(maxDaysApart)}
      and ${last}::date + ${sql.lit(maxDaysApart)}
      and d.value in (select value from statement_line where bank_account_id = ${accountId} and state = 'unmatched')`,
})

/** The open documents of an account with some ids; those of each kind have their own ids. */
export const proposedDocuments = tunedQuery({
  columns: documentColumns,
  unnamed: true,
  sql: (ctx: UserContext, accountId: number, ids: readonly number[]) => sql`
    select ${selectedDocument} from bank_document d join branch b on b.branch_id = d.branch_id
    where ${openDocuments(ctx, accountId)} and d.id = any(${ids}::int[])`,
})
