/** Components for the due days of a vehicle (tax, insurance, inspection). */
import type { vehicle } from '@khapdee/contract/entities/vehicle'
import { type Day, daysBetween } from '@khapdee/domain/thai-date'
import { dueKinds, dueState, dueStates, remindersOf } from '@khapdee/domain/vehicle'
import { units, stateWords, headings } from '@khapdee/domain/words'
import type { RecordOf } from '../../crud/resource.ts'
import { useToday } from '../../ui/use-today.ts'
import { Chip, ThaiDay } from '../../ui/values.tsx'

interface DueChipProps {
  day: Day
  /** The number of days before the due day at which the reminder starts. */
  remindDays: number
}

/** The days until or since a due day; nothing if it is more than `remindDays` ahead. */
export function DueChip({ day, remindDays }: DueChipProps) {
  const today = useToday()
  const state = dueState(day, today, remindDays)
  if (state === null) return null
  return <Chip tone={dueStates[state].tone}>{dueText(daysBetween(today, day))}</Chip>
}

function dueText(days: number): string {
  if (days < 0) return `${stateWords.overdue} ${-days} วัน`
  return days === 0 ? headings.today : `อีก ${days} วัน`
}

/** The first due day that has a reminder, and the number of further reminders; without reminders only the next due day. */
export function DueCell({ row }: { row: RecordOf<typeof vehicle> }) {
  const [first, ...others] = remindersOf(row, useToday(), row.remind_days)
  if (first === undefined) return <ThaiDay value={row.next_due} />
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2">
        <ThaiDay value={first.day} />
        <DueChip day={first.day} remindDays={row.remind_days} />
      </span>
      <span className="block text-xs text-muted">
        {dueKinds[first.kind]}
        {others.length > 0 && ` และอีก ${others.length} ${units.entries}`}
      </span>
    </>
  )
}
