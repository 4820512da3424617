/** SQL of planned exam sessions, and of the people, vehicles and places that are free at their times. */
import type { PanelRole, Span } from '@khapdee/domain/exam-session'
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import type { Day } from '@khapdee/domain/thai-date'
import type { TimeOfDay } from '@khapdee/domain/time-of-day'
import type { ListQuery } from '@khapdee/contract/wire'
import { type SqlBool, sql } from 'kysely'
import {
  type RowOf,
  bool,
  day,
  instant,
  int,
  jsonb,
  orNull,
  text,
  texts,
} from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'
import { inBranches, joinByAnd } from '../../kernel/list.ts'
import { seatsTaken } from '../booking/open-booking.ts'
import type { Subject } from '../timetable/occupancy.ts'
import { clockTime, panelOf, vehiclesOf } from './session.queries.ts'

/** The sessions from today on that have not begun, earliest first. */
export const plannedSessions = tunedQuery({
  columns: {
    exam_session_id: int(),
    branch_id: int(),
    branch: text(),
    kind: text<ExamKind>(),
    licence_types: texts<ExamLicence[]>(),
    name: text(),
    date: day<Day>(),
    start_time: text<TimeOfDay>(),
    end_time: text<TimeOfDay>(),
    starts_at: instant(),
    ends_at: instant(),
    capacity: int(),
    seats_taken: int(),
    place_id: orNull(int()),
    place_kind: orNull(text()),
    vehicles: jsonb<{ vehicle_id: number }[]>(),
    panel: jsonb<{ user_id: number; role: PanelRole }[]>(),
    accepted_problems: texts(),
    version: int(),
  },
  // Planned for the given branches and day, because there are many past sessions.
  unnamed: true,
  sql: (
    ctx: UserContext,
    query: Pick<ListQuery, 'branch'> & { exam_session_id?: number | undefined },
    today: Day,
  ) => sql`
    select s.exam_session_id, s.branch_id, b.name as branch, s.kind, s.licence_types, s.name, s.day as date,
      ${clockTime('starts_at')} as start_time, ${clockTime('ends_at')} as end_time, s.starts_at, s.ends_at, s.capacity,
      ${seatsTaken('s')} as seats_taken, s.place_id,
      (select p.kind from place p where p.place_id = s.place_id) as place_kind, ${vehiclesOf} as vehicles, ${panelOf} as panel, s.accepted_problems,
      s.version
    from exam_session s join branch b using (branch_id)
    where ${joinByAnd([
      inBranches(ctx.scope, query, sql.ref('s.branch_id')),
      ...(query.exam_session_id === undefined
        ? []
        : [sql<SqlBool>`s.exam_session_id = ${query.exam_session_id}`]),
      sql<SqlBool>`s.day >= ${today}::date and s.status <> 'cancelled'
        and s.starts_at > ${ctx.clock.now().toISOString()}`,
    ])}
    order by s.starts_at, s.exam_session_id`,
})
export type PlannedSession = RowOf<typeof plannedSessions.columns>

/** The people, vehicles and places that branches use; vehicles and places by name. */
export const resourcesOfBranches = tunedQuery({
  columns: {
    branch_id: int(),
    kind: text<'user' | 'vehicle' | 'place'>(),
    id: int(),
    name: text(),
    /** The kind of a place, and its capacity. */
    place_kind: text(),
    capacity: int(),
    is_shared: bool(),
  },
  sql: (branchIds: readonly number[]) => sql`
    select b.branch_id, 'user' as kind, u.user_id as id, u.fname || ' ' || u.sname as name, '' as place_kind, 0 as capacity,
      false as is_shared
    from unnest(${branchIds}::int[]) as b (branch_id) join app_user u on not u.is_delete and u.is_active
      and (u.branch_id = b.branch_id
        or exists (select from user_branch ub where ub.user_id = u.user_id and ub.branch_id = b.branch_id))
    union all
    select v.branch_id, 'vehicle', v.vehicle_id, v.no || ' ' || v.province, '', 0, false from vehicle v
    where v.branch_id = any(${branchIds}::int[]) and not v.is_delete and v.status = 'ready'
    union all
    select p.branch_id, 'place', p.place_id, p.name, p.kind, p.capacity, p.is_shared from place p
    where p.branch_id = any(${branchIds}::int[]) and not p.is_delete and p.is_activate
    order by kind, name, id`,
})
export type Resource = RowOf<typeof resourcesOfBranches.columns>

/** The subjects that are occupied at the times of sessions by something else. */
export const busySubjects = tunedQuery({
  columns: { exam_session_id: int(), kind: text<Subject['kind']>(), subject_id: int() },
  sql: (
    subjects: readonly Subject[],
    sessions: readonly (Span & { exam_session_id: number })[],
  ) => sql`
    select distinct planned.exam_session_id, o.kind, o.subject_id
    from jsonb_to_recordset(${JSON.stringify(sessions)}::jsonb)
        as planned (exam_session_id int, starts_at timestamptz, ends_at timestamptz)
      join occupancy o on o.during && tstzrange(planned.starts_at, planned.ends_at)
      join jsonb_to_recordset(${JSON.stringify(subjects)}::jsonb) as wanted (kind text, subject_id int)
        using (kind, subject_id)
    where o.exam_session_id is distinct from planned.exam_session_id`,
})
