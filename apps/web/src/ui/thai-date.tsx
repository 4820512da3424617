import { type Day, formatDay, formatDayShort, formatInstant } from '@khapdee/domain/thai-date'

interface ThaiDayProps {
  value: Day | null
  /** `table` 21/11/2569, `card` 21 พ.ย. 2569 */
  look?: 'table' | 'card'
}

/** A day in the Buddhist Era; a dash where there is none. */
export function ThaiDay({ value, look = 'table' }: ThaiDayProps) {
  if (value === null) return <Missing />
  return (
    <time dateTime={value} className="whitespace-nowrap">
      {look === 'table' ? formatDay(value) : formatDayShort(value)}
    </time>
  )
}

/** `21/11/2569 08:26 น.` of an ISO 8601 instant, in Bangkok; a dash where there is none. */
export function ThaiInstant({ value }: { value: string | null }) {
  if (value === null) return <Missing />
  return (
    <time dateTime={value} className="whitespace-nowrap">
      {formatInstant(value)}
    </time>
  )
}

function Missing() {
  return <span className="text-muted">–</span>
}
