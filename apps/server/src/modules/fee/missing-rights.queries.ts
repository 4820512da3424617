/** SQL about open applications that lack the exam rights of a reclassified fee. */
import { branchSettings } from '@khapdee/contract/entities/branch'
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { int } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'

const { exam_right_days: defaultDays } = branchSettings.parse({})

/**
 * The visible open lines of the fee `f` that grant no rights, in open applications whose rights would still be
 * valid today. Walk-ins receive none: without ID number they cannot sit an exam.
 */
const linesLackingRights = (ctx: UserContext, feeId: number, today: Day) => sql`
  select l.line_id, a.application_id, a.customer_id, c.is_walk_in, a.branch_id, d.valid_from, d.permission_date, f.kind as fee_kind,
    f.exam_use, f.exams
  from other_fee f join application_line l using (other_fee_id) join application a using (application_id)
    join branch b on b.branch_id = a.branch_id join customer c on c.customer_id = a.customer_id
    cross join lateral (select (a."createdAt" at time zone 'Asia/Bangkok')::date as valid_from) r
    cross join lateral (select r.valid_from,
      r.valid_from + coalesce((b.settings ->> 'exam_right_days')::integer, ${defaultDays}) as permission_date) d
  where f.other_fee_id = ${feeId} and f.exam_use = 'first' and l.exams = '[]'
    and l.status = 'open' and a.status in ('outstanding', 'paid') and not a.is_delete and d.permission_date >= ${today}::date
    and ${ctx.scope.visible('application', 'a')}`

/** Counts the applications and rights that would be granted, and the applications of walk-ins, which get none. */
export const missingRights = tunedQuery({
  columns: { applications: int(), rights: int(), walk_ins: int() },
  sql: (ctx: UserContext, feeId: number, today: Day) => sql`
    select count(distinct application_id) filter (where not is_walk_in)::int as applications,
      coalesce(sum(jsonb_array_length(exams)) filter (where not is_walk_in), 0)::int as rights,
      count(distinct application_id) filter (where is_walk_in)::int as walk_ins
    from (${linesLackingRights(ctx, feeId, today)}) lacking`,
})

/** Locks the applications in the order of their ids, to avoid deadlocks. */
export const lockApplications = tunedQuery({
  columns: { application_id: int() },
  sql: (ctx: UserContext, feeId: number, today: Day) => sql`
    select application_id from application
    where application_id in (select application_id from (${linesLackingRights(ctx, feeId, today)}) lacking)
    order by application_id for no key update`,
})

/** Grants the rights; must be called before {@link classifyLines}, which selects the same lines. */
export const grantRights = tunedQuery({
  columns: {},
  sql: (
    ctx: UserContext,
    feeId: number,
    { today, user_id, at }: { today: Day; user_id: number; at: string },
  ) => sql`
    with inserted as (
      insert into exam_right (application_id, line_id, customer_id, branch_id, kind, licence_type, valid_from,
        permission_date)
      select application_id, line_id, customer_id, branch_id, e.kind, e.licence_type, valid_from, permission_date
      from (${linesLackingRights(ctx, feeId, today)}) lacking
        cross join lateral jsonb_to_recordset(exams) as e (kind text, licence_type text)
      where not is_walk_in
      returning right_id, valid_from, permission_date
    )
    insert into exam_right_event (right_id, event, detail, user_id, at)
    select right_id, 'granted', jsonb_build_object('valid_from', valid_from, 'permission_date', permission_date),
      ${user_id}, ${at}
    from inserted`,
})

/** Copies the classification of the fee to the lines. */
export const classifyLines = tunedQuery({
  columns: {},
  sql: (ctx: UserContext, feeId: number, today: Day) => sql`
    update application_line l set fee_kind = lacking.fee_kind, exam_use = lacking.exam_use, exams = lacking.exams
    from (${linesLackingRights(ctx, feeId, today)}) lacking where lacking.line_id = l.line_id and not is_walk_in`,
})
