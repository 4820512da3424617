/** The sessions in which an exam can be booked, as a choice. */
import { seatsLeftText } from '@khapdee/domain/exam-session'
import type { OutputOf } from '@khapdee/contract/endpoint'
import type { ExamSlot, Refusal, examBooking } from '@khapdee/contract/entities/exam-booking'
import { weekdayNames, weekdays } from '@khapdee/domain/employee'
import { type Day, formatDayShort, timeInBangkok, weekdayOf } from '@khapdee/domain/thai-date'
import { actionWords, headings, stateWords } from '@khapdee/domain/words'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { FieldFrame, labelId } from '../../ui/fields/field-frame.tsx'

export type Offer = OutputOf<typeof examBooking.slots>['data']

/** A session with its day, and why that day cannot be chosen. */
export interface OfferedSlot extends ExamSlot {
  day: Day
  problem: Refusal | null
  /** Whether the right is not booked yet, so that a theory exam that was passed elsewhere can be recorded. */
  isNew: boolean
}

/** The sessions of all days. */
export const slotsOf = ({ days, booking }: Offer): readonly OfferedSlot[] =>
  days.flatMap(({ day, problem, sessions }) =>
    sessions.map((session) => ({ ...session, day, problem, isNew: booking === null })),
  )

const waitingText = `${stateWords.full} · อยู่ใน${headings.waitingList}`

/**
 * Whether a refusal can be overridden by a reason, or for a new booking by the proof of a theory
 * exam.
 */
const canBeLifted = ({ code, can_override }: Refusal, isNew: boolean) =>
  can_override || (isNew && code === 'THEORY_FIRST')

/** Why a session cannot be chosen, in Thai, or null. @param booked id of the present session */
function refusalOf(
  { exam_session_id, seats_left, problem, isNew, waiting, busy }: OfferedSlot,
  booked: number | null,
): string | null {
  if (exam_session_id === booked) return 'จองอยู่'
  if (seats_left === 0) return waiting === null ? stateWords.full : waitingText
  if (busy !== '') return `ติดนัด ${busy}`
  return problem === null || canBeLifted(problem, isNew) ? null : problem.message
}

/**
 * Refusals that do not prevent waiting for a seat, because they may be resolved before the session.
 */
const mayWaitWith: ReadonlySet<string> = new Set(['BALANCE_FIRST', 'THEORY_FIRST'])

/** Whether the right can join the waiting list of a full session. */
const canJoin = (
  { exam_session_id, seats_left, problem, waiting }: OfferedSlot,
  booked: number | null,
): boolean =>
  seats_left === 0 &&
  exam_session_id !== booked &&
  waiting === null &&
  (problem === null || mayWaitWith.has(problem.code))

/** The sessions of a day that can be chosen. */
export const freeSlotsOf = (
  slots: readonly OfferedSlot[],
  day: Day | null,
  booked: number | null,
): readonly OfferedSlot[] =>
  slots.filter((slot) => slot.day === day && refusalOf(slot, booked) === null)

/** `พุธ 25 พ.ย. 2569` */
const dayText = (day: Day): string => {
  const name = weekdayNames[weekdayOf(day) - 1]
  return `${name === undefined ? '' : weekdays[name].label} ${formatDayShort(day)}`
}

interface SlotFieldProps {
  label: string
  slots: readonly OfferedSlot[]
  /** Id of the present session; null without one. */
  booked: number | null
  value: number | null
  onChange: (slot: OfferedSlot) => void
  /** Joins the waiting list of a full session. */
  onJoin: (slot: OfferedSlot) => void
  error: string | undefined
}

const scrollIntoView = (element: HTMLLabelElement | null) =>
  element?.scrollIntoView({ block: 'nearest' })

/** One of the sessions. Arrow keys choose among those that have free seats. */
export function SlotField({
  label,
  slots,
  booked,
  value,
  onChange,
  onJoin,
  error,
}: SlotFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} field={{ label, error }} group>
      <div
        role="radiogroup"
        aria-labelledby={labelId(id)}
        className="max-h-60 overflow-y-auto rounded-md border border-line-strong"
      >
        {slots.map((slot) => {
          const { exam_session_id, day, starts_at, ends_at, seats_left, branch, closed } = slot
          const refusal = refusalOf(slot, booked)
          const isChosen = exam_session_id === value
          const text = (
            <>
              <span className="whitespace-nowrap">{dayText(day)}</span>
              <span className="whitespace-nowrap">
                {timeInBangkok(starts_at)}–{timeInBangkok(ends_at)} น.
              </span>
              {branch !== '' && <span>{branch}</span>}
              {closed && <span className="text-muted">สาขาหยุด</span>}
            </>
          )
          if (canJoin(slot, booked)) {
            return (
              <div
                key={exam_session_id}
                className="flex min-h-control flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-line px-2.5 py-1 last:border-b-0"
              >
                <span className="flex flex-wrap gap-x-3 text-muted">{text}</span>
                <Button size="sm" className="ms-auto" onPress={() => onJoin(slot)}>
                  {stateWords.full} · {actionWords.joinWaiting}
                  <span className="sr-only">
                    {' '}
                    {dayText(day)} {timeInBangkok(starts_at)} น.
                  </span>
                </Button>
              </div>
            )
          }
          return (
            <label
              key={exam_session_id}
              ref={isChosen ? scrollIntoView : undefined}
              className="flex min-h-control cursor-pointer flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-line px-2.5 py-1 last:border-b-0 has-checked:bg-primary-soft has-checked:text-primary has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus has-disabled:cursor-not-allowed has-disabled:text-muted"
            >
              <input
                type="radio"
                name={id}
                checked={isChosen}
                disabled={refusal !== null}
                onChange={() => onChange(slot)}
                className="size-4 shrink-0 accent-primary outline-none"
              />
              {text}
              <span className="ms-auto text-sm">{refusal ?? seatsLeftText(seats_left)}</span>
            </label>
          )
        })}
      </div>
    </FieldFrame>
  )
}
