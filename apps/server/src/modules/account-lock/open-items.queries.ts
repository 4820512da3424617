/**
 * The items that are still open on a day and before it. Each kind of `openKinds` of the domain has its source here; locking and the
 * screens read them all.
 */
import { type OpenKind, openKinds } from '@khapdee/domain/account-lock'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, sql } from 'kysely'
import { bigint, day, int, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'

/** Maximum number of listed items of each kind; the others are only counted. */
const maxItems = 20

const isDated = (until: Day) =>
  sql`(p."createdAt" at time zone 'Asia/Bangkok')::date <= ${until}::date`

interface OpenFilter {
  branchId: number
  until: Day
  /** Whether accounts of all branches count, too: for those who may match their lines. */
  ofAllBranches: boolean
}

/** Statements with the columns id, code, name, date and value (satang) of the open items of a branch up to a day. */
const sources: Readonly<Record<OpenKind, (open: OpenFilter) => RawBuilder<unknown>>> = {
  unclosed: ({ branchId, until }) => sql`
    select p.payment_id as id, p.payment_code as code, p.customer_name as name,
      (p."createdAt" at time zone 'Asia/Bangkok')::date as date, p.paid as value
    from payment p
    where p.branch_id = ${branchId} and p.closing_id is null and p.kind <> 'moved' and ${isDated(until)}`,
  unclosed_drawer: ({ branchId, until }) => sql`
    select m.drawer_move_id as id, coalesce(e.entry_code, '') as code, coalesce(e.name, m.note) as name,
      day_in_bangkok(m."createdAt") as date, m.value
    from drawer_move m left join account_entry e using (entry_id)
    where m.branch_id = ${branchId} and m.closing_id is null and not m.is_void
      and day_in_bangkok(m."createdAt") <= ${until}::date`,
  void_request: ({ branchId, until }) => sql`
    select p.payment_id as id, p.payment_code as code, p.customer_name as name,
      (p."createdAt" at time zone 'Asia/Bangkok')::date as date, p.paid as value
    from approval_request r join payment p using (payment_id)
    where r.kind = 'void' and r.state = 'waiting' and p.branch_id = ${branchId} and ${isDated(until)}`,
  draft: ({ branchId, until }) => sql`
    select e.entry_id as id, '' as code, e.name, e.date, e.value
    from account_entry e where e.branch_id = ${branchId} and e.status = 'draft' and e.date <= ${until}::date`,
  statement_line: ({ branchId, until, ofAllBranches }) => sql`
    select l.statement_line_id as id, concat_ws(' · ', a.name, nullif(l.reference, '')) as code,
      l.description as name, l.date, l.value
    from statement_line l join bank_account a using (bank_account_id)
    where (a.branch_id = ${branchId} or a.branch_id is null and ${ofAllBranches}) and not a.is_delete and l.state = 'unmatched' and l.date <= ${until}::date`,
}

/** The open items by kind, the oldest first; every row of a kind has the count and the sum of all of its items. */
export const openItems = tunedQuery({
  columns: {
    kind: text<OpenKind>(),
    count: int(),
    sum: bigint<Satang>(),
    id: int(),
    code: text(),
    name: text(),
    date: day<Day>(),
    value: bigint<Satang>(),
  },
  sql: (open: OpenFilter) => {
    const kinds = Object.keys(openKinds) as OpenKind[]
    const parts = kinds.map(
      (kind) => sql`(
        select ${sql.lit(kind)} as kind, count(*) over ()::int as count, (sum(value) over ())::bigint as sum, id, code, name,
          date, value
        from (${sources[kind](open)}) items order by date, id limit ${maxItems})`,
    )
    return sql`${sql.join(parts, sql` union all `)}`
  },
})
