/**
 * Books, records and certifies the exams of the generated exam rights, with statements on whole
 * tables.
 */
import { todayInBangkok } from '@khapdee/domain/thai-date'
import pg from 'pg'

/** Seats of a generated session. */
const seats = 40
/** A right is booked 5 to 44 days after its first day. */
const daysUntilExam = { min: 5, span: 40 }
/**
 * Upper limits of a number from 0 to 99 that decides the result of a past booking; numbers above
 * the last limit are cancelled bookings.
 */
const outcomes = { pass: 72, fail: 86, absent: 95 }
/** Certified rights of every 100 passed ones of a line. */
const certifiedShare = 95

/** A number from 0 to 99 that depends only on a column, so that every run draws the same number. */
const draw = (column: string, seed: number) =>
  `(abs(hashint4extended(${column}, ${seed})) % 100)::int`

/** The tables that are filled or changed. */
const tables = [
  'exam',
  'exam_right',
  'exam_session',
  'exam_session_panel',
  'exam_right_event',
  'occupancy',
  'certificate',
  'application_line',
]

/** The statements in their order. @param today `YYYY-MM-DD` */
const statements = (today: string): readonly string[] => [
  `create temporary table planned as
    select r.right_id, r.line_id, r.branch_id, r.customer_id, r.kind, r.permission_date, a.created_by,
      r.valid_from + ${daysUntilExam.min} + (abs(hashint4extended(r.right_id, 1)) % ${daysUntilExam.span})::int as exam_date,
      null::text as result, false as is_cancelled, null::int as session_no
    from exam_right r join application_line l using (line_id) join application a on a.application_id = r.application_id
    where l.status = 'open' and r.used_at is null and r.disabled_at is null and r.forfeited_at is null
      and not exists (select from exam e where e.right_id = r.right_id)
      and not exists (select from occupancy o where o.kind = 'customer' and o.subject_id = r.customer_id)`,
  `delete from planned where exam_date > permission_date or ${draw('right_id', 2)} < 4`,
  // No candidate has two open bookings on one day, which could overlap.
  `delete from planned p using (
      select right_id, row_number() over (partition by customer_id, exam_date order by right_id) as n
      from planned where exam_date >= '${today}') doubled
    where doubled.right_id = p.right_id and n > 1`,
  `update planned set result = case when ${draw('right_id', 3)} < ${outcomes.pass} then 'pass'
      when ${draw('right_id', 3)} < ${outcomes.fail} then 'fail' when ${draw('right_id', 3)} < ${outcomes.absent} then 'absent' end,
      is_cancelled = ${draw('right_id', 3)} >= ${outcomes.absent}
    where exam_date < '${today}'`,
  `update planned p set session_no = numbered.n
    from (select right_id, (row_number() over (partition by branch_id, exam_date, kind order by right_id) - 1) / ${seats} as n
      from planned) numbered where numbered.right_id = p.right_id`,
  `analyze planned`,
  `create temporary table session_of as
    select branch_id, exam_date, kind, session_no,
      (exam_date + case kind when 'theory' then time '09:00' else time '13:00' end) at time zone 'Asia/Bangkok' as starts_at,
      (select max(exam_session_id) from exam_session)
        + row_number() over (order by exam_date, branch_id, kind, session_no)::int as exam_session_id
    from planned group by branch_id, exam_date, kind, session_no`,
  `analyze session_of`,
  `insert into exam_session (exam_session_id, branch_id, kind, licence_types, name, starts_at, ends_at, capacity, status,
      ended_at, ended_by, created_by, updated_by, "createdAt", "updatedAt")
    select exam_session_id, branch_id, kind, array['any', 'car', 'motorcycle', 'bigbike', 'truck2', 'truck3', 'truck4'],
      'สอบ ' || exam_date, starts_at, starts_at + interval '3 hours', ${seats},
      case when is_over then 'closed' else 'open' end, case when is_over then starts_at + interval '4 hours' end,
      case when is_over then u.user_id end, u.user_id, u.user_id, starts_at - interval '60 days', starts_at - interval '60 days'
    from session_of join lateral (select exam_date < '${today}' as is_over) past on true
      join lateral (select min(user_id) as user_id from app_user u join role using (role_id)
        where u.branch_id = session_of.branch_id and key = 'manager') u on true`,
  // The first session of a day and kind has the examiner of the branch.
  `with occupied as (
      insert into occupancy (kind, subject_id, during, exam_session_id)
      select 'user', u.user_id, tstzrange(s.starts_at, s.starts_at + interval '3 hours'), s.exam_session_id
      from session_of s join lateral (select min(user_id) as user_id from app_user u join role using (role_id)
        where u.branch_id = s.branch_id and key = 'examiner') u on true
      where s.session_no = 0
      on conflict do nothing returning subject_id, exam_session_id)
    insert into exam_session_panel (exam_session_id, user_id, role) select exam_session_id, subject_id, 'chair' from occupied`,
  `insert into exam (right_id, branch_id, exam_date, exam_session_id, result, score, result_at, result_by, checked_in_at,
      checked_in_by, cancelled_at, cancelled_by, cancel_note, created_by, "createdAt")
    select right_id, p.branch_id, exam_date, exam_session_id, result,
      case result when 'pass' then 45 when 'fail' then 40 end,
      case when result is not null then starts_at + interval '3 hours' end, case when result is not null then created_by end,
      case when result in ('pass', 'fail') then starts_at end, case when result in ('pass', 'fail') then created_by end,
      case when is_cancelled then starts_at - interval '2 days' end, case when is_cancelled then created_by end,
      case when is_cancelled then 'ผู้สมัครขอยกเลิก' else '' end, created_by, starts_at - interval '4 days'
    from planned p join session_of using (branch_id, exam_date, kind, session_no)
    order by exam_date, right_id`,
  `insert into occupancy (kind, subject_id, during, exam_session_id, exam_id)
    select 'customer', p.customer_id, tstzrange(s.starts_at, s.starts_at + interval '3 hours'), s.exam_session_id, e.exam_id
    from planned p join session_of s using (branch_id, exam_date, kind, session_no) join exam e using (right_id)
    where p.exam_date >= '${today}'`,
  // A certificate for each line whose exams were all passed.
  `create temporary table certified as
    select row_number() over (order by max(p.exam_date), r.line_id)::int as n, r.line_id, max(p.exam_date) + 7 as day,
      min(p.branch_id) as branch_id, min(p.created_by) as created_by, min(p.customer_id) as customer_id
    from exam_right r left join planned p using (right_id)
    where r.line_id in (select line_id from planned where result = 'pass')
    group by r.line_id
    having bool_and(p.result is not distinct from 'pass') and ${draw('r.line_id', 4)} < ${certifiedShare}
      and max(p.exam_date) + 7 <= '${today}'`,
  `analyze certified`,
  `insert into certificate (certificate_id, certificate_code, branch_id, holder, day, token, created_by, "createdAt")
    overriding system value
    select (select coalesce(max(certificate_id), 0) from certificate) + n, 'CT-BENCH-' || n, t.branch_id, c.name, day,
      md5('bench ' || n), t.created_by, day + time '10:00'
    from certified t join customer c using (customer_id)`,
  `update exam_right r set used_at = p.exam_date + time '12:00', certificate_id = t.certificate_id
    from planned p left join (select line_id, certificate_id from certified
      join certificate on certificate_code = 'CT-BENCH-' || n) t using (line_id)
    where p.right_id = r.right_id and p.result = 'pass'`,
  `update application_line l set exam_date = shown.day
    from (select line_id, coalesce(min(exam_date) filter (where result is null), max(exam_date)) as day
      from planned where not is_cancelled group by line_id) shown
    where shown.line_id = l.line_id`,
  `insert into exam_right_event (right_id, event, detail, user_id, at)
    select right_id, event, jsonb_build_object('exam_id', exam_id, 'exam_date', p.exam_date, 'result', p.result),
      p.created_by, p.exam_date + days * interval '1 day'
    from planned p join exam e using (right_id) join exam_right r using (right_id),
      lateral (values ('booked', -4, true), ('unbooked', -2, p.is_cancelled), ('result', 0, p.result is not null),
        ('certified', 7, r.certificate_id is not null)) as told (event, days, happened)
    where happened`,
  `select setval(pg_get_serial_sequence('exam_session', 'exam_session_id'), max(exam_session_id)) from exam_session`,
  `select setval(pg_get_serial_sequence('certificate', 'certificate_id'), max(certificate_id)) from certificate`,
]

/**
 * Books the rights that were never booked, in sessions of six years and the coming weeks; past
 * exams have results, and lines whose exams were all passed are certified. Does nothing if the
 * school already has such sessions.
 * @returns duration in seconds; 0 if nothing was to be done
 */
export async function bookExams(url: string): Promise<number> {
  const start = performance.now()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `select from certificate where certificate_code like 'CT-BENCH-%' limit 1`,
    )
    if (rowCount !== 0) return 0
    // Without triggers: the statements themselves write what the triggers would write, and no open
    // screen needs a notification.
    await client.query(
      `begin; set local work_mem = '256MB'; set local session_replication_role = replica`,
    )
    for (const statement of statements(todayInBangkok(new Date()))) await client.query(statement)
    await client.query('commit')
    for (const table of tables) await client.query(`vacuum (analyze) ${table}`)
    return Math.round((performance.now() - start) / 1000)
  } finally {
    await client.end()
  }
}
