/**
 * Earlier exams of a customer on which the next one depends: the theory exam of a practice exam,
 * and the last failed exam.
 */
import type { BookedTheory } from '@khapdee/domain/exam-booking'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isOpenBooking } from './open-booking.ts'

/** The customer and the licence type of a practice exam. */
interface PracticeExam {
  customer_id: RawBuilder<unknown>
  licence_type: RawBuilder<unknown>
}

/** Whether a right `t` is for the theory exam that belongs to a practice exam. */
export const isTheoryOf = ({
  customer_id,
  licence_type,
}: PracticeExam) => sql`t.customer_id = ${customer_id}
  and t.kind = 'theory' and (t.licence_type = ${licence_type} or 'any' in (t.licence_type, ${licence_type}))`

/** Whether the theory exam was passed at any branch. A result that was never recorded counts. */
export const theoryPassed = (
  practice: PracticeExam,
) => sql<boolean>`exists (select from exam_right t
  where ${isTheoryOf(practice)} and (t.used_at is not null or t.theory_passed_on is not null
    or exists (select from exam e where e.right_id = t.right_id and e.result = 'unknown')))`

/** The booked theory exam, the earliest of several, as JSON; null without one. */
export const bookedTheory = (practice: PracticeExam) => sql<BookedTheory | null>`(
  select jsonb_build_object('day', e.exam_date, 'ends_at', held.ends_at)
  from exam e join exam_right t using (right_id) left join exam_session held using (exam_session_id)
  where ${isTheoryOf(practice)} and ${isOpenBooking('e')} order by e.exam_date, held.ends_at limit 1)`

/** The practice exam of the right `r`. */
export const ofRight: PracticeExam = {
  customer_id: sql`r.customer_id`,
  licence_type: sql`r.licence_type`,
}

/**
 * Whether the booking `e` of the practice right `r` has neither a passed nor an earlier booked
 * theory exam. False if a user has allowed that with a reason since the last failed theory exam.
 */
const isTheoryMissing = sql<SqlBool>`(r.theory_passed_on is null and not ${theoryPassed(ofRight)}
  and not exists (select from exam x join exam_right t using (right_id)
      left join exam_session xs on xs.exam_session_id = x.exam_session_id
      left join exam_session es on es.exam_session_id = e.exam_session_id
    where ${isTheoryOf(ofRight)} and ${isOpenBooking('x')} and (x.exam_date < e.exam_date
      or x.exam_date = e.exam_date and coalesce(xs.ends_at <= es.starts_at, true)))
  and (e.override_reason = '' or exists (select from exam x join exam_right t using (right_id)
    where ${isTheoryOf(ofRight)} and x.result in ('fail', 'incomplete') and x.result_at > (
      select max(v.at) from exam_right_event v
      where v.right_id = r.right_id and v.event in ('booked', 'moved', 'dismissed')))))`

/** Whether the practice booking `e` of the right `r` in the branch `b` waits for its theory exam. */
export const waitsForTheory = sql<SqlBool>`r.kind = 'practice' and e.displaced_from is null
  and coalesce((b.settings ->> 'exam_theory_first')::boolean, true) and ${isTheoryMissing}`

/** The last day on which the exam of the right `r` was failed. */
export const failedOn = sql<Day | null>`(select max(e.exam_date) from exam e
  where e.right_id = r.right_id and e.result in ('fail', 'incomplete'))`
