/** The calendar of exams, absences, holidays, due days and own events. */
import { type CalendarEntry, calendar } from '@khapdee/contract/entities/calendar'
import type { ToldCandidate } from '@khapdee/contract/entities/exam-session'
import { type CalendarCategory, calendarCategories } from '@khapdee/domain/calendar'
import { entities } from '@khapdee/domain/entities'
import { type Day, isDay } from '@khapdee/domain/thai-date'
import { actionWords, headings } from '@khapdee/domain/words'
import { CalendarPlus, ChevronLeft, ChevronRight, Link as LinkIcon } from 'lucide-react'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { useEndpoint } from '../../../api/queries.ts'
import { CreateLink } from '../../../crud/actions.tsx'
import { useToday } from '../../../ui/use-today.ts'
import { useCurrentBranch, useSession } from '../../../session/session.ts'
import { pathsOf } from '../../../shared/paths.ts'
import { useDocumentTitle } from '../../../shared/screen.tsx'
import { useLive } from '../../../shared/use-live.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Alert, LoadFailed } from '../../../ui/feedback.tsx'
import { SegmentedField } from '../../../ui/fields/choice-fields.tsx'
import { phoneScreen, useMedia } from '../../../ui/hooks.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { PageHeader } from '../../../ui/page.tsx'
import { choicesOf } from '../../../crud/choices.ts'
import './calendar.css'
import { type PickedTime, calendarViews, daysOfView, stepOf, titleOfView } from './calendar-span.ts'
import { categoryLooks } from './entry-look.ts'
import { MonthView } from './month-view.tsx'
import { useMonthsReadAhead } from './read-ahead.ts'
import { type CalendarSearch, useCalendarSearch } from './use-calendar-search.ts'
import { calendarTitle, feedTitle } from './words.ts'

const CalendarGrid = lazyPart(async () => (await import('./calendar-grid.tsx')).CalendarGrid)
const EntryDialog = lazyPart(async () => (await import('./entry-dialog.tsx')).EntryDialog)
const EventDialog = lazyPart(async () => (await import('./event-dialog.tsx')).EventDialog)
const FeedDialog = lazyPart(async () => (await import('./feed-dialog.tsx')).FeedDialog)
const PickDialog = lazyPart(async () => (await import('./pick-dialog.tsx')).PickDialog)
const MoveDialog = lazyPart(async () => (await import('./move-dialog.tsx')).MoveDialog)
const ToldDialog = lazyPart(async () => (await import('../candidate-moves.tsx')).ToldDialog)

const categories = Object.keys(calendarCategories) as CalendarCategory[]
const viewChoices = choicesOf(calendarViews)

type Dialog =
  | { kind: 'entry' | 'move' | 'edit'; entry: CalendarEntry }
  | { kind: 'pick'; time: PickedTime }
  | { kind: 'new'; time: PickedTime }
  | { kind: 'feed' }

/** The shown view, including state that is not in the URL. */
function useShown(search: CalendarSearch) {
  const isPhone = useMedia(phoneScreen)
  const today = useToday()
  const { shown, change } = useCalendarSearch(search)
  const { view = isPhone ? 'list' : 'month', date, hide } = shown
  const hidden = hide?.split(',') ?? []
  return {
    view,
    date: date !== undefined && isDay(date) ? date : today,
    today,
    shown: categories.filter((category) => !hidden.includes(category)),
    change,
  }
}

/** The approximate height of the library's views while they are loading, in pixels. */
const calendarHeight = 640

const noEntries: readonly CalendarEntry[] = []

/** The calendar; every user sees the entries that concern them, see `read-calendar.ts` of the server. */
export function CalendarScreen(search: CalendarSearch) {
  useDocumentTitle(calendarTitle)
  useLive(['exam', 'exam-session'], ['exam'])
  const { can } = useSession()
  const { value: branch } = useCurrentBranch()
  const { view, date, today, shown, change } = useShown(search)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  /** The candidates to phone about a session that was moved. */
  const [told, setTold] = useState<readonly ToldCandidate[]>([])
  const filter = branch === 'all' ? {} : { branch }
  const { data, error, refetch, isPlaceholderData } = useEndpoint(
    calendar.read,
    { ...daysOfView(view, date), ...filter },
    { keepPrevious: true },
  )
  const isMonthRead = view === 'month' && data !== undefined && !isPlaceholderData
  useMonthsReadAhead(isMonthRead ? date : null, filter)
  const all = data?.data ?? noEntries
  const shownKey = shown.join()
  const entries = useMemo(
    // The same array that was read ahead, which is already laid out.
    () =>
      shownKey === categories.join()
        ? all
        : all.filter(({ category }) => shownKey.includes(category)),
    [all, shownKey],
  )
  const close = () => setDialog(null)
  const open = useCallback((entry: CalendarEntry) => setDialog({ kind: 'entry', entry }), [])
  const openMove = useCallback(
    (entry: CalendarEntry) =>
      setDialog({ kind: entry.kind === 'session' ? 'move' : 'edit', entry }),
    [],
  )
  const pick = useCallback((time: PickedTime) => setDialog({ kind: 'pick', time }), [])
  const shared = {
    date,
    entries,
    isStale: isPlaceholderData,
    onOpen: open,
    onMove: openMove,
    onTold: setTold,
    onPick: pick,
    onShowDay: (of: Day) => change({ view: 'list', date: of }),
  }
  return (
    <>
      <PageHeader
        title={calendarTitle}
        actions={
          <>
            <Button icon={LinkIcon} onPress={() => setDialog({ kind: 'feed' })}>
              {feedTitle}
            </Button>
            <Button
              icon={CalendarPlus}
              onPress={() => setDialog({ kind: 'new', time: { day: date, time: null } })}
            >
              {actionWords.add}
              {entities.calendar_event.label}
            </Button>
            {can('exam.session') && (
              <CreateLink
                to={pathsOf('exam_session').new}
                label={`${actionWords.add}${entities.exam_session.label}`}
              />
            )}
          </>
        }
      />
      <section className="card calendar flex flex-col">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5 px-4 py-3">
          <div className="flex items-center gap-1.5">
            <IconButton
              label="ก่อนหน้า"
              icon={ChevronLeft}
              onPress={() => change({ date: stepOf(view, date, -1) })}
            />
            <IconButton
              label="ถัดไป"
              icon={ChevronRight}
              onPress={() => change({ date: stepOf(view, date, 1) })}
            />
            <Button onPress={() => change({ date: today })}>{headings.today}</Button>
          </div>
          <h2 aria-live="polite" className="min-w-40 flex-1 text-lg font-semibold">
            {titleOfView(view, date)}
          </h2>
          <SegmentedField
            label="มุมมอง"
            hideLabel
            items={viewChoices}
            value={view}
            onChange={(chosen) => change({ view: chosen })}
            className="w-full sm:w-80"
          />
          <Categories
            shown={shown}
            onChange={(chosen) =>
              change({
                hide:
                  categories.filter((category) => !chosen.includes(category)).join() || undefined,
              })
            }
          />
        </div>
        {error !== null && <LoadFailed onRetry={refetch} className="px-4 pb-3" />}
        {data?.capped === true && (
          <div className="px-4 pb-3">
            <Alert tone="warning">มีรอบสอบมากเกินกว่าจะแสดงทั้งหมด กรุณาเลือกสาขาหรือดูช่วงเวลาที่สั้นลง</Alert>
          </div>
        )}
        {view === 'month' ? (
          <MonthView today={today} {...shared} />
        ) : (
          <Suspense fallback={<div style={{ height: calendarHeight }} />}>
            <CalendarGrid view={view} {...shared} />
          </Suspense>
        )}
      </section>
      {dialog !== null && (
        <Suspense fallback={null}>
          {dialog.kind === 'entry' && (
            <EntryDialog
              entry={dialog.entry}
              onClose={close}
              onMove={() => setDialog({ kind: 'move', entry: dialog.entry })}
              onEdit={() => setDialog({ kind: 'edit', entry: dialog.entry })}
            />
          )}
          {dialog.kind === 'move' && (
            <MoveDialog
              entry={all.find(({ id }) => id === dialog.entry.id) ?? dialog.entry}
              onClose={close}
              onTold={setTold}
            />
          )}
          {dialog.kind === 'edit' && (
            <EventDialog entry={dialog.entry} start={date} onClose={close} />
          )}
          {dialog.kind === 'new' && (
            <EventDialog
              start={dialog.time.day}
              startTime={dialog.time.time ?? undefined}
              onClose={close}
            />
          )}
          {dialog.kind === 'feed' && <FeedDialog onClose={close} />}
          {dialog.kind === 'pick' && (
            <PickDialog
              time={dialog.time}
              onClose={close}
              onEvent={() => setDialog({ kind: 'new', time: dialog.time })}
            />
          )}
        </Suspense>
      )}
      {told.length > 0 && (
        <Suspense fallback={null}>
          <ToldDialog told={told} onClose={() => setTold([])} />
        </Suspense>
      )}
    </>
  )
}

interface CategoriesProps {
  shown: readonly CalendarCategory[]
  onChange: (shown: readonly CalendarCategory[]) => void
}

/** A check box for each category, with its symbol and colour, and one for all. */
function Categories({ shown, onChange }: CategoriesProps) {
  const box = 'size-4 accent-primary'
  const item = 'flex min-h-row-control cursor-pointer items-center gap-1.5 text-sm'
  return (
    <fieldset className="flex w-full flex-wrap gap-x-4" aria-label="หมวดที่แสดง">
      <label className={item}>
        <input
          type="checkbox"
          className={box}
          checked={shown.length === categories.length}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? categories : [])}
        />
        ดูทั้งหมด
      </label>
      {categories.map((category) => {
        const { icon: Icon, colour } = categoryLooks[category]
        return (
          <label key={category} className={item}>
            <input
              type="checkbox"
              className={box}
              checked={shown.includes(category)}
              onChange={({ currentTarget }) =>
                onChange(
                  categories.filter((other) =>
                    other === category ? currentTarget.checked : shown.includes(other),
                  ),
                )
              }
            />
            <Icon size={14} aria-hidden style={{ color: `var(--${colour})` }} />
            {calendarCategories[category].label}
          </label>
        )
      })}
    </fieldset>
  )
}
