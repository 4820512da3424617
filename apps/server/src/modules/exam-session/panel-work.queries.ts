/** SQL of the seats on the panels of held exam sessions. */
import type { PanelRole } from '@khapdee/domain/exam-session'
import type { ExamKind } from '@khapdee/domain/exams'
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { day, int, text, texts } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'

/** Candidates are counted in one pass over the sessions of all people, instead of once for each seat. */
export const panelSeats = tunedQuery({
  columns: {
    user_id: int(),
    exam_session_id: int(),
    day: day<Day>(),
    name: text(),
    role: text<PanelRole>(),
    subject: text<ExamKind>(),
    licence_types: texts(),
    minutes: int(),
    persons: int(),
  },
  sql: (userIds: readonly number[], first: Day, last: Day) => sql`
    select p.user_id, s.exam_session_id, s.day, s.name, p.role, s.kind as subject, s.licence_types,
      (extract(epoch from s.ends_at - s.starts_at) / 60)::int as minutes,
      (count(*) filter (where e.result in ('pass', 'fail', 'incomplete')))::int as persons
    from exam_session_panel p join exam_session s using (exam_session_id)
      join exam e on e.exam_session_id = s.exam_session_id and e.cancelled_at is null
    where p.user_id = any(${userIds}::int[]) and s.ended_at is not null and s.status <> 'cancelled'
      and s.day between ${first}::date and ${last}::date
    group by p.user_id, p.role, s.exam_session_id
    order by s.day, s.exam_session_id`,
})
