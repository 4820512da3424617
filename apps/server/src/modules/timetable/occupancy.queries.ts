/** SQL of the times at which employees, vehicles, places and customers are occupied. */
import { sql } from 'kysely'
import { instant, int, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'

type SubjectKind = 'user' | 'vehicle' | 'place' | 'customer'

/** An employee, vehicle, place or customer. */
export interface Subject {
  kind: SubjectKind
  subject_id: number
}

/** The sessions and events that occupy subjects, with their times. */
export interface Occupation {
  /** Null for an own event. */
  exam_session_id: number | null
  /** The booking that occupies a customer; null for the others. */
  exam_id: number | null
  /** The own event that occupies an employee. */
  calendar_event_id?: number
  /** ISO 8601; the end is not part of the span. */
  starts_at: string
  ends_at: string
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`
const spanOf = ({ starts_at, ends_at }: Pick<Occupation, 'starts_at' | 'ends_at'>) =>
  sql`tstzrange(${starts_at}, ${ends_at})`
const subjectRows = (subjects: readonly Subject[]) =>
  sql`jsonb_to_recordset(${json(subjects)}) as wanted (kind text, subject_id int)`

/** Shown in place of the title of an event that is hidden from the reader. */
const unseenEvent = 'กำหนดการอื่น'

/** An instant as `23/11/2569 09:00`. */
const thaiTime = (column: string) => {
  const local = sql`(${sql.ref(column)} at time zone 'Asia/Bangkok')`
  return sql`(to_char(${local}, 'DD/MM/') || (extract(year from ${local})::int + 543) || to_char(${local}, ' HH24:MI'))`
}

/**
 * Occupies subjects, and returns those that are already occupied then. They are inserted in one
 * order, so that two transactions cannot deadlock.
 */
export const insertOccupancies = tunedQuery({
  columns: { kind: text<SubjectKind>(), subject_id: int() },
  sql: (subjects: readonly Subject[], occupation: Occupation) => sql`
    with inserted as (
      insert into occupancy (kind, subject_id, during, exam_session_id, exam_id, calendar_event_id)
      select kind, subject_id, ${spanOf(occupation)}, ${occupation.exam_session_id}::int, ${occupation.exam_id}::int,
        ${occupation.calendar_event_id ?? null}::int
      from ${subjectRows(subjects)} order by kind, subject_id
      on conflict do nothing returning kind, subject_id
    )
    select kind, subject_id from ${subjectRows(subjects)}
    where (kind, subject_id) not in (select kind, subject_id from inserted)`,
})

/**
 * The name and the end of the session `s` or the own event `v` that occupies a subject. The name of
 * an event is shown to its owner and to the branch that may see it.
 */
export const occupationName = ({ actor, scope }: UserContext) => sql<string>`coalesce(
  s.name || ' – ' || to_char(s.ends_at at time zone 'Asia/Bangkok', 'HH24:MI'),
  case when v.user_id = ${actor.user_id} or v.branch_id = any(${[...scope.branchIds]}::int[]) then v.title
    else ${unseenEvent} end || ' ' || ${thaiTime('v.starts_at')} || ' – '
    || ${thaiTime('v.ends_at')})`

/** The names of occupied subjects, each with the first session or event that occupies it then. */
export const occupiedBy = tunedQuery({
  columns: { subject: text(), session: text() },
  sql: (
    ctx: UserContext,
    subjects: readonly Subject[],
    span: Pick<Occupation, 'starts_at' | 'ends_at'>,
  ) => sql`
    select distinct on (o.kind, o.subject_id) case o.kind
        when 'user' then (select ${userName('u')} from app_user u where u.user_id = o.subject_id)
        when 'vehicle' then (select v.no || ' ' || v.province from vehicle v where v.vehicle_id = o.subject_id)
        when 'place' then (select p.name from place p where p.place_id = o.subject_id)
        else (select c.name from customer c where c.customer_id = o.subject_id) end as subject,
      ${occupationName(ctx)} as session
    from ${subjectRows(subjects)} join occupancy o using (kind, subject_id)
      left join exam_session s using (exam_session_id) left join calendar_event v using (calendar_event_id)
    where o.during && ${spanOf(span)}
    order by o.kind, o.subject_id, o.during`,
})

/** The times of the bookings of an application, earliest first. */
export const spansOfBookings = tunedQuery({
  columns: { starts_at: instant(), ends_at: instant() },
  sql: (applicationId: number) => sql`
    select lower(o.during) as starts_at, upper(o.during) as ends_at
    from exam_right r join exam e using (right_id) join occupancy o using (exam_id)
    where r.application_id = ${applicationId} order by 1`,
})

/** The open bookings of two customers that are at the same time. */
export const overlappingSessions = tunedQuery({
  columns: { one: text(), other: text() },
  sql: (customerId: number, otherId: number) => sql`
    select s.name as one, t.name as other
    from occupancy a join occupancy b on b.during && a.during
      join exam e on e.exam_id = a.exam_id and e.result is null
      join exam f on f.exam_id = b.exam_id and f.result is null
      join exam_session s on s.exam_session_id = a.exam_session_id
      join exam_session t on t.exam_session_id = b.exam_session_id
    where a.kind = 'customer' and a.subject_id = ${customerId} and b.kind = 'customer' and b.subject_id = ${otherId}
    order by s.starts_at`,
})

/**
 * Deletes the occupied times of bookings with a result at which the other of two customers is
 * occupied, too.
 */
export const releasePastOverlaps = tunedQuery({
  columns: {},
  sql: (customerId: number, otherId: number) => sql`
    delete from occupancy o using exam e
    where o.kind = 'customer' and o.subject_id in (${customerId}, ${otherId})
      and e.exam_id = o.exam_id and e.result is not null and exists (
        select from occupancy x where x.kind = 'customer' and x.subject_id in (${customerId}, ${otherId})
          and x.subject_id <> o.subject_id and x.during && o.during)`,
})
