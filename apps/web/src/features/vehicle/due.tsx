/** Due days of a vehicle (tax, insurance, inspection) as text and chips. */
import type { vehicle } from '@khapdee/contract/entities/vehicle'
import { type Day, daysBetween } from '@khapdee/domain/thai-date'
import { dueKinds, dueState, dueStates, remindersOf } from '@khapdee/domain/vehicle'
import type { RecordOf } from '../../crud/resource.ts'
import { useToday } from '../../crud/date-ranges.ts'
import { Chip, ThaiDay } from '../../ui/values.tsx'

interface DueChipProps {
  day: Day
  remindDays: number
}

/** The days until or since a due day; nothing while it is further off than `remindDays`. */
export function DueChip({ day, remindDays }: DueChipProps) {
  const today = useToday()
  const state = dueState(day, today, remindDays)
  if (state === null) return null
  return <Chip tone={dueStates[state].tone}>{distance(daysBetween(today, day))}</Chip>
}

function distance(days: number): string {
  if (days < 0) return `เลยกำหนด ${-days} วัน`
  return days === 0 ? 'วันนี้' : `อีก ${days} วัน`
}

/** The nearest due day and the number of others; without any due, only the next day. */
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
        {others.length > 0 && ` และอีก ${others.length} รายการ`}
      </span>
    </>
  )
}
