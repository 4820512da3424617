/** SQL of exam rights to which fee lines refer. */
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { bigint, bool, day, int, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'
import { isUnusedRetake } from './bookings.queries.ts'
import { hasRefundOfRight, isOpenBooking } from './open-booking.ts'

/** Locks the applications that granted rights, and one other, in the order of their ids. */
export const lockGrantingApplications = tunedQuery({
  columns: { application_id: int() },
  sql: (rightIds: readonly number[], application_id: number) => sql`
    select application_id from application
    where application_id = ${application_id}
      or application_id in (select r.application_id from exam_right r where r.right_id = any(${rightIds}::int[]))
    order by application_id for no key update`,
})

/** Locks rights in the order of their ids. */
export const lockRightsById = tunedQuery({
  columns: { right_id: int() },
  sql: (rightIds: readonly number[]) => sql`
    select right_id from exam_right where right_id = any(${rightIds}::int[]) order by right_id for no key update`,
})

const namable = {
  right_id: int(),
  customer_id: int(),
  branch_id: int(),
  kind: text<ExamKind>(),
  licence_type: text<ExamLicence>(),
  permission_date: day<Day>(),
  disabled: bool(),
  used: bool(),
  forfeited: bool(),
  line_is_open: bool(),
  balance: bigint<Satang>(),
  refund_pending: bool(),
  retake_sold: bool(),
}

/** Rights of the caller's branches with what their applications owe. @param rights a condition on `exam_right r` */
export const namedRights = tunedQuery({
  columns: namable,
  sql: (ctx: UserContext, rights: RawBuilder<SqlBool>) => sql`
    select r.right_id, r.customer_id, r.branch_id, r.kind, r.licence_type, r.permission_date,
      r.disabled_at is not null as disabled, r.used_at is not null as used, r.forfeited_at is not null as forfeited,
      coalesce(l.status = 'open', true) as line_is_open, coalesce(a.balance, 0) as balance,
      ${hasRefundOfRight('r')} as refund_pending,
      exists (select from application_line l where l.right_id = r.right_id and ${isUnusedRetake}) as retake_sold
    from exam_right r left join application a using (application_id)
      left join application_line l on l.line_id = r.line_id
    where ${rights} and r.branch_id = any(${ctx.scope.branchIds}::int[]) order by r.right_id desc`,
})

/**
 * The rights that a change of an application may change: those that it granted, those to which its
 * open lines refer, and those of the open bookings for which its lines paid.
 */
export const rightsOfChange = tunedQuery({
  columns: { right_id: int() },
  sql: (application_id: number) => sql`
    select right_id from exam_right where application_id = ${application_id}
    union select r.right_id from application_line l join exam_right r on r.right_id = l.right_id
    where l.application_id = ${application_id} and l.status = 'open'
    union select e.right_id from application_line l join exam e on e.fee_line_id = l.line_id
    where l.application_id = ${application_id} and ${isOpenBooking('e')}`,
})

/** Locks the rights that the end of lines changes, in the order of their ids; see {@link rightsOfChange}. */
export const lockRightsOfEndingLines = tunedQuery({
  columns: { right_id: int() },
  sql: (lineIds: readonly number[]) => sql`
    select right_id from exam_right where right_id in (
      select g.right_id from exam_right g where g.line_id = any(${lineIds}::int[])
      union select l.right_id from application_line l where l.line_id = any(${lineIds}::int[])
      union select e.right_id from exam e where e.fee_line_id = any(${lineIds}::int[]) and ${isOpenBooking('e')})
    order by right_id for no key update`,
})

/** The open lines among the given ones that have extended rights, by right. */
export const extensionsOfLines = tunedQuery({
  columns: { line_id: int(), right_id: int(), extend_days: int() },
  sql: (lineIds: readonly number[]) => sql`
    select l.line_id, r.right_id, coalesce(l.extend_days, 0) as extend_days
    from application_line l join exam_right r on r.right_id = l.right_id
    where l.line_id = any(${lineIds}::int[]) and l.status = 'open' and l.extended_at is not null
    order by r.right_id, l.line_id`,
})

/** The lines of an application that extend rights once it is paid. */
export const pendingExtensions = tunedQuery({
  columns: {
    line_id: int(),
    right_id: int(),
    extend_days: int(),
    note: text(),
    kind: text<ExamKind>(),
    licence_type: text<ExamLicence>(),
  },
  sql: (application_id: number) => sql`
    select l.line_id, r.right_id, coalesce(l.extend_days, 0) as extend_days, l.note, r.kind, r.licence_type
    from application_line l join exam_right r on r.right_id = l.right_id
    where l.application_id = ${application_id} and l.status = 'open' and l.extend_days is not null
      and l.extended_at is null
    order by l.line_id`,
})
