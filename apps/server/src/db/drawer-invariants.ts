/** Invariants of cash drawers and petty cash; see invariants.ts. */
import { drawerMoveKinds } from '@khapdee/domain/drawer'
import { type RawBuilder, sql } from 'kysely'

/** The amount that an entry `e` of staff adds to its source of cash; 0 without one. */
const cashOfEntry = sql`case when e.status <> 'posted' then 0 when e.side = 'income' then e.value
  else e.wht_value - e.value end`

/** Cash of payments that count. */
const cashPayments = sql`select * from payment
  where kind <> 'moved' and pay_type = 'cash' and status <> 'deleted' and not over_cap`

/**
 * Whether each part of the expected cash of a day close is the sum of its movements of that kind
 * before the count.
 */
const partsOfKinds = sql.join(
  Object.keys(drawerMoveKinds).map(
    (kind) => sql`(c.parts ->> ${sql.lit(kind)})::bigint =
      coalesce(sum(m.value) filter (where m.kind = ${sql.lit(kind)} and not m.at_close), 0)`,
  ),
  sql` and `,
)

export const drawerInvariants: Record<string, RawBuilder<unknown>> = {
  'a cash entry of staff has exactly one live movement of its amount, in the cash that it names': sql`
    select 'entry ' || e.entry_id as row,
      coalesce(d.value, 0) = case when e.cash_source = 'drawer' then ${cashOfEntry} else 0 end
      and coalesce(p.value, 0) = case when e.cash_source = 'petty_cash' then ${cashOfEntry} else 0 end
      and coalesce((d.branch_id, d.kind) = (e.branch_id, e.side), true)
      and coalesce(p.petty_cash_id = e.petty_cash_id, true) as holds
    from account_entry e left join drawer_move d on d.entry_id = e.entry_id and not d.is_void
      left join petty_cash_move p on p.entry_id = e.entry_id and not p.is_void
    where e.payment_id is null`,
  'the cash in a drawer is the sum of its receipts, refunds and movements since the school keeps drawers': sql`
    select 'drawer ' || branch_id as row, drawer_balance(branch_id) =
      coalesce((select sum(paid) from (${cashPayments}) p left join closing c using (closing_id)
        where p.branch_id = d.branch_id and (p.closing_id is null or c.parts is not null)), 0)
      + coalesce((select sum(value) from drawer_move m where m.branch_id = d.branch_id and not m.is_void), 0) as holds
    from drawer d`,
  'the float of a day close is the cash that the previous one left': sql`
    select closing_code as row, (parts ->> 'float')::bigint = coalesce(lag(next_float) over (
      partition by branch_id order by closing_id), 0) as holds
    from closing where parts is not null`,
  'the expected cash of a day close is the sum of its parts, and each part that of its rows': sql`
    select closing_code as row, c.expected_cash = (select sum(value::bigint) from jsonb_each_text(c.parts))
      and p.receipts = (c.parts ->> 'receipts')::bigint and p.refunds = (c.parts ->> 'refunds')::bigint and k.alike as holds
    from closing c, lateral (
        select coalesce(sum(paid) filter (where paid > 0), 0) as receipts,
          coalesce(sum(paid) filter (where paid < 0), 0) as refunds
        from (${cashPayments}) p where p.closing_id = c.closing_id) p,
      lateral (select ${partsOfKinds} as alike from drawer_move m where m.closing_id = c.closing_id) k
    where c.parts is not null`,
  'the cash that a day close leaves is its expected cash plus the movements made at the close': sql`
    select closing_code as row, c.next_float = c.expected_cash + coalesce((select sum(value) from drawer_move m
      where m.closing_id = c.closing_id and m.at_close), 0) as holds
    from closing c where c.parts is not null`,
  'a drawer movement in a day close is not void, and of the branch of the close': sql`
    select 'movement ' || drawer_move_id as row, not m.is_void and m.branch_id = c.branch_id and c.parts is not null as holds
    from drawer_move m join closing c using (closing_id)`,
  'petty cash is between 0 and its limit, and 0 when it is closed': sql`
    select 'petty cash ' || petty_cash_id as row, coalesce(m.value, 0) between 0 and case when is_activate then limit_value
      else 0 end as holds
    from petty_cash left join (select petty_cash_id, sum(value) as value from petty_cash_move where not is_void group by 1) m
      using (petty_cash_id)`,
  'cash between a drawer and petty cash leaves the one and enters the other': sql`
    select 'petty cash movement ' || p.petty_cash_move_id as row, (d.value, d.branch_id, d.kind) =
      (-p.value, t.branch_id, 'petty_cash') as holds
    from petty_cash_move p join petty_cash t using (petty_cash_id) left join drawer_move d using (drawer_move_id)
    where p.drawer_move_id is not null
    union all select 'movement ' || m.drawer_move_id, p.drawer_move_id is not null
    from drawer_move m left join petty_cash_move p using (drawer_move_id) where m.kind = 'petty_cash'`,
}
