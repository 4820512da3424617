/** The time of a booked session. */
import { timeInBangkok } from '@khapdee/domain/thai-date'
import { headings } from '@khapdee/domain/words'

interface SessionTimeProps {
  starts_at: string | null
  ends_at: string | null
}

/** `09:00–12:00 น.`, or that the booking has no session. */
export const SessionTime = ({ starts_at, ends_at }: SessionTimeProps) =>
  starts_at === null || ends_at === null ? (
    headings.noSession
  ) : (
    <span className="whitespace-nowrap">
      {timeInBangkok(starts_at)}–{timeInBangkok(ends_at)} น.
    </span>
  )
