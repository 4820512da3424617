/** FullCalendar, for the views with hours and the list. Its clock is that of Bangkok on every computer. */
import type { CalendarEntry } from '@khapdee/contract/entities/calendar'
import type { ToldCandidate } from '@khapdee/contract/entities/exam-session'
import { type EventTime, calendarCategories } from '@khapdee/domain/calendar'
import { entities } from '@khapdee/domain/entities'
import { type Day, day, formatDayLong, timeInBangkok } from '@khapdee/domain/thai-date'
import FullCalendar, {
  type DateClickInfo,
  type EventApi,
  type EventDisplayInfo,
  type EventInput,
  useCalendarController,
} from '@fullcalendar/react'
import interaction from '@fullcalendar/react/interaction'
import list from '@fullcalendar/react/list'
import thai from '@fullcalendar/react/locales/th'
import theme from '@fullcalendar/react/themes/classic'
import timeGrid from '@fullcalendar/react/timegrid'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { alerts } from '../../../shared/alerts.ts'
import './calendar-grid.css'
import { type CalendarView, type PickedTime, wallClock } from './calendar-span.ts'
import { entryKeys } from './entry-keys.ts'
import { categoryLooks } from './entry-look.ts'
import { useMoveEntry } from './use-move-entry.ts'

/** The views by their names in FullCalendar. */
const libraryViews = { week: 'timeGridWeek', day: 'timeGridDay', list: 'listWeek' } as const

interface CalendarGridProps {
  view: Exclude<CalendarView, 'month'>
  date: Day
  /** Whether the entries are still those of other days, until those of the view are loaded. */
  entries: readonly CalendarEntry[]
  /** Whether the entries are those of other days, until those of the view are read. */
  isStale: boolean
  onOpen: (entry: CalendarEntry) => void
  onMove: (entry: CalendarEntry) => void
  /** Shows whom to phone about a session that was moved. */
  onTold: (told: readonly ToldCandidate[]) => void
  onPick: (time: PickedTime) => void
  /** Shows all entries of a day that has more entries of whole days than there is room for. */
  onShowDay: (day: Day) => void
}

const plugins = [timeGrid, list, interaction, theme]

/** With the texts that the Thai locale lacks. */
const locale = {
  ...thai,
  eventsHint: entities.calendar_event.label,
  timedText: 'ตามเวลา',
  moreLinkHint: (count: number) => `ดูอีก ${count} รายการ`,
}

/** Entries of whole days that a day shows; the others are not in the document. */
const maxEntriesOfDay = 4

const inputOf = (entry: CalendarEntry): EventInput => {
  const { colour } = categoryLooks[entry.category]
  return {
    id: entry.id,
    title: entry.title,
    start: entry.allDay ? entry.start : wallClock(entry.start),
    end: entry.allDay ? entry.end : wallClock(entry.end),
    allDay: entry.allDay,
    editable: entry.can_update,
    className: `entry entry-${colour}`,
    color: `var(--${colour}-soft)`,
    contrastColor: `var(--${colour})`,
    extendedProps: { entry },
  }
}

const entryOf = (event: Pick<EventApi, 'extendedProps'>) =>
  event.extendedProps['entry'] as CalendarEntry

/** The time to which an event was dragged or resized. */
function timeOf(event: EventApi, { allDay }: CalendarEntry): EventTime | null {
  if (event.allDay !== allDay) return null
  const start = day(event.startStr.slice(0, 10))
  if (!allDay) {
    const end = event.endStr === '' ? event.startStr : event.endStr
    return {
      is_all_day: false,
      start,
      start_time: event.startStr.slice(11, 16),
      end: day(end.slice(0, 10)),
      end_time: end.slice(11, 16),
    }
  }
  const past = event.end ?? new Date(Date.parse(start) + 86_400_000)
  const last = day(new Date(past.getTime() - 86_400_000).toISOString().slice(0, 10))
  return { is_all_day: true, start, start_time: null, end: last, end_time: null }
}

export function CalendarGrid(props: CalendarGridProps) {
  const { view, date, entries, isStale, onOpen, onMove, onTold, onPick, onShowDay } = props
  const controller = useCalendarController()
  const move = useMoveEntry(onTold)
  const events = useMemo(() => entries.map(inputOf), [entries])
  const [first] = useState({ view, date })
  const shown = useRef({ view, date })
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { view, date }
    if (before.date !== date) controller.gotoDate(date)
    if (before.view !== view) controller.changeView(libraryViews[view])
  }, [controller, view, date])
  const dragged = ({ event, revert }: { event: EventApi; revert: () => void }) => {
    const entry = entryOf(event)
    const to = timeOf(event, entry)
    if (to === null) {
      revert()
      alerts.warning('ย้ายระหว่างช่วงเวลากับทั้งวันไม่ได้')
      return
    }
    void move(entry, to).then((isMoved) => {
      if (!isMoved) revert()
    })
  }

  return (
    // The events of the calendar have the focus; this element only handles their keys.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={entryKeys(entries, onMove)} className={isStale ? 'stale' : undefined}>
      <FullCalendar
        controller={controller}
        plugins={plugins}
        locale={locale}
        timeZone="UTC"
        now={nowInBangkok}
        initialView={libraryViews[first.view]}
        initialDate={first.date}
        headerToolbar={false}
        height={view === 'list' ? 'auto' : 640}
        events={events}
        eventDisplay="block"
        listItemEventBeforeClass={hiddenClass}
        eventContent={EntryContent}
        eventDidMount={markEntry}
        eventClick={({ event }) => onOpen(entryOf(event))}
        eventInteractive
        eventDrop={dragged}
        eventResize={dragged}
        dateClick={({ dateStr, allDay }: DateClickInfo) =>
          onPick({ day: day(dateStr.slice(0, 10)), time: allDay ? null : dateStr.slice(11, 16) })
        }
        dayMaxEvents={maxEntriesOfDay}
        moreLinkClick={({ date: of }) => {
          onShowDay(day(of.toISOString().slice(0, 10)))
        }}
        nowIndicator
        scrollTime="07:00"
        slotDuration="00:30"
        dayHeaderFormat={weekdayAndDay}
        eventTimeFormat={clock}
        slotHeaderFormat={clock}
      />
    </div>
  )
}

/** The symbol of an entry replaces the dot of FullCalendar's list. */
const hiddenClass = 'hidden!'

const clock = { hour: '2-digit', minute: '2-digit', hour12: false } as const
const weekdayAndDay = { weekday: 'short', day: 'numeric' } as const

const nowInBangkok = () => `${wallClock(new Date().toISOString())}:00Z`

/** Lets the keyboard find the entry of an element. */
const markEntry = ({ el, event }: { el: HTMLElement; event: EventApi }) => {
  el.dataset['entry'] = event.id
}

/** The symbol, the time and the title of an entry; for sessions the seats, and where there is room the place. */
function EntryContent({ event, isMirror, view }: EventDisplayInfo) {
  const entry = entryOf(event)
  const { icon: Icon } = categoryLooks[entry.category]
  const clockOf = () => (isMirror ? event.startStr.slice(11, 16) : timeInBangkok(entry.start))
  const time = entry.allDay ? '' : clockOf()
  const seats = entry.capacity === null ? '' : `${entry.seats_taken}/${entry.capacity}`
  const isList = view.type.startsWith('list')
  const minutes = (Date.parse(entry.end) - Date.parse(entry.start)) / 60_000
  const hasRoom = isList || (!entry.allDay && view.type.startsWith('timeGrid') && minutes >= 60)
  return (
    <span
      className={classNames(
        'flex min-w-0 gap-1 px-1',
        isList ? 'text-base' : 'text-xs leading-normal',
        hasRoom ? 'items-start' : 'items-center',
      )}
      title={[time, entry.title, seats].filter(Boolean).join(' ')}
    >
      <Icon
        size={isList ? 16 : 12}
        aria-hidden
        className={isList ? 'mt-1 me-1 shrink-0' : 'mt-0.5 shrink-0'}
      />
      <span className={hasRoom ? 'min-w-0' : 'min-w-0 truncate'}>
        {time !== '' && <span className="font-medium">{time} </span>}
        {entry.title} {seats}
        {hasRoom && entry.kind === 'session' && (
          <span className={isList ? 'block text-sm text-muted' : 'block'}>{entry.detail}</span>
        )}
      </span>
      <span className="sr-only">
        {calendarCategories[entry.category].label} {formatDayLong(day(event.startStr.slice(0, 10)))}
      </span>
    </span>
  )
}
