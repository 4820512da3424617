/**
 * Invariants of the stored money, customers, exam rights, documents and references. They hold in every
 * committed state. Each statement compares row by row, and computes sums from single rows instead of reading
 * stored ones.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
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
const maxNamed = 20

/** A query of two columns: `row`, the name of a row, and `holds`, whether it satisfies the invariant. */
type Statement = RawBuilder<unknown>

/** Payments and refunds (negative) that are not voided. */
const countedPayments = sql`select * from payment where status <> 'deleted'`

const lines: Record<string, Statement> = {
  'total, discount and net of an application are the sums of its lines': sql`
    select application_code as row, (total, a.discount, net) =
      (coalesce(l.cost, 0), coalesce(l.discount, 0), coalesce(l.cost, 0) - coalesce(l.discount, 0)) as holds
    from application a left join (
      select application_id, sum(cost) as cost, sum(discount) as discount from application_line group by 1
    ) l using (application_id)`,
  'paid of a line is the sum of its payment lines': sql`
    select a.application_code || ' ' || l.position as row, l.paid = coalesce(p.paid, 0) as holds
    from application_line l join application a using (application_id) left join (
      select pl.line_id, sum(pl.paid) as paid from payment_line pl join (${countedPayments}) m using (payment_id) group by 1
    ) p using (line_id)`,
  'a receipt is the sum of its lines, which belong to its application': sql`
    select payment_code as row, p.paid = coalesce(l.paid, 0) and coalesce(l.own, true) as holds
    from payment p left join (
      select pl.payment_id, sum(pl.paid) as paid, bool_and(l.application_id = p.application_id) as own
      from payment_line pl join application_line l using (line_id) join payment p using (payment_id) group by 1
    ) l using (payment_id) where kind = 'receipt'`,
  'customer name and search text of a payment match its application': sql`
    select payment_code as row, p.customer_name = a.customer_name
      and p.search = payment_search(payment_code, a.search) as holds
    from payment p join application a using (application_id)`,
}

const applications: Record<string, Statement> = {
  'paid is receipts less refunds, for each pay type': sql`
    select application_code as row, (a.paid, paid_cash, paid_transfer) =
      (coalesce(p.paid, 0), coalesce(p.cash, 0), coalesce(p.transfer, 0)) as holds
    from application a left join (
      select application_id, sum(paid) as paid, sum(paid) filter (where pay_type = 'cash') as cash,
        sum(paid) filter (where pay_type = 'transfer') as transfer
      from (${countedPayments}) m group by 1
    ) p using (application_id)`,
  'status and balance of an application match its payments': sql`
    select application_code as row, case status
      when 'outstanding' then balance = net - paid and balance > 0 and not refunded
      when 'paid' then balance = 0 and paid = net and not refunded
      when 'partial_refund' then balance = 0 and paid > 0 and refunded
      when 'refunded' then balance = 0 and paid = 0 and refunded
      else balance = 0 and paid = 0 and not has_money end as holds
    from application a,
      lateral (select count(*) > 0 as has_money, coalesce(bool_or(kind = 'refund'), false) as refunded
        from (${countedPayments}) m where m.application_id = a.application_id) p`,
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
  'a receipt with the name of who voided it is voided': sql`
    select payment_code as row, (status = 'deleted') = (voided_at is not null) as holds from payment`,
  'the decision on a request fee is that of its request': sql`
    select application_code as row, case r.state when 'waiting' then decision = 'pending' and status in ('outstanding', 'paid')
      when 'lapsed' then decision = 'pending' else decision = r.state end as holds
    from application a left join approval_request r on r.application_id = a.application_id and r.kind = 'request_fee'
    where decision is not null`,
  'a request belongs to the branch and the application of what it names': sql`
    select 'request ' || request_id as row, r.branch_id = a.branch_id
      and coalesce(p.application_id = a.application_id, true) as holds
    from approval_request r join application a using (application_id) left join payment p using (payment_id)`,
  'request fees and only they have a decision': sql`
    select application_code as row, (type = 'request_fee') = (decision is not null) as holds from application`,
  'rights to exams end with their application': sql`
    select application_code || ' ' || kind as row,
      status in ('outstanding', 'paid') or disabled_at is not null or used_at is not null as holds
    from exam_right join application using (application_id)`,
  'usage of a promotion is the number of its lines, except in cancelled or refunded applications': sql`
    select code as row, usage = (
      select count(*) from application_line l join application a using (application_id)
      where l.promotion_id = p.promotion_id and a.status not in ('cancelled', 'refunded')
    ) as holds from promotion p`,
}

/**
 * References to customers; none may point to a deleted record. The id is null where a chain of merges does not
 * end in a record.
 */
const customerReferences = sql`
  select application_code as row, customer_id from application
  union all select application_code || ' ' || r.kind, r.customer_id
    from exam_right r join application using (application_id)
  union all select 'customer ' || customer_id, kept_customer(customer_id) from customer where merged_into is not null`

const customers: Record<string, Statement> = {
  'no row refers to a merged or deleted customer': sql`
    select row, not c.is_delete as holds from (${customerReferences}) named left join customer c using (customer_id)`,
  'customer name and search text of an application match its customer': sql`
    select application_code as row, customer_name = name and a.search =
      application_search(application_code, name, idcard, passport, phone_1) as holds
    from application a join customer using (customer_id)`,
  'a customer is linked to the branches of their applications': sql`
    select application_code as row, b.customer_id is not null as holds
    from application a left join customer_branch b using (branch_id, customer_id)`,
}

const closings: Record<string, Statement> = {
  'a day close has the sums of its payments, which belong to its branch': sql`
    select closing_code as row, (c.movements, expected_cash, expected_transfer) = (p.movements, p.cash, p.transfer)
      and p.own as holds
    from closing c, lateral (
      select count(*) as movements, coalesce(bool_and(p.branch_id = c.branch_id), true) as own,
        coalesce(sum(paid) filter (where pay_type = 'cash' and status <> 'deleted'), 0) as cash,
        coalesce(sum(paid) filter (where pay_type = 'transfer' and status <> 'deleted'), 0) as transfer
      from payment p where p.closing_id = c.closing_id
    ) p`,
}

/** Numbered documents, each with the key of its counter and its running number. */
const numbered = sql`
  select substring(number from '^(.*)-') as counter_key, substring(number from '\\d+$')::int as n, document
  from (
    select application_code as number, 'application_form' as document from application
    union all select payment_code, kind from payment
    union all select closing_code, 'closing' from closing
  ) given`

const documents: Record<string, Statement> = {
  'document numbers have no gap and no duplicate': sql`
    select counter_key as row, document_count is not distinct from last and document_count = max_number
      and document_count = distinct_numbers as holds
    from (select counter_key, count(*) as document_count, max(n) as max_number, count(distinct n) as distinct_numbers
        from (${numbered}) d group by 1) numbers
      full join (select type || '-' || code || '-' || month as counter_key, last
        from document_counter join branch using (branch_id)) counters using (counter_key)`,
  'every number has one document': sql`
    select number as row, count(d.document_id) = 1 as holds from (
      select application_code as number, 'application_form' as kind from application
      union all select payment_code, kind from payment
      union all select closing_code, 'closing' from closing
    ) given left join issued_document d using (kind, number) group by number`,
  'a receipt was printed with the amount of its payment': sql`
    select number as row, (snapshot -> 'totals' ->> 'paid_now')::bigint = p.paid as holds
    from issued_document d join payment p using (payment_id) where d.kind = 'receipt'`,
}

const applicationSums = sql`
  select type, branch_id, status, created_by, ("createdAt" at time zone 'Asia/Bangkok')::date as day,
    count(*), sum(net), sum(paid), sum(balance), sum(paid_cash), sum(paid_transfer)
  from application where not is_delete group by grouping sets ((1, 2, 3, 4), (1, 2, 3, 4, 5))`
const applicationTallies = sql`
  select type, branch_id, status, created_by, day,
    sum(applications), sum(net), sum(paid), sum(balance), sum(cash), sum(transfer)
  from application_tally group by 1, 2, 3, 4, 5
  having (sum(applications), sum(net), sum(paid), sum(balance), sum(cash), sum(transfer)) <> (0, 0, 0, 0, 0, 0)`
const paymentSums = sql`
  select branch_id, type, status, pay_type, created_by, ("createdAt" at time zone 'Asia/Bangkok')::date as day,
    count(*), sum(paid)
  from payment group by grouping sets ((1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6))`
const paymentTallies = sql`
  select branch_id, type, status, pay_type, created_by, day, sum(movements), sum(paid)
  from payment_tally group by 1, 2, 3, 4, 5, 6 having (sum(movements), sum(paid)) <> (0, 0)`

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
}

/** References to employees and branches without a foreign key; see migration 0019. */
const unconstrainedReferences = sql`
  select application_code as row, branch_id, created_by as user_id from application
  union all select application_code, null, updated_by from application
  union all select payment_code, branch_id, created_by from payment
  union all select payment_code, null, voided_by from payment
  union all select 'customer ' || customer_id, branch_id, null from customer
  union all select 'customer ' || customer_id, branch_id, null from customer_branch
  union all select 'exam right ' || right_id, null, user_id from exam_right_event
  union all select 'audit entry ' || audit_id, null, user_id from audit_log`

const references: Record<string, Statement> = {
  'every employee and branch that a row refers to exists': sql`
    select row, (n.user_id is null or u.user_id is not null) and (n.branch_id is null or b.branch_id is not null) as holds
    from (${unconstrainedReferences}) n left join app_user u using (user_id) left join branch b on b.branch_id = n.branch_id`,
  'an exam right has the application, customer and branch of its line': sql`
    select application_code || ' ' || r.kind as row, (r.application_id, r.customer_id, r.branch_id) =
      (a.application_id, a.customer_id, a.branch_id) as holds
    from exam_right r join application_line l using (line_id) join application a on a.application_id = l.application_id`,
  'a document has the branch of its record': sql`
    select number as row, d.branch_id = coalesce(a.branch_id, c.branch_id) as holds
    from issued_document d left join application a using (application_id) left join closing c using (closing_id)`,
}

const invariants = {
  ...lines,
  ...applications,
  ...customers,
  ...closings,
  ...documents,
  ...tallies,
  ...references,
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
              filter (where holds is not true))[1:${sql.lit(maxNamed)}], '{}')`.as('rows'),
          ])
          .executeTakeFirstOrThrow()
        results.push({ name, ...found })
      }
      return results
    })
}
