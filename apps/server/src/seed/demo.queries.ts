/** SQL of the demo school: inserts and updates of many rows at once. */
import type { Satang } from '@khapdee/domain/money'
import type { AccountSide } from '@khapdee/domain/expense-item'
import type { NoShowPolicy } from '@khapdee/domain/exam-result'
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import type { Day } from '@khapdee/domain/thai-date'
import { type Kysely, sql } from 'kysely'
import { bigint, bool, day, instant, int, ints, orNull, text } from '../db/columns.ts'
import type { BranchCode } from './demo-branches.ts'
import { tunedQuery } from '../db/tuned-query.ts'
import type { DB } from '../db/types.ts'
import { hasRefundOfRight, isOpenBooking } from '../modules/booking/open-booking.ts'
import { retakeFees } from '../modules/exam/certified.ts'
import { hasOpenRefund } from '../modules/refund-requests.ts'

/** Inserts all audit rows of the demo, each with its own time; `rows` is a JSON array. */
export const insertDemoAudit = tunedQuery({
  columns: {},
  sql: (rows: string) => sql`
    insert into audit_log (at, user_id, request_id, call, entity, entity_id, before, after)
    select at, user_id, 'demo', call, entity, id, before, after
    from jsonb_to_recordset(${rows}::jsonb)
      as r (at timestamptz, user_id int, call text, entity text, id text, before jsonb, after jsonb)`,
})

/** The GIN indexes, with the statements that create them. */
export const textIndexes = tunedQuery({
  columns: { name: text(), definition: text() },
  sql: () => sql`
    select indexname::text as name, indexdef as definition from pg_indexes
    where schemaname = current_schema and indexdef like '% USING gin %' order by indexname`,
})

/**
 * Drops the indexes that searches of texts use, and returns a function that creates them again: to build them from
 * all rows takes a third of the time of adding each row.
 */
export async function dropTextIndexes(tx: Kysely<DB>): Promise<() => Promise<void>> {
  const indexes = await textIndexes.rows(tx)
  for (const { name } of indexes) await tx.schema.dropIndex(name).execute()
  return async () => {
    for (const { definition } of indexes) await sql.raw(definition).execute(tx)
  }
}

/**
 * Counts rows and values for the planner. Statements of this connection are then planned again, which matters where
 * a function first ran on empty tables.
 */
export const updateStatistics = (tx: Kysely<DB>) => sql`analyze`.execute(tx)

/** Ticks off 97 % of the required documents on the day of the registration, and 70 % of those of the last two weeks. */
export const tickDemoDocuments = tunedQuery({
  columns: {},
  sql: (today: string) => sql`
    update application_document d set ticked_by = a.created_by, ticked_at = a."createdAt",
      document_day = case when d.valid_days > 0
        then (a."createdAt" at time zone 'Asia/Bangkok')::date - d.application_document_id % 7 end
    from application a
    where a.application_id = d.application_id and d.application_document_id * 7919 % 100
      < case when a."createdAt" > ${today}::date - 14 then 70 else 97 end`,
})

/** Inserts rows given as a JSON array; columns that are not named get their defaults. */
export const insertJsonRows = tunedQuery({
  columns: {},
  sql(table: keyof DB, columns: readonly string[], rows: string) {
    const names = sql.join(columns.map((column) => sql.ref(column)))
    return sql`insert into ${sql.table(table)} (${names})
      select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${rows}::jsonb)`
  },
})

/** Inserts rows that have the same columns. */
export async function insertRows(
  tx: Kysely<DB>,
  table: keyof DB,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  await insertJsonRows.rows(tx, table, Object.keys(first), JSON.stringify(rows))
}

const idSequences = {
  exam: 'exam_exam_id_seq',
  satisfaction: 'satisfaction_satisfaction_id_seq',
  exam_session: 'exam_session_exam_session_id_seq',
  account_entry: 'account_entry_entry_id_seq',
} as const

/** Takes ids of new rows. */
export const takeIds = tunedQuery({
  columns: { ids: ints() },
  sql: (table: keyof typeof idSequences, count: number) => sql`
    select array(select nextval(${sql.lit(idSequences[table])})::int from generate_series(1, ${count})) as ids`,
})

/** The fees of the state that each branch received in each month; `month` is the one after it. */
export const demoStateFees = tunedQuery({
  columns: { branch: text<BranchCode>(), month: text(), value: bigint<Satang>() },
  sql: () => sql`
    select b.code as branch, to_char(e.date + interval '1 month', 'YYYY-MM') as month, sum(e.value)::bigint as value
    from account_entry e join branch b using (branch_id) where e.is_pass_through and e.side = 'income'
    group by 1, 2 having sum(e.value) > 0 order by 1, 2`,
})

/** Income and expenses of each branch and month, without fees of the state. */
export const demoMonths = tunedQuery({
  columns: {
    branch: text<BranchCode>(),
    month: text(),
    side: text<AccountSide>(),
    value: bigint<Satang>(),
  },
  sql: () => sql`
    select b.code as branch, to_char(e.date, 'YYYY-MM') as month, e.side, sum(e.value)::bigint as value
    from account_entry e join branch b using (branch_id)
    where e.status = 'posted' and not e.is_pass_through group by 1, 2, 3`,
})

/** The exam rights that are neither used nor disabled, with their open bookings; theory before practice. */
export const demoRights = tunedQuery({
  columns: {
    right_id: int(),
    application_id: int(),
    customer_id: int(),
    branch_id: int(),
    kind: text<ExamKind>(),
    licence_type: text<ExamLicence>(),
    permission_date: day<Day>(),
    granted_at: instant(),
    settled: bool(),
    refund_pending: bool(),
    missing_documents: bool(),
    no_show: text<NoShowPolicy>(),
    exam_id: orNull(int()),
    exam_date: orNull(day<Day>()),
    exam_session_id: orNull(int()),
  },
  sql: () => sql`
    select r.right_id, a.application_id, r.customer_id, r.branch_id, r.kind, r.licence_type, r.permission_date,
      greatest((select max(v.at) from exam_right_event v where v.right_id = r.right_id),
        (select max(p."createdAt") from payment p where p.application_id = r.application_id)) as granted_at,
      a.balance = 0 or b.settings @> '{"exam_requires_full_payment": false}' as settled,
      ${hasOpenRefund('a')} as refund_pending, exists (select from application_document d
        where d.application_id = r.application_id and d.ticked_at is null) as missing_documents,
      coalesce(b.settings ->> 'exam_no_show', 'keep') as no_show, e.exam_id, e.exam_date, e.exam_session_id
    from exam_right r join application a using (application_id) join branch b on b.branch_id = r.branch_id
      left join exam e on e.right_id = r.right_id and ${isOpenBooking('e')}
    where r.used_at is null and r.forfeited_at is null and r.disabled_at is null
    order by r.application_id, r.kind desc, r.right_id`,
})

/** Customers of a branch who can be granted a right: without a booking or a right to that kind; those without rights first. */
export const demoGrantees = tunedQuery({
  columns: { customer_id: int() },
  sql: (branchId: number, kind: ExamKind, before: string, count: number) => sql`
    select c.customer_id from customer c
    where c.branch_id = ${branchId} and not c.is_walk_in and not c.is_delete and c."createdAt" < ${before}
      and not exists (select from exam_right r
        where r.customer_id = c.customer_id and r.kind = ${kind} and r.used_at is null)
      and not exists (select from exam e join exam_right r using (right_id)
        where r.customer_id = c.customer_id and ${isOpenBooking('e')})
    order by exists (select from exam_right r where r.customer_id = c.customer_id), c.customer_id
    limit ${count}`,
})

/** Records results and check-ins of existing bookings; `rows` is a JSON array. */
export const markDemoExams = tunedQuery({
  columns: {},
  sql: (rows: string) => sql`
    update exam e set result = m.result, score = m.score, no_show = m.no_show, result_at = m.result_at, result_by = m.result_by,
      checked_in_at = m.checked_in_at, checked_in_by = m.checked_in_by, version = e.version + 1
    from jsonb_populate_recordset(null::exam, ${rows}::jsonb) m where e.exam_id = m.exam_id`,
})

/** Stores what exams changed in their rights; `rows` is a JSON array. */
export const updateDemoRights = tunedQuery({
  columns: {},
  sql: (rows: string) => sql`
    update exam_right r set used_at = coalesce(m.used_at, r.used_at), forfeited_at = coalesce(m.forfeited_at, r.forfeited_at),
      theory_passed_on = coalesce(m.theory_passed_on, r.theory_passed_on), version = r.version + m.version
    from jsonb_populate_recordset(null::exam_right, ${rows}::jsonb) m where r.right_id = m.right_id`,
})

/**
 * Closes the sessions in which every candidate has a result, some minutes after their end; returns
 * the closed ones.
 */
export const endDemoSessions = tunedQuery({
  columns: { exam_session_id: int(), ended_at: orNull(instant()) },
  sql: (minutes: number, now: string) => sql`
    update exam_session s set status = 'closed', ended_at = s.ends_at + make_interval(mins => ${minutes}),
      ended_by = p.user_id, version = s.version + 1
    from exam_session_panel p
    where p.exam_session_id = s.exam_session_id and p.role = 'chair' and s.status = 'open'
      and s.ends_at + make_interval(mins => ${minutes}) <= ${now} and not exists (
        select from exam e where e.exam_session_id = s.exam_session_id and ${isOpenBooking('e')})
    returning s.exam_session_id, s.ended_at`,
})

/** The exams of candidates who attended and have a result, in the order of the results. */
export const markedDemoExams = tunedQuery({
  columns: {
    exam_id: int(),
    branch_id: int(),
    kind: text<ExamKind>(),
    licence_type: text<ExamLicence>(),
    course_id: orNull(int()),
    other_fee_id: orNull(int()),
    passed: bool(),
    result_at: instant(),
  },
  sql: () => sql`
    select e.exam_id, e.branch_id, r.kind, r.licence_type, l.course_id, l.other_fee_id, e.result = 'pass' as passed,
      coalesce(e.result_at, e."createdAt") as result_at
    from exam e join exam_right r using (right_id) join application_line l using (line_id)
    where e.result in ('pass', 'fail', 'incomplete') order by e.result_at, e.exam_id`,
})

/**
 * One right of each line whose exams are all passed, that is paid with its retakes, and of which no refund is requested, in the
 * order in which the last exam was passed.
 */
export const certifiableDemoRights = tunedQuery({
  columns: { right_id: int(), code: text(), passed_at: instant() },
  sql: () => sql`
    select min(r.right_id) as right_id, min(b.code) as code, max(r.used_at) as passed_at
    from exam_right r join application_line l using (line_id) join application a on a.application_id = r.application_id
      join branch b on b.branch_id = r.branch_id
    where l.status = 'open' and a.balance = 0
    group by r.line_id having bool_and(r.used_at is not null and ${retakeFees} = 0 and not ${hasRefundOfRight('r')})
    order by max(r.used_at), min(r.right_id)`,
})
