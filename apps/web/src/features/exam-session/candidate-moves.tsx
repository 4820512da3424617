/** The choice of another session for each candidate of a session. */
import { seatsLeftText } from '@khapdee/domain/exam-session'
import type { InputOf, OutputOf } from '@khapdee/contract/endpoint'
import type { ToldCandidate, examSession } from '@khapdee/contract/entities/exam-session'
import { examRightEvents } from '@khapdee/domain/exam-right'
import { examName } from '@khapdee/domain/exams'
import { formatDay } from '@khapdee/domain/thai-date'
import { formatPhone } from '@khapdee/domain/phone'
import { actionWords, headings } from '@khapdee/domain/words'
import { Wand } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { type Choice, SelectField } from '../../ui/fields/select-field.tsx'

export type Targets = OutputOf<typeof examSession.targets>['data']
type Booking = Targets['bookings'][number]

/** The choice of the waiting list of a full session. */
type WaitingChoice = `waiting ${number}`
const waitingFor = (exam_session_id: number): WaitingChoice => `waiting ${exam_session_id}`

/** The chosen session; null if the candidate gets a new day later. */
export type ChosenSession = number | WaitingChoice | null

/** The choices by booking. A booking without one is undecided. */
export type Chosen = Readonly<Record<number, ChosenSession>>

export type Moves = InputOf<typeof examSession.cancel>['moves']

export const movesOf = (chosen: Chosen): Moves =>
  Object.entries(chosen).map(([key, choice]) => {
    const exam_id = Number(key)
    return typeof choice === 'string'
      ? { exam_id, exam_session_id: null, waiting_session_id: Number(choice.split(' ')[1]) }
      : { exam_id, exam_session_id: choice }
  })

/** Whether a choice is still one of those that suit a booking. */
export const isChoiceOf = (
  { fits, may_wait_for }: Pick<Booking, 'fits' | 'may_wait_for'>,
  choice: ChosenSession | undefined,
): choice is ChosenSession =>
  choice === null ||
  (typeof choice === 'string' && may_wait_for.some((id) => waitingFor(id) === choice)) ||
  (typeof choice === 'number' && fits.includes(choice))

/** The proposed sessions of the bookings. */
const proposalsOf = (bookings: readonly Booking[]): Chosen =>
  Object.fromEntries(bookings.map(({ exam_id, proposed }) => [exam_id, proposed]))

const toldLater: Choice<ChosenSession> = { value: null, name: 'แจ้งภายหลัง' }

const noErrors: Readonly<Record<number, string>> = {}

interface CandidateMovesProps {
  targets: Targets
  /** The bookings to decide. */
  bookings: readonly Booking[]
  chosen: Chosen
  onChange: (chosen: Chosen) => void
  /** Whether the waiting lists of full sessions can be chosen, too. */
  offersWaiting?: boolean
  /** The error of a booking, by its id. */
  errors?: Readonly<Record<number, string>>
}

/** A row for each candidate, with a choice of suitable sessions. */
export function CandidateMoves({
  targets,
  bookings,
  chosen,
  onChange,
  offersWaiting = false,
  errors = noErrors,
}: CandidateMovesProps) {
  const choicesOf = ({ fits, may_wait_for }: Booking): readonly Choice<ChosenSession>[] => [
    ...targets.sessions
      .filter(({ exam_session_id }) => fits.includes(exam_session_id))
      .map(({ exam_session_id, name, seats_left }) => {
        const taken = Object.values(chosen).filter((id) => id === exam_session_id).length
        return {
          value: exam_session_id,
          name: `${name} (${seatsLeftText(Math.max(0, seats_left - taken))})`,
        }
      }),
    ...targets.sessions
      .filter(({ exam_session_id }) => offersWaiting && may_wait_for.includes(exam_session_id))
      .map(({ exam_session_id, name }) => ({
        value: waitingFor(exam_session_id),
        name: `${headings.waitingList} ${name}`,
      })),
    toldLater,
  ]
  return (
    <div className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>
          {headings.candidates} {bookings.length} คน เลือกรอบใหม่ให้แต่ละคน
        </p>
        <Button
          size="sm"
          icon={Wand}
          onPress={() => onChange({ ...chosen, ...proposalsOf(bookings) })}
        >
          เสนอรอบถัดไป
        </Button>
      </div>
      <ul className="flex flex-col divide-y divide-line">
        {bookings.map((booking) => (
          <li
            key={booking.exam_id}
            className="grid items-center gap-x-4 gap-y-1 py-2.5 sm:grid-cols-2"
          >
            <div className="min-w-0">
              <span className="block font-medium">{booking.customer}</span>
              <span className="text-xs text-muted">
                {examName(booking)} · สิทธิ์ถึง {formatDay(booking.permission_date)} ·{' '}
                {formatPhone(booking.phone_1)}
              </span>
            </div>
            <SelectField
              label={`รอบใหม่ของ ${booking.customer}`}
              hideLabel
              items={choicesOf(booking)}
              value={chosen[booking.exam_id]}
              onChange={(value) => onChange({ ...chosen, [booking.exam_id]: value })}
              error={errors[booking.exam_id]}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * The session for which a customer waits; a customer without a booking had an offer of one of its
 * seats before the change.
 */
const waitText = (exam_id: number | null, session: string): string =>
  exam_id === null
    ? `${examRightEvents.offer_withdrawn.label} ${session}`
    : `${headings.waitingList} ${session}`

/** The candidates to be phoned about a change, with their present session. */
export function ToldDialog({
  told,
  onClose,
}: {
  told: readonly ToldCandidate[]
  onClose: () => void
}) {
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={`โทรแจ้งผู้เข้าสอบ ${told.length} คน`}
      actions={
        <Button kind="primary" onPress={onClose}>
          {actionWords.close}
        </Button>
      }
    >
      <ul className="flex flex-col divide-y divide-line">
        {told.map(({ exam_id, customer, phone_1, session, waiting }) => (
          <li
            key={`${exam_id} ${customer} ${phone_1}`}
            className="flex flex-wrap justify-between gap-x-4 py-2"
          >
            <span className="min-w-0">
              <span className="block font-medium">{customer}</span>
              <span className="text-sm text-muted">
                {session ?? (waiting === null ? toldLater.name : waitText(exam_id, waiting))}
              </span>
            </span>
            {phone_1 !== '' && (
              <a href={`tel:${phone_1}`} className="font-medium text-primary hover:underline">
                {formatPhone(phone_1)}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  )
}
