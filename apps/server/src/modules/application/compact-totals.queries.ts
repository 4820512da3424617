/** SQL that merges tally rows with the same key into one; a row of which all sums are zero is deleted. */
import { sql } from 'kysely'
import { tunedQuery } from '../../db/tuned-query.ts'

export const compactApplicationTally = tunedQuery({
  columns: {},
  sql: () => sql`
    with duplicated as (
      select type, branch_id, status, created_by, day from application_tally
      group by type, branch_id, status, created_by, day having count(*) > 1
    ), deleted as (
      delete from application_tally t using duplicated s
      where (t.type, t.branch_id, t.status, t.created_by) = (s.type, s.branch_id, s.status, s.created_by)
        and t.day is not distinct from s.day
      returning t.*
    )
    insert into application_tally
    select type, branch_id, status, created_by, day, sum(applications), sum(net), sum(paid), sum(balance),
      sum(cash), sum(transfer)
    from deleted group by type, branch_id, status, created_by, day
    having (sum(applications), sum(net), sum(paid), sum(balance), sum(cash), sum(transfer))
      <> (0, 0, 0, 0, 0, 0)`,
})

export const compactPaymentTally = tunedQuery({
  columns: {},
  sql: () => sql`
    with duplicated as (
      select branch_id, type, status, pay_type, created_by, day from payment_tally
      group by branch_id, type, status, pay_type, created_by, day having count(*) > 1
    ), deleted as (
      delete from payment_tally t using duplicated s
      where (t.branch_id, t.type, t.status, t.pay_type, t.created_by)
          = (s.branch_id, s.type, s.status, s.pay_type, s.created_by)
        and t.day is not distinct from s.day
      returning t.*
    )
    insert into payment_tally
    select branch_id, type, status, pay_type, created_by, day, sum(movements), sum(paid)
    from deleted group by branch_id, type, status, pay_type, created_by, day
    having (sum(movements), sum(paid)) <> (0, 0)`,
})

export const compactAccountTally = tunedQuery({
  columns: {},
  sql: () => sql`
    with duplicated as (
      select branch_id, date from account_tally
      group by branch_id, date, side, status, pay_type, line_kind, list_expenses_id, is_pass_through having count(*) > 1
    ), deleted as (
      delete from account_tally t using (select distinct branch_id, date from duplicated) s
      where (t.branch_id, t.date) = (s.branch_id, s.date)
      returning t.*
    )
    insert into account_tally
    select branch_id, date, side, status, pay_type, line_kind, list_expenses_id, is_pass_through, sum(entries), sum(value)
    from deleted group by branch_id, date, side, status, pay_type, line_kind, list_expenses_id, is_pass_through
    having (sum(entries), sum(value)) <> (0, 0)`,
})

export const compactOpenPayments = tunedQuery({
  columns: {},
  sql: () => sql`
    with deleted as (
      delete from open_payment_tally where branch_id in (
        select branch_id from open_payment_tally group by branch_id having count(*) > 1)
      returning *
    )
    insert into open_payment_tally
    select branch_id, sum(movements), sum(receipts), sum(refunds), sum(transfers) from deleted group by branch_id
    having (sum(movements), sum(receipts), sum(refunds), sum(transfers)) <> (0, 0, 0, 0)`,
})
