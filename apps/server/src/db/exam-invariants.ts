/** Invariants of exam sessions, bookings and the timetable; see invariants.ts. */
import { type RawBuilder, sql } from 'kysely'

/** The resources that sessions must occupy unless they are cancelled: their panel, their vehicles and the customers with an open booking. */
const occupied = sql`
  select 'user' as kind, p.user_id as subject_id, s.exam_session_id, null::int as exam_id
  from exam_session_panel p join exam_session s using (exam_session_id) where s.status <> 'cancelled'
  union all select 'vehicle', v.vehicle_id, s.exam_session_id, null
  from exam_session_vehicle v join exam_session s using (exam_session_id) where s.status <> 'cancelled'
  union all select 'customer', r.customer_id, e.exam_session_id, e.exam_id
  from exam e join exam_right r using (right_id)
  where e.exam_session_id is not null and e.result is null and e.cancelled_at is null`

/** Resources that may be occupied as well: places, unless they are shared, and customers whose exam has its result. */
const maybeOccupied = sql`${occupied}
  union all select 'place', s.place_id, s.exam_session_id, null from exam_session s
  where s.place_id is not null and s.status <> 'cancelled'
  union all select 'customer', r.customer_id, e.exam_session_id, e.exam_id
  from exam e join exam_right r using (right_id) where e.exam_session_id is not null and e.result is not null`

export const examInvariants: Record<string, RawBuilder<unknown>> = {
  'an exam session has at most as many bookings and held offers as seats': sql`
    select name as row, s.capacity >= (select count(*) from exam e
      where e.exam_session_id = s.exam_session_id and e.cancelled_at is null) + (select count(*) from exam_waiting w
      where w.exam_session_id = s.exam_session_id and w.state = 'offered') as holds
    from exam_session s`,
  'an entry of a waiting list belongs to the customer of its right and the branch of its session': sql`
    select 'waiting ' || exam_waiting_id as row, (w.customer_id, w.branch_id) = (r.customer_id, s.branch_id) as holds
    from exam_waiting w join exam_right r using (right_id) join exam_session s using (exam_session_id)`,
  'nobody waits with a right that has ended, or for a session that is cancelled': sql`
    select 'waiting ' || exam_waiting_id as row, r.used_at is null and r.disabled_at is null and r.forfeited_at is null
      and s.status <> 'cancelled' as holds
    from exam_waiting w join exam_right r using (right_id) join exam_session s using (exam_session_id)
    where w.state in ('waiting', 'offered')`,
  'nobody waits for a session in which the right is booked': sql`
    select 'waiting ' || exam_waiting_id as row, not exists (select from exam e where e.right_id = w.right_id
      and e.exam_session_id = w.exam_session_id and e.result is null and e.cancelled_at is null) as holds
    from exam_waiting w where w.state in ('waiting', 'offered')`,
  'an accepted seat is a booking of its right': sql`
    select 'waiting ' || exam_waiting_id as row, e.right_id = w.right_id as holds
    from exam_waiting w join exam e using (exam_id) where w.state = 'accepted'`,
  'the ledger of a right shows every state of its entries in waiting lists': sql`
    select 'waiting ' || exam_waiting_id as row, exists (select from exam_right_event v where v.right_id = w.right_id
      and v.detail @> jsonb_build_object('exam_waiting_id', w.exam_waiting_id) and v.event = case w.state
        when 'waiting' then 'waiting_joined' when 'offered' then 'seat_offered' when 'accepted' then 'seat_accepted'
        when 'declined' then 'seat_declined' when 'lapsed' then 'offer_lapsed' when 'left' then 'waiting_left'
        when 'displaced' then 'waiting_displaced' else 'waiting_ended' end) as holds
    from exam_waiting w`,
  'a booking is for the kind, the branch and the day of its session, which is not cancelled': sql`
    select 'exam ' || exam_id as row, (e.exam_date, r.kind, coalesce(e.host_branch_id, e.branch_id))
      = (s.day, s.kind, s.branch_id) and s.status <> 'cancelled' as holds
    from exam e join exam_right r using (right_id) join exam_session s using (exam_session_id)
    where e.cancelled_at is null`,
  'the panel, the vehicles and the candidates of a session are occupied for its time': sql`
    select s.name || ': ' || w.kind || ' ' || w.subject_id as row, exists (select from occupancy o
      where (o.kind, o.subject_id, o.exam_session_id) = (w.kind, w.subject_id, w.exam_session_id)
        and o.exam_id is not distinct from w.exam_id and o.during = tstzrange(s.starts_at, s.ends_at)) as holds
    from (${occupied}) w join exam_session s using (exam_session_id)`,
  'a certificate is valid exactly while passed exams have it': sql`
    select certificate_code as row, (t.cancelled_at is null) = exists (
      select from exam_right r where r.certificate_id = t.certificate_id) as holds
    from certificate t`,
  'the exams of a certificate are of one line': sql`
    select certificate_code as row, count(distinct r.line_id) < 2 as holds
    from certificate t join exam_right r using (certificate_id) group by certificate_code`,
  'nothing is occupied that no session needs': sql`
    select 'occupancy ' || occupancy_id as row, exists (select from (${maybeOccupied}) w
      where (o.kind, o.subject_id, o.exam_session_id) = (w.kind, w.subject_id, w.exam_session_id)
        and o.exam_id is not distinct from w.exam_id) and o.during = tstzrange(s.starts_at, s.ends_at) as holds
    from occupancy o join exam_session s using (exam_session_id)`,
  'an own event occupies its owner for its time exactly if it is marked so': sql`
    select 'calendar event ' || v.calendar_event_id as row, (
        select count(*) from occupancy o where o.calendar_event_id = v.calendar_event_id
      ) = (v.is_busy and not v.is_delete)::int and not exists (select from occupancy o
        where o.calendar_event_id = v.calendar_event_id
          and (o.subject_id, o.during) is distinct from (v.user_id, tstzrange(v.starts_at, v.ends_at))) as holds
    from calendar_event v`,
}
