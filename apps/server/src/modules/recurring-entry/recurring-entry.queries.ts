/** SQL of the job that makes drafts of recurring entries. */
import { type Frequency } from '@khapdee/domain/recurrence'
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { day, int, orNull, text, texts } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'

/** The rules that may be due up to a day, with the months and weeks that have their draft. */
export const rulesUntil = tunedQuery({
  columns: {
    recurring_entry_id: int(),
    version: int(),
    frequency: text<Frequency>(),
    day_of_month: int(),
    weekday: int(),
    draft_from: day<Day>(),
    end_day: orNull(day<Day>()),
    lock_day: orNull(day<Day>()),
    made: texts(),
  },
  sql: (today: Day) => sql`
    select r.recurring_entry_id, r.version, r.frequency, r.day_of_month, r.weekday, r.draft_from, r.end_day,
      lock_day(r.branch_id) as lock_day,
      array(select e.recurring_period from account_entry e where e.recurring_entry_id = r.recurring_entry_id
        order by 1) as made
    from recurring_entry r join branch b using (branch_id)
    where r.is_activate and not r.is_delete and not b.is_delete and r.draft_from <= ${today}::date
    order by r.recurring_entry_id`,
})

/** Makes the draft of a rule for a month or week; nothing when another server made it, or the rule was changed. */
export const insertDraft = tunedQuery({
  columns: { entry_id: int(), branch_id: int(), name: text() },
  sql: (rule: { id: number; version: number; date: Day; period: string; at: string }) => sql`
    insert into account_entry (branch_id, side, status, date, value, wht_value, pay_type, cash_source, name,
      list_expenses_id, is_pass_through, vehicle_id, employee_id, payee, payee_tax_id, detail, recurring_entry_id,
      recurring_period, created_by, "createdAt", "updatedAt")
    select r.branch_id, case r.category when 'expenses' then 'expenses' else 'income' end, 'draft', ${rule.date}::date,
      coalesce(r.value, 0), r.wht_value, r.pay_type, case r.pay_type when 'cash' then 'drawer' end,
      coalesce(i.name, r.name), r.list_expenses_id, coalesce(i.is_pass_through, false), r.vehicle_id, r.employee_id,
      r.payee, r.payee_tax_id, r.detail, r.recurring_entry_id, ${rule.period}, r.created_by, ${rule.at}::timestamptz,
      ${rule.at}::timestamptz
    from (select * from recurring_entry where recurring_entry_id = ${rule.id} and version = ${rule.version}
      and is_activate and not is_delete for share) r left join list_expenses i using (list_expenses_id)
    on conflict (recurring_entry_id, recurring_period) where recurring_entry_id is not null do nothing
    returning entry_id, branch_id, name`,
})
