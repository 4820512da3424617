/** What the exams of a customer say about the next one: the theory exam of a practice exam, and the last failed exam. */
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, sql } from 'kysely'
import { isOpenBooking } from './open-booking.ts'

/** The customer and the licence type of a practice exam. */
interface PracticeExam {
  customer_id: RawBuilder<unknown>
  licence_type: RawBuilder<unknown>
}

/** Whether a right `t` is for the theory exam that belongs to a practice exam. */
const isItsTheory = ({
  customer_id,
  licence_type,
}: PracticeExam) => sql`t.customer_id = ${customer_id}
  and t.kind = 'theory' and (t.licence_type = ${licence_type} or 'any' in (t.licence_type, ${licence_type}))`

/** Whether the theory exam was passed at any branch. A result that was never recorded counts. */
export const theoryPassed = (
  practice: PracticeExam,
) => sql<boolean>`exists (select from exam_right t
  where ${isItsTheory(practice)} and (t.used_at is not null or t.theory_passed_on is not null
    or exists (select from exam e where e.right_id = t.right_id and e.result = 'unknown')))`

/** The day of the booked theory exam. */
export const theoryDay = (practice: PracticeExam) => sql<Day | null>`(select min(e.exam_date)
  from exam e join exam_right t using (right_id) where ${isItsTheory(practice)} and ${isOpenBooking('e')})`

/** The practice exam of the right `r`. */
export const ofRight: PracticeExam = {
  customer_id: sql`r.customer_id`,
  licence_type: sql`r.licence_type`,
}

/** The last day on which the exam of the right `r` was failed. */
export const failedOn = sql<Day | null>`(select max(e.exam_date) from exam e
  where e.right_id = r.right_id and e.result in ('fail', 'incomplete'))`
