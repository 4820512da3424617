/** SQL of the stored exam rights to which rows of an import may refer. */
import type { RightOrigin } from '@khapdee/domain/exam-right'
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { type RowOf, bool, day, int, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'

const columns = {
  right_id: int(),
  version: int(),
  branch_id: int(),
  kind: text<ExamKind>(),
  licence_type: text<ExamLicence>(),
  idcard: text(),
  passport: text(),
  origin: text<RightOrigin>(),
  permission_date: day<Day>(),
  /** The last day with which the right was granted. */
  granted_until: day<Day>(),
  disabled: bool(),
  used: bool(),
  forfeited: bool(),
}
export type FoundRight = RowOf<typeof columns>

/** The rights of customers with these ID or passport numbers at some branches, newest first. */
export const rightsOfNumbers = tunedQuery({
  columns,
  sql: (numbers: readonly string[], branchIds: readonly number[]) => sql`
    select r.right_id, r.version, r.branch_id, r.kind, r.licence_type, c.idcard, c.passport, r.origin, r.permission_date,
      coalesce((select (v.detail ->> 'permission_date')::date from exam_right_event v
        where v.right_id = r.right_id and v.event = 'granted' order by v.event_id limit 1), r.permission_date) as granted_until,
      r.disabled_at is not null as disabled, r.used_at is not null as used, r.forfeited_at is not null as forfeited
    from customer c join exam_right r using (customer_id)
    where not c.is_delete and (c.idcard <> '' and c.idcard = any(${numbers}::text[])
        or c.passport <> '' and c.passport = any(${numbers}::text[]))
      and r.branch_id = any(${branchIds}::int[])
    order by r.right_id desc`,
})

/** The customers with these ID or passport numbers. */
export const customersOfNumbers = tunedQuery({
  columns: { customer_id: int(), idcard: text(), passport: text() },
  sql: (numbers: readonly string[]) => sql`
    select customer_id, idcard, passport from customer
    where not is_delete and (idcard <> '' and idcard = any(${numbers}::text[])
      or passport <> '' and passport = any(${numbers}::text[]))
    order by customer_id`,
})
