/**
 * The month view of the calendar. It replaces that of FullCalendar, which takes several times as
 * long to show another month. Entries without a lane are not in the document.
 */
import type { CalendarEntry } from '@khapdee/contract/entities/calendar'
import type { ToldCandidate } from '@khapdee/contract/entities/exam-session'
import { type CalendarCategory, calendarCategories } from '@khapdee/domain/calendar'
import {
  type Day,
  day,
  formatDayLong,
  formatMonth,
  thaiWeekdaysShort,
  timeInBangkok,
} from '@khapdee/domain/thai-date'
import { units } from '@khapdee/domain/words'
import { type CSSProperties, type KeyboardEvent, type ReactNode, memo, useRef } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { type PickedTime, daysOfView } from './calendar-span.ts'
import { entryKeys } from './entry-keys.ts'
import { categoryLooks } from './entry-look.ts'
import { type MonthDay, type PlacedEntry, daysOfMonth, weekStarts } from './month-layout.ts'
import { useEntryDrag } from './use-entry-drag.ts'
import { useFocusedEntry } from './use-focused-entry.ts'
import { useMoveEntry } from './use-move-entry.ts'

interface MonthViewProps {
  date: Day
  today: Day
  /** Whether the entries are still those of other days, until those of the view are loaded. */
  entries: readonly CalendarEntry[]
  /** Whether the entries are those of other days, until those of the view are read. */
  isStale: boolean
  onOpen: (entry: CalendarEntry) => void
  onMove: (entry: CalendarEntry) => void
  /** Shows the candidates to phone about a session that was moved. */
  onTold: (told: readonly ToldCandidate[]) => void
  onPick: (time: PickedTime) => void
  /** Shows all entries of a day that has more entries than its cell shows. */
  onShowDay: (day: Day) => void
}

/** The height of an entry and of the space under it in `calendar.css`, in pixels. */
const laneHeight = 22
/** The padding and the line between two days in `calendar.css`, in pixels. */
const betweenDays = 5

export function MonthView(props: MonthViewProps) {
  const { date, today, entries, isStale, onOpen, onMove, onTold, onPick, onShowDay } = props
  const month = date.slice(0, 7)
  const { start } = daysOfView('month', date)
  const days = daysOfMonth(start, entries)
  const move = useMoveEntry(onTold)
  const find = (searched: string | undefined) => entries.find(({ id }) => id === searched)
  const drag = useEntryDrag(find, move)
  const table = useRef<HTMLTableElement>(null)
  const focus = useFocusedEntry(table)
  const moveByKeys = entryKeys(entries, onMove)

  const press = (target: EventTarget): boolean => {
    const { entry: id, more } = (target as Element).closest<HTMLElement>('.entry')?.dataset ?? {}
    const entry = find(id)
    if (entry !== undefined) onOpen(entry)
    else if (more !== undefined) onShowDay(day(more))
    return entry !== undefined || more !== undefined
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isPress = event.key === 'Enter' || event.key === ' '
    if (isPress && press(event.target)) event.preventDefault()
    else moveByKeys(event)
  }
  const onClick = ({ target }: { target: EventTarget }) => {
    if (press(target)) return
    const picked = (target as Element).closest<HTMLElement>('[data-day]')?.dataset['day']
    if (picked !== undefined) onPick({ day: day(picked), time: null })
  }

  return (
    <table
      ref={table}
      // A table whose entries are reached by arrow keys.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
      role="grid"
      aria-label={formatMonth(month)}
      className={classNames('month', isStale && 'stale')}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onPointerOver={showWholeText}
      {...drag}
      {...focus}
    >
      <thead>
        <tr>
          {thaiWeekdaysShort.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weekStarts.map((first) => (
          <tr key={first}>
            {thaiWeekdaysShort.map((name, weekday) => {
              const cell = days[first + weekday]
              if (cell === undefined) return null
              const isOutside = !cell.day.startsWith(month)
              // Keyed by the weekday, so that the cells stay when the month changes.
              return (
                <DayCell
                  key={name}
                  cell={cell}
                  isToday={cell.day === today}
                  isOutside={isOutside}
                />
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Sets the tooltip of an entry when the pointer enters it, because setting all of them at once is slow. */
const showWholeText = ({ target }: { target: EventTarget }) => {
  const entry = (target as Element).closest<HTMLElement>('[data-entry]')
  if (entry !== null) entry.title = entry.textContent
}

interface DayCellProps {
  cell: MonthDay
  isToday: boolean
  /** Whether the day is of the month before or after. */
  isOutside: boolean
}

const DayCell = memo(({ cell, isToday, isOutside }: DayCellProps) => {
  const { day: of, placed, hidden } = cell
  return (
    <td
      aria-current={isToday ? 'date' : undefined}
      data-day={of}
      className={isOutside ? 'month-day month-outside' : 'month-day'}
    >
      <div className="month-date">
        <span className="sr-only">{formatDayLong(of)}</span>
        <span aria-hidden>{Number(of.slice(8))}</span>
      </div>
      {placed.map((entry, i) => (
        <MonthEntry
          key={entry.lane}
          placed={entry}
          of={of}
          lanesBefore={entry.lane - 1 - (placed[i - 1]?.lane ?? -1)}
        />
      ))}
      {hidden > 0 && (
        <button
          type="button"
          className="entry entry-more"
          data-more={of}
          aria-label={`+${hidden} ${units.entries} ${formatDayLong(of)}`}
        >
          {`+${hidden} ${units.entries}`}
        </button>
      )}
    </td>
  )
})

const symbolOf = ({ path }: { path: string }): ReactNode => (
  <svg viewBox="0 0 24 24" aria-hidden>
    <path d={path} />
  </svg>
)

/** Constant elements, which React does not compare again. Without keys, so that an entry of another category keeps its element. */
const symbols = Object.fromEntries(
  Object.entries(categoryLooks).map(([category, look]) => [category, symbolOf(look)]),
) as Record<CalendarCategory, ReactNode>

interface MonthEntryProps {
  placed: PlacedEntry
  of: Day
  /** The lanes between this entry and the one before it, which are taken by entries of earlier days. */
  lanesBefore: number
}

/** The symbol, the time and the title of an entry; for sessions the seats. */
function MonthEntry({ placed, of, lanesBefore }: MonthEntryProps) {
  const { entry, from, to, isStart, isEnd } = placed
  const { category, can_update, allDay, capacity } = entry
  const length = to - from + 1
  const time = allDay || !isStart ? '' : timeInBangkok(entry.start)
  const text = capacity === null ? entry.title : `${entry.title} ${entry.seats_taken}/${capacity}`
  const title = time === '' ? text : `${time} ${text}`
  const style: CSSProperties = {}
  if (lanesBefore > 0) style.marginTop = lanesBefore * laneHeight
  if (length > 1) style.width = `calc(${length * 100}% + ${(length - 1) * betweenDays}px)`
  return (
    <div
      // Not every browser drags buttons.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="button"
      tabIndex={0}
      className={classNames(
        'entry',
        `entry-${categoryLooks[category].colour}`,
        length > 1 && 'entry-long',
      )}
      data-entry={entry.id}
      aria-label={`${title} ${calendarCategories[category].label} ${formatDayLong(of)}`}
      data-stretch={(can_update && allDay && isEnd) || undefined}
      draggable={can_update || undefined}
      style={style}
    >
      {symbols[category]}
      <b>{`${time} `}</b>
      {text}
    </div>
  )
}
