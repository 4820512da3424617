/** Moves sessions and own events to another time, with an undo action. */
import { type CalendarEntry, calendarEvent } from '@khapdee/contract/entities/calendar'
import { type ToldCandidate, examSession } from '@khapdee/contract/entities/exam-session'
import type { EventTime } from '@khapdee/domain/calendar'
import { actionWords } from '@khapdee/domain/words'
import { entities } from '@khapdee/domain/entities'
import type { QueryClient } from '@tanstack/react-query'
import { asApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { invalidate } from '../../../api/queries.ts'
import { alerts, failureText } from '../../../shared/alerts.ts'
import { storedValues } from '../stored-session.ts'
import { timeOfEntry, timeText } from './calendar-span.ts'

/** The refusals that are overridden with a reason. */
const overridable = ['NOT_LICENSED', 'NOT_READY', 'OUTSIDE_WORKING_TIME']

/** The refusals that the form of the session resolves: another session for candidates, or a reason. */
const resolvedByForm = new Set(['CANDIDATES_MISFIT', ...overridable])

/** The version after the change, and the candidates to be informed. */
interface Moved {
  version: number
  told: readonly ToldCandidate[]
}

async function moveSession(
  id: number,
  version: number,
  { start, start_time, end_time }: EventTime,
  override_reason: string,
): Promise<Moved> {
  const { data: stored } = await call(examSession.get, { exam_session_id: id })
  const { data } = await call(examSession.update, {
    exam_session_id: stored.exam_session_id,
    moves: [],
    ...storedValues(stored),
    // The displayed version, so that the call is refused after a change by another user.
    version,
    date: start,
    override_reason,
    ...(start_time !== null && { start_time }),
    ...(end_time !== null && { end_time }),
  })
  return { version: data.version, told: data.told }
}

async function moveEvent(entry: CalendarEntry, version: number, to: EventTime): Promise<Moved> {
  const { title, category, branch_id, is_busy, note, record_id } = entry
  const { data } = await call(calendarEvent.update, {
    calendar_event_id: record_id ?? 0,
    version,
    title,
    category,
    branch_id,
    is_busy,
    note,
    ...to,
  })
  return { version: data.version, told: [] }
}

interface MoveContext {
  client: QueryClient
  /** Whether the user may override opening hours, absences, licences and the state of vehicles. */
  mayOverride: boolean
  /** Opens the form of a session with the time to which it was to be moved. */
  openForm: (sessionId: number, to: EventTime) => void
  /** Shows whom to phone. */
  showTold: (told: readonly ToldCandidate[]) => void
}

const send = (
  entry: CalendarEntry,
  version: number,
  to: EventTime,
  override_reason = '',
): Promise<Moved> =>
  entry.kind === 'session'
    ? moveSession(entry.record_id ?? 0, version, to, override_reason)
    : moveEvent(entry, version, to)

const refresh = ({ client }: MoveContext) =>
  invalidate(client, ['exam', 'exam-session', 'application', 'customer'])

function showRefusal(
  cause: unknown,
  entry: CalendarEntry,
  to: EventTime,
  { openForm }: MoveContext,
): void {
  const error = asApiError(cause)
  const text = failureText(error)
  if (text === null) return
  const isResolvable = entry.kind === 'session' && resolvedByForm.has(error.code)
  const label = `${actionWords.edit}${entities.exam_session.label}`
  const onAction = () => openForm(entry.record_id ?? 0, to)
  alerts.error(text, isResolvable ? { label, onAction } : null)
}

/**
 * Moves an entry back. If the session overrode the rules of the timetable before the move, it does
 * so again; the reason is stored in the audit trail.
 */
async function moveBack(
  entry: CalendarEntry,
  version: number,
  { mayOverride }: MoveContext,
): Promise<Moved> {
  const to = timeOfEntry(entry)
  try {
    return await send(entry, version, to)
  } catch (cause) {
    if (!mayOverride || !overridable.includes(asApiError(cause).code)) throw cause
    return await send(entry, version, to, 'เลิกทำการย้ายรอบสอบ')
  }
}

async function undo(entry: CalendarEntry, version: number, context: MoveContext): Promise<void> {
  const to = timeOfEntry(entry)
  try {
    const { told } = await moveBack(entry, version, context)
    alerts.success('เลิกทำแล้ว')
    context.showTold(told)
  } catch (cause) {
    showRefusal(cause, entry, to, context)
  }
  await refresh(context)
}

/**
 * Moves a session or an own event, and shows the outcome with an undo action.
 * @returns whether it was moved
 */
export async function moveEntry(
  entry: CalendarEntry,
  to: EventTime,
  context: MoveContext,
): Promise<boolean> {
  if (entry.kind === 'session' && to.start !== to.end) {
    alerts.warning('รอบสอบต้องเริ่มและสิ้นสุดในวันเดียวกัน')
    return false
  }
  try {
    const { version, told } = await send(entry, entry.version ?? 0, to)
    const toldText = told.length === 0 ? '' : ` กรุณาโทรแจ้งผู้เข้าสอบ ${told.length} คน`
    // The version prevents a later undo from overwriting changes of other users.
    const onAction = () => void undo(entry, version, context)
    alerts.success(`ย้าย${entry.title}ไปวันที่ ${timeText(to)} แล้ว${toldText}`, {
      label: 'เลิกทำ',
      onAction,
    })
    context.showTold(told)
    await refresh(context)
    return true
  } catch (cause) {
    showRefusal(cause, entry, to, context)
    // The displayed data may be older than the data for which the move was refused.
    void refresh(context)
    return false
  }
}
