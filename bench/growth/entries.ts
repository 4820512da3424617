/** Adds entries of staff to the books: expenses and other income of six years, with statements on whole tables. */
import { voucherTypes } from '@khapdee/domain/account-entry'
import { addDays, todayInBangkok } from '@khapdee/domain/thai-date'
import pg from 'pg'
import { withOpenDays } from './open-days.ts'

/** Length of the history of the entries, which ends yesterday. */
const daysOfHistory = 6 * 365
/** Entries of staff for each entry of a receipt. */
const share = 0.2

/** The details of the entries, so that a text finds many of them or few. */
const details = ['ตามใบแจ้งหนี้', 'ค่าน้ำมันรอบเช้า', 'ซื้อจากร้านประจำ', 'สุวรรณการช่าง', 'ศรีสุขพาณิชย์']

/**
 * Books entries until those of staff are a fifth of those of receipts: three quarters are expenses, and
 * of every hundred four are drafts and three are void. Branch, item, vehicle, day and amount depend only on
 * the number of the entry, so that every run books the same ones.
 * @returns duration in seconds; 0 if there were enough entries
 */
export async function bookEntries(url: string): Promise<number> {
  const start = performance.now()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ missing: number }>(
      `select (count(*) filter (where payment_id is not null) * ${share} - count(*) filter (where payment_id is null))::int
        as missing from account_entry`,
    )
    const missing = rows[0]?.missing ?? 0
    if (missing <= 0) return 0
    await client.query('begin')
    await withOpenDays(client, () => book(client, missing))
    await client.query('commit')
    for (const table of ['account_entry', 'account_tally', 'document_counter'])
      await client.query(`vacuum (analyze) ${table}`)
    return Math.round((performance.now() - start) / 1000)
  } finally {
    await client.end()
  }
}

async function book(client: pg.ClientBase, count: number): Promise<void> {
  const yesterday = addDays(todayInBangkok(new Date()), -1)
  await client.query(
    `create temporary table planned as
    with items as (
      select side, array_agg(list_expenses_id order by list_expenses_id) as ids from (
        select list_expenses_id, case category when 'expenses' then 'expenses' else 'income' end as side
        from list_expenses where system_key is null and branch_id is null and status = 'open' and not is_delete) offered
      group by side),
    branches as (
      select branch_id, code, row_number() over (order by branch_id) - 1 as k, count(*) over () as total,
        (select min(user_id) from app_user u join role using (role_id) where u.branch_id = b.branch_id and key = 'manager') as user_id,
        array(select vehicle_id from vehicle v where v.branch_id = b.branch_id order by vehicle_id) as vehicles
      from branch b where not is_delete),
    numbered as (
      select n, case when n % 4 = 0 then 'income' else 'expenses' end as side,
        case when n % 100 in (1, 27, 53, 79) then 'draft' when n % 100 in (14, 46, 78) then 'void' else 'posted' end as status,
        $1::date - (abs(hashint4extended(n, 1)) % ${daysOfHistory})::int as date
      from generate_series(1, $2::int) n)
    select n, numbered.status, side, date, b.branch_id, b.code, b.user_id, i.list_expenses_id, i.name, i.is_pass_through,
      case when side = 'expenses' and i.type = 'vehicle' then b.vehicles[1 + n % cardinality(b.vehicles)] end as vehicle_id,
      case when n % 3 = 0 then 'transfer' else 'cash' end as pay_type,
      2000 + abs(hashint4extended(n, 2)) % 500000 as value,
      to_char(date + interval '543 years', 'YYMM') as month
    from numbered join items using (side)
      join list_expenses i on i.list_expenses_id = items.ids[1 + (abs(hashint4extended(n, 3)) % cardinality(items.ids))::int]
      join branches b on b.k = abs(hashint4extended(n, 4)) % b.total`,
    [yesterday, count],
  )
  const type = `case side when 'income' then '${voucherTypes.income}' else '${voucherTypes.expenses}' end`
  await client.query(
    `create temporary table coded as
    select p.*, ${type} as type, case when status = 'draft' then null else coalesce(c.last, 0) + row_number() over (
      partition by p.side, p.branch_id, p.month, status = 'draft' order by date, n) end as number
    from planned p left join document_counter c on c.type = ${type} and c.branch_id = p.branch_id and c.month = p.month`,
  )
  await client.query(
    `insert into account_entry (branch_id, side, status, entry_code, date, value, pay_type, cash_source, name, list_expenses_id,
      is_pass_through, vehicle_id, detail, created_by, "createdAt", "updatedAt", void_note, voided_by, voided_at)
    select branch_id, side, status,
      type || '-' || code || '-' || month || '-' || lpad(number::text, greatest(4, length(number::text)), '0'), date, value, pay_type,
      case pay_type when 'cash' then 'outside' end, name, list_expenses_id, is_pass_through, vehicle_id,
      ($1::text[])[1 + n % ${details.length}], user_id, date + interval '10 hours', date + interval '10 hours',
      case status when 'void' then 'บันทึกซ้ำ' else '' end, case status when 'void' then user_id end,
      case status when 'void' then date + interval '11 hours' end
    from coded order by date, n`,
    [details],
  )
  await client.query(
    `insert into document_counter (type, branch_id, month, last)
    select type, branch_id, month, max(number) from coded where number is not null group by type, branch_id, month
    on conflict (type, branch_id, month) do update set last = excluded.last`,
  )
}
