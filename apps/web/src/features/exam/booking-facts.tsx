/** Common parts of the dialogs of bookings. */
import { examBooking, type OpenBookingShape } from '@khapdee/contract/entities/exam-booking'
import { titlesOf } from '@khapdee/contract/field-meta'
import { bookingTime } from '@khapdee/domain/exam-booking'
import { examName } from '@khapdee/domain/exams'
import type { Day } from '@khapdee/domain/thai-date'
import { DescriptionList } from '../../ui/page.tsx'
import { ThaiDay } from '../../ui/values.tsx'
import type { BookableRight } from './booking-actions.tsx'

/** The cached queries that a change of a booking invalidates. */
export const bookingInvalidates = [
  'exam',
  'exam-session',
  'exam-waiting',
  'application',
  'customer',
]

const labels = titlesOf(examBooking.row.shape)

interface BookingFactsProps {
  right: BookableRight
  booking: OpenBookingShape | null
  /** The last day of the right; undefined until it is loaded. */
  lastDay?: Day | undefined
  /** The result that was recorded. */
  result?: string | undefined
}

/** The candidate, and the present time of the exam. */
export const BookingFacts = ({ right, booking, lastDay, result }: BookingFactsProps) => (
  <DescriptionList
    items={[
      { label: labels.customer, value: right.customer },
      { label: labels.kind, value: examName(right) },
      ...(booking === null ? [] : [{ label: labels.exam_date, value: bookingTime(booking) }]),
      ...(lastDay === undefined
        ? []
        : [{ label: labels.permission_date, value: <ThaiDay value={lastDay} /> }]),
      ...(result === undefined ? [] : [{ label: 'ผลสอบที่บันทึกไว้', value: result }]),
    ]}
  />
)
