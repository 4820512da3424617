/**
 * Invariants of the stored money, customers, exam rights, exam sessions, documents and references. They hold in every
 * committed state. Each statement compares row by row, and computes sums from single rows instead of reading
 * stored ones.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { accountInvariants } from './account-invariants.ts'
import { drawerInvariants } from './drawer-invariants.ts'
import { payrollInvariants } from './payroll-invariants.ts'
import { examInvariants } from './exam-invariants.ts'
import { removeStatementTimeout } from './statement-timeout.ts'
import type { DB } from './types.ts'

export interface InvariantResult {
  /** The invariant, as a sentence. */
  name: string
  /** Count of rows compared. */
  checked: number
  /** Count of rows that violate it. */
  violations: number
  /** Names of the first rows that violate it. */
  rows: string[]
}

/** Violating rows beyond this number are counted, but not named. */
const maxReportedRows = 20

/** A query of two columns: `row`, the name of a row, and `holds`, whether it satisfies the invariant. */
type Statement = RawBuilder<unknown>

/** Payments and refunds (negative) that are not voided. */
const countedPayments = sql`select * from payment where status <> 'deleted'`

const lines: Record<string, Statement> = {
  'total, discount and net of an application are the sums of its lines that are not removed': sql`
    select application_code as row, (total, a.discount, net) =
      (coalesce(l.cost, 0), coalesce(l.discount, 0), coalesce(l.cost, 0) - coalesce(l.discount, 0)) as holds
    from application a left join (
      select application_id, sum(cost) as cost, sum(discount) as discount from application_line
      where status <> 'removed' group by 1
    ) l using (application_id)`,
  'the written-off amount of an application is the unpaid amount of its ended lines': sql`
    select application_code as row, written_off = coalesce(l.unpaid, 0) as holds
    from application a left join (
      select application_id, sum(cost - discount - paid) as unpaid from application_line
      where status in ('refunded', 'ended') group by 1
    ) l using (application_id)`,
  'a line is refunded if it has a refund, else open, ended or removed': sql`
    select a.application_code || ' ' || l.position as row, (l.status = 'refunded') = exists (
      select from payment_line pl join payment p using (payment_id) where pl.line_id = l.line_id and p.kind = 'refund'
    ) as holds
    from application_line l join application a using (application_id)`,
  'the paid amount of a line is the sum of its payment lines': sql`
    select a.application_code || ' ' || l.position as row, l.paid = coalesce(p.paid, 0) as holds
    from application_line l join application a using (application_id) left join (
      select pl.line_id, sum(pl.paid) as paid from payment_line pl join (${countedPayments}) m using (payment_id) group by 1
    ) p using (line_id)`,
  'the pay type of a line is that of its latest receipt that is not voided, or of what moved to it later': sql`
    select a.application_code || ' ' || l.position as row, l.pay_type is not distinct from p.pay_type as holds
    from application_line l join application a using (application_id) left join (
      select distinct on (pl.line_id) pl.line_id, m.pay_type
      from payment_line pl join (${countedPayments}) m using (payment_id) where m.kind in ('receipt', 'moved') and pl.paid > 0
      order by pl.line_id, m."createdAt" desc, m.payment_id desc
    ) p using (line_id)`,
  'a payment is the sum of its lines, which belong to its application and have its sign': sql`
    select payment_code as row, p.paid = coalesce(l.paid, 0) and coalesce(l.own, true) as holds
    from payment p left join (
      select pl.payment_id, sum(pl.paid) as paid,
        bool_and(l.application_id = p.application_id and (p.kind = 'moved' or sign(pl.paid) = sign(p.paid))) as own
      from payment_line pl join application_line l using (line_id) join payment p using (payment_id) group by 1
    ) l using (payment_id)`,
  'money is moved from a line to the one that replaces it': sql`
    select payment_code as row, count(*) = 2 and count(o.line_id) = 1 and bool_and((pl.paid > 0) = (o.line_id is not null))
      as holds
    from payment p join payment_line pl using (payment_id) join application_line l using (line_id)
      left join payment_line o on o.payment_id = p.payment_id and o.line_id = l.replaces
    where p.kind = 'moved' group by payment_code`,
  'an application has an amendment for each revision, and no line was added or removed in a later one': sql`
    select application_code as row, revision = (select count(*) from application_amendment m
        where m.application_id = a.application_id and m.revision <= a.revision)
      and not exists (select from application_line l where l.application_id = a.application_id
        and greatest(l.added_in, l.removed_in) > a.revision) as holds
    from application a`,
  'customer name and search text of a payment match its application': sql`
    select payment_code as row, p.customer_name = a.customer_name
      and p.search = payment_search(payment_code, a.search) as holds
    from payment p join application a using (application_id)`,
}

const applications: Record<string, Statement> = {
  'the paid amount of an application is its receipts less its refunds, for each pay type': sql`
    select application_code as row, (a.paid, paid_cash, paid_transfer) =
      (coalesce(p.paid, 0), coalesce(p.cash, 0), coalesce(p.transfer, 0)) as holds
    from application a left join (
      select application_id, sum(paid) as paid, sum(paid) filter (where pay_type = 'cash') as cash,
        sum(paid) filter (where pay_type = 'transfer') as transfer
      from (${countedPayments}) m group by 1
    ) p using (application_id)`,
  'status and balance of an application match its lines': sql`
    select application_code as row, balance = net - paid - written_off and case status
      when 'outstanding' then balance > 0 and l.open
      when 'paid' then balance = 0 and (l.open or l.lines = 0)
      when 'partial_refund' then paid > 0 and l.ended and l.refunded
      when 'refunded' then paid = 0 and l.ended and l.refunded
      when 'ended' then l.ended and not l.refunded
      else l.ended and not l.refunded and not exists (
        select from (${countedPayments}) m where m.application_id = a.application_id) end as holds
    from application a,
      lateral (select count(*) as lines, coalesce(bool_or(status = 'open'), false) as open,
          coalesce(bool_or(status = 'refunded'), false) as refunded,
          coalesce(bool_and(status in ('refunded', 'ended')), false) as ended
        from application_line l where l.application_id = a.application_id and l.status <> 'removed') l`,
  'the mode of an application follows from its status': sql`
    select application_code as row, mode = case status when 'partial_refund' then 'refund' when 'refunded' then 'refund'
      when 'ended' then 'end' when 'cancelled' then 'delete' else '' end as holds from application`,
  'a payment has the branch and the kind of its application': sql`
    select payment_code as row, (p.branch_id, p.type) = (a.branch_id, a.type) as holds
    from payment p join application a using (application_id)`,
  'a receipt waits for a void exactly while a request for it waits': sql`
    select payment_code as row, (p.status = 'delete_requested') = exists (select from approval_request r
      where r.payment_id = p.payment_id and r.kind = 'void' and r.state = 'waiting') as holds
    from payment p`,
  'a receipt whose void was approved is voided': sql`
    select payment_code as row, p.status = 'deleted' as holds
    from approval_request r join payment p using (payment_id) where r.kind = 'void' and r.state = 'approved'`,
  'a receipt has a time of voiding exactly if it is voided': sql`
    select payment_code as row, (status = 'deleted') = (voided_at is not null) as holds from payment`,
  'the decision on a request fee is that of its request': sql`
    select application_code as row, case r.state when 'waiting' then decision = 'pending' and status in ('outstanding', 'paid')
      when 'lapsed' then decision = 'pending' else decision = r.state end as holds
    from application a left join approval_request r on r.application_id = a.application_id and r.kind = 'request_fee'
    where decision is not null`,
  'a rejected request fee has neither a balance nor open lines': sql`
    select application_code as row, status not in ('outstanding', 'paid') as holds
    from application where decision = 'rejected'`,
  'a refund that was paid out is that of its request': sql`
    select 'request ' || r.request_id as row, p.kind = 'refund' and p.paid = -q.value and p.pay_type = q.pay_type as holds
    from approval_request r join refund_request q using (request_id) left join payment p using (payment_id)
    where r.state = 'paid_out'`,
  'a refund request, and no other request, has lines to refund, which belong to its application': sql`
    select 'request ' || r.request_id as row, (r.kind = 'refund') = (q.request_id is not null) and (q.request_id is null
      or q.value = (select sum(ql.value) filter (where l.application_id = r.application_id) * min((l.application_id = r.application_id)::int)
        from refund_request_line ql join application_line l using (line_id) where ql.request_id = r.request_id)) as holds
    from approval_request r left join refund_request q using (request_id)`,
  'an open refund request names lines that are not removed, and at most what is paid on them': sql`
    select 'request ' || r.request_id || ' ' || l.position as row, l.status <> 'removed' and ql.value <= l.paid as holds
    from approval_request r join refund_request_line ql using (request_id) join application_line l using (line_id)
    where r.state in ('waiting', 'approved')`,
  'a request belongs to the branch of its application and the application of its receipt': sql`
    select 'request ' || request_id as row, r.branch_id = a.branch_id
      and coalesce(p.application_id = a.application_id, true) as holds
    from approval_request r join application a using (application_id) left join payment p using (payment_id)`,
  'an application has a decision exactly if it is a request fee': sql`
    select application_code as row, (type = 'request_fee') = (decision is not null) as holds from application`,
  'rights to exams end with their line': sql`
    select application_code || ' ' || r.kind as row,
      l.status = 'open' or disabled_at is not null or used_at is not null as holds
    from exam_right r join application_line l using (line_id) join application a on a.application_id = l.application_id`,
  'usage of a promotion is the number of its lines that are counted': sql`
    select code as row, usage = (
      select count(*) from application_line l where l.promotion_id = p.promotion_id and l.promotion_counted
    ) as holds from promotion p`,
  'a use of a promotion is released when its line is cancelled or removed, not when it is refunded or ended': sql`
    select application_code || ' ' || l.position as row,
      promotion_counted = (a.status <> 'cancelled' and l.status <> 'removed') as holds
    from application_line l join application a using (application_id)
    where l.promotion_id is not null and (promotion_counted or a.status <> 'refunded')`,
}

/**
 * References to customers; none may point to a deleted record. The id is null where a chain of merges does not
 * end in a record.
 */
const customerReferences = sql`
  select application_code as row, customer_id from application
  union all select coalesce(application_code, 'right ' || right_id) || ' ' || r.kind, r.customer_id
    from exam_right r left join application using (application_id)
  union all select 'customer ' || customer_id, kept_customer(customer_id) from customer where merged_into is not null`

const customers: Record<string, Statement> = {
  'no row refers to a merged or deleted customer': sql`
    select row, not c.is_delete as holds from (${customerReferences}) named left join customer c using (customer_id)`,
  'customer name and search text of an application match its customer': sql`
    select application_code as row, customer_name = name and a.search =
      application_search(application_code, name, idcard, passport, phone_1, phone_2) as holds
    from application a join customer using (customer_id)`,
  'a customer is linked to the branches of their applications and rights': sql`
    select application_code as row, b.customer_id is not null as holds
    from application a left join customer_branch b using (branch_id, customer_id)
    union all select 'right ' || right_id, b.customer_id is not null
    from exam_right r left join customer_branch b using (branch_id, customer_id) where application_id is null`,
}

const closings: Record<string, Statement> = {
  'a day close has the sums of its payments, which belong to its branch': sql`
    select closing_code as row, (c.movements, expected_transfer) = (p.movements, p.transfer)
      and (parts is not null or expected_cash = p.cash) and p.own or p.over_cap as holds
    from closing c, lateral (
      select count(*) as movements, coalesce(bool_and(p.branch_id = c.branch_id), true) as own,
        coalesce(bool_or(p.over_cap), false) as over_cap,
        coalesce(sum(paid) filter (where pay_type = 'cash' and status <> 'deleted'), 0) as cash,
        coalesce(sum(paid) filter (where pay_type = 'transfer' and status <> 'deleted'), 0) as transfer
      from payment p where p.closing_id = c.closing_id
    ) p`,
}

/** Numbered documents, each with the key of its counter and its running number. */
const numberedDocuments = sql`
  select substring(number from '^(.*)-') as counter_key, substring(number from '\\d+$')::int as n, document
  from (
    select application_code as number, 'application_form' as document from application
    union all select payment_code, kind from payment where kind <> 'moved'
    union all select closing_code, 'closing' from closing
    union all select certificate_code, 'certificate' from certificate
    union all select entry_code, 'voucher' from account_entry where entry_code is not null
    union all select number, kind from issued_document where kind = 'tax_certificate'
    union all select certificate_code, 'tax_certificate' from tax_certificate
    union all select payslip_code, 'payslip' from payroll_month where payslip_code is not null
    union all select type || '-' || code || '-' || month || '-' || n, 'left out'
      from document_gap g join branch using (branch_id), generate_series(g.first, g.last) n
  ) given`

const documents: Record<string, Statement> = {
  'document numbers have no gap and no duplicate': sql`
    select counter_key as row, document_count is not distinct from last and document_count = max_number
      and document_count = distinct_numbers as holds
    from (select counter_key, count(*) as document_count, max(n) as max_number, count(distinct n) as distinct_numbers
        from (${numberedDocuments}) d group by 1) numbers
      full join (select type || '-' || code || '-' || month as counter_key, last
        from document_counter join branch using (branch_id)) counters using (counter_key)`,
  'every number has one document': sql`
    select number as row, count(d.document_id) = 1 as holds from (
      select application_code as number, 'application_form' as kind from application
      union all select payment_code, kind from payment where kind <> 'moved'
      union all select closing_code, 'closing' from closing
      union all select certificate_code, 'certificate' from certificate
    ) given left join issued_document d using (kind, number) group by number`,
  'a receipt was printed with the amount of its payment': sql`
    select number as row, (snapshot -> 'totals' ->> 'paid_now')::bigint = p.paid as holds
    from issued_document d join payment p using (payment_id) where d.kind = 'receipt'`,
}

/** The sum of a column, in which amounts above the limit count as 0. */
const summed = (column: string) => sql`sum(${sql.ref(column)} * (not over_cap)::int)`

const applicationSums = sql`
  select type, branch_id, status, created_by, ("createdAt" at time zone 'Asia/Bangkok')::date as day,
    count(*), ${summed('net')}, ${summed('paid')}, ${summed('balance')}, ${summed('paid_cash')},
    ${summed('paid_transfer')}
  from application where not is_delete group by grouping sets ((1, 2, 3, 4), (1, 2, 3, 4, 5))`
const applicationTallies = sql`
  select type, branch_id, status, created_by, day,
    sum(applications), sum(net), sum(paid), sum(balance), sum(cash), sum(transfer)
  from application_tally group by 1, 2, 3, 4, 5
  having (sum(applications), sum(net), sum(paid), sum(balance), sum(cash), sum(transfer)) <> (0, 0, 0, 0, 0, 0)`
const paymentSums = sql`
  select branch_id, type, status, pay_type, created_by, ("createdAt" at time zone 'Asia/Bangkok')::date as day,
    count(*), ${summed('paid')}
  from payment where kind <> 'moved' group by grouping sets ((1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6))`
const paymentTallies = sql`
  select branch_id, type, status, pay_type, created_by, day, sum(movements), sum(paid)
  from payment_tally group by 1, 2, 3, 4, 5, 6 having (sum(movements), sum(paid)) <> (0, 0)`

const openSums = sql`
  select branch_id, count(*), coalesce(sum(paid) filter (where counts and pay_type = 'cash' and paid > 0), 0),
    coalesce(sum(paid) filter (where counts and pay_type = 'cash' and paid < 0), 0),
    coalesce(sum(paid) filter (where counts and pay_type = 'transfer'), 0)
  from (select *, status <> 'deleted' and not over_cap as counts from payment where kind <> 'moved' and closing_id is null) p
  group by 1`
const openTallies = sql`
  select branch_id, sum(movements), sum(receipts), sum(refunds), sum(transfers) from open_payment_tally group by 1
  having (sum(movements), sum(receipts), sum(refunds), sum(transfers)) <> (0, 0, 0, 0)`

const entryKeys = sql`branch_id, date, side, status, pay_type, line_kind, list_expenses_id, is_pass_through`
const entrySums = sql`select ${entryKeys}, count(*), sum(value) from account_entry group by ${entryKeys}`
const entryTallies = sql`
  select ${entryKeys}, sum(entries), sum(value) from account_tally group by ${entryKeys}
  having (sum(entries), sum(value)) <> (0, 0)`

/** Compares two statements: every row that one of them returns must be returned by the other, too. */
const sameRows = (one: Statement, other: Statement): Statement => sql`
  select coalesce(one::text, other::text) as row, one is not null and other is not null as holds
  from (select r::text as one from (${one}) r) x full join (select r::text as other from (${other}) r) y on one = other`

const tallies: Record<string, Statement> = {
  'tallies of applications are the sums of their rows': sameRows(
    applicationSums,
    applicationTallies,
  ),
  'tallies of payments are the sums of their rows': sameRows(paymentSums, paymentTallies),
  'tallies of the payments that no day close has counted are the sums of their rows': sameRows(
    openSums,
    openTallies,
  ),
  'tallies of the books are the sums of their rows': sameRows(entrySums, entryTallies),
}

/** References to employees and branches without a foreign key; see migration 0019. */
const unconstrainedReferences = sql`
  select application_code as row, branch_id, created_by as user_id from application
  union all select application_code, null, updated_by from application
  union all select payment_code, branch_id, created_by from payment
  union all select payment_code, null, voided_by from payment
  union all select 'account entry ' || entry_id, branch_id, created_by from account_entry
  union all select 'account entry ' || entry_id, null, voided_by from account_entry
  union all select 'customer ' || customer_id, branch_id, null from customer
  union all select 'customer ' || customer_id, branch_id, null from customer_branch
  union all select 'exam right ' || right_id, null, user_id from exam_right_event
  union all select 'audit entry ' || audit_id, null, user_id from audit_log`

/** Whether the right `n` is the right `r`, or may have replaced it by a change of course, which moves its fees. */
const isSameOrReplacing = sql`(n.right_id = r.right_id or n.right_id > r.right_id
  and n.application_id = r.application_id and n.kind = r.kind and n.licence_type = r.licence_type)`

const references: Record<string, Statement> = {
  'the ledger of an exam right explains its last day, and whether it is disabled': sql`
    select coalesce(application_code, 'right ' || right_id) || ' ' || r.kind as row,
      r.permission_date::text = (select e.detail ->> 'permission_date' from exam_right_event e
        where e.right_id = r.right_id and e.detail ? 'permission_date' order by e.event_id desc limit 1)
      and (r.disabled_at is not null) = (select e.event = 'disabled' from exam_right_event e
        where e.right_id = r.right_id and e.event in ('granted', 'disabled', 'enabled') order by e.event_id desc limit 1) as holds
    from exam_right r left join application using (application_id)`,
  'a right without an application names its reason': sql`
    select 'right ' || right_id as row, exists (select from exam_right_event e where e.right_id = r.right_id
      and e.event = 'granted' and e.detail ->> 'note' <> '') as holds
    from exam_right r where r.application_id is null`,
  'every employee and branch that a row refers to exists': sql`
    select row, (n.user_id is null or u.user_id is not null) and (n.branch_id is null or b.branch_id is not null) as holds
    from (${unconstrainedReferences}) n left join app_user u using (user_id) left join branch b on b.branch_id = n.branch_id`,
  'an exam right has the application, customer and branch of its line': sql`
    select application_code || ' ' || r.kind as row, (r.application_id, r.customer_id, r.branch_id) =
      (a.application_id, a.customer_id, a.branch_id) as holds
    from exam_right r join application_line l using (line_id) join application a on a.application_id = l.application_id`,
  'an exam right is one of the exams of its line': sql`
    select r.right_id::text as row, l.exams @> jsonb_build_array(
      jsonb_build_object('kind', r.kind, 'licence_type', r.licence_type)) as holds
    from exam_right r join application_line l using (line_id)`,
  'a fee is paid for an exam right of its customer': sql`
    select l.line_id::text as row, r.customer_id = a.customer_id as holds
    from application_line l join exam_right r on r.right_id = l.right_id
      join application a on a.application_id = l.application_id
    where l.status = 'open'`,
  'a booking is paid by a fee for its exam right': sql`
    select e.exam_id::text as row, exists (select from exam_right r join exam_right n on ${isSameOrReplacing}
      where r.right_id = e.right_id and n.right_id = l.right_id) as holds
    from exam e join application_line l on l.line_id = e.fee_line_id`,
  'the ledger of an exam right has the extensions for which fees were paid': sql`
    select l.line_id::text as row, exists (select from exam_right_event e join exam_right r using (right_id)
        join exam_right n on ${isSameOrReplacing}
      where n.right_id = l.right_id and e.event = 'extended' and (e.detail ->> 'line_id')::int = l.line_id) as holds
    from application_line l where l.extended_at is not null`,
  'a document has the branch of its record': sql`
    select number as row, d.branch_id = coalesce(t.branch_id, a.branch_id, c.branch_id, e.branch_id) as holds
    from issued_document d left join application a using (application_id) left join closing c using (closing_id)
      left join certificate t using (certificate_id) left join account_entry e using (entry_id)`,
}

const invariants = {
  ...lines,
  ...applications,
  ...customers,
  ...closings,
  ...documents,
  ...tallies,
  ...references,
  ...examInvariants,
  ...accountInvariants,
  ...drawerInvariants,
  ...payrollInvariants,
}

/** Checks every invariant on one snapshot; takes minutes on a large database. */
export async function checkInvariants(db: Kysely<DB>): Promise<InvariantResult[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await removeStatementTimeout(tx)
      const results: InvariantResult[] = []
      for (const [name, statement] of Object.entries(invariants)) {
        const found = await tx
          .selectFrom(sql<{ row: string }>`(${statement})`.as('checked'))
          .select([
            sql<number>`count(*)::int`.as('checked'),
            sql<number>`count(*) filter (where holds is not true)::int`.as('violations'),
            sql<string[]>`coalesce((array_agg(row order by row)
              filter (where holds is not true))[1:${sql.lit(maxReportedRows)}], '{}')`.as('rows'),
          ])
          .executeTakeFirstOrThrow()
        results.push({ name, ...found })
      }
      return results
    })
}
