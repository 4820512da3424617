/** The rows that the demo's planned exams leave in the ledgers of their rights. */
import { rightAfter, resultText, theoryPoints } from '@khapdee/domain/exam-result'
import { type ExamRightEvent, examRightStatuses } from '@khapdee/domain/exam-right'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import type { DemoRight, ExamPlan, PlannedExam } from './demo-exam-plan.ts'
import type { DemoSession } from './demo-exam-sessions.ts'

/** An event of a right's ledger, with the booking that it is about. */
export interface PlannedEvent {
  at: Date
  right: DemoRight
  exam: PlannedExam | null
  event: ExamRightEvent
  /** Besides the id of the booking. */
  detail: Readonly<Record<string, unknown>>
}

function resultNote(
  { kind, no_show }: DemoRight,
  { result, score }: NonNullable<PlannedExam['outcome']>,
): string {
  const { forfeited } = rightAfter(result, no_show)
  return [
    resultText(kind, result, score, theoryPoints),
    ...(forfeited ? [examRightStatuses.forfeited.label] : []),
  ].join(' · ')
}

const seatOf = ({ exam_date, session }: { exam_date: Day; session: DemoSession | null }) => ({
  exam_date,
  exam_session_id: session?.exam_session_id ?? null,
})

/**
 * The events of the planned exams, as the use cases write them; in chronological order.
 * @param added the new bookings; the others were entered when they were booked at registration
 * @param queue the numbers of checked-in candidates in the queues of their sessions
 */
export function eventsOf(
  { exams, proofs }: ExamPlan,
  added: ReadonlySet<PlannedExam>,
  queue: ReadonlyMap<PlannedExam, number>,
): PlannedEvent[] {
  const events = exams.flatMap((exam): PlannedEvent[] => {
    const { right, bookedAt, moved, cancelled, checkedInAt, outcome, exam_date } = exam
    const of = { right, exam }
    return [
      ...(added.has(exam)
        ? [{ ...of, at: bookedAt, event: 'booked' as const, detail: seatOf(moved?.from ?? exam) }]
        : []),
      ...(moved === null
        ? []
        : [
            {
              ...of,
              at: moved.at,
              event: 'moved' as const,
              detail: {
                ...seatOf(exam),
                from_date: moved.from.exam_date,
                from_session_id: moved.from.session?.exam_session_id ?? null,
                counted: true,
                note: moved.note,
              },
            },
          ]),
      ...(cancelled === null
        ? []
        : [
            {
              ...of,
              at: cancelled.at,
              event: 'unbooked' as const,
              detail: { exam_date, note: cancelled.note },
            },
          ]),
      ...(checkedInAt === null
        ? []
        : [
            {
              ...of,
              at: checkedInAt,
              event: 'checked_in' as const,
              detail: { exam_date, queue_no: queue.get(exam) ?? null, note: '' },
            },
          ]),
      ...(outcome === null
        ? []
        : [
            {
              ...of,
              at: outcome.at,
              event: 'result' as const,
              detail: {
                exam_date,
                result: outcome.result,
                score: outcome.score,
                ...(outcome.result === 'absent' && { no_show: right.no_show }),
                note: resultNote(right, outcome),
              },
            },
          ]),
    ]
  })
  const proved = proofs.map(({ right, at, passedOn }): PlannedEvent => ({
    at,
    right,
    exam: null,
    event: 'theory_recorded',
    detail: { theory_passed_on: passedOn },
  }))
  return [...proved, ...mistaken(proofs), ...events].toSorted(
    (a, b) => a.at.getTime() - b.at.getTime(),
  )
}

const minuteMs = 60_000

/** The first proof was recorded with a wrong day at first, and withdrawn. */
const mistaken = (proofs: ExamPlan['proofs']): PlannedEvent[] =>
  proofs.slice(0, 1).flatMap(({ right, at, passedOn }) => {
    const of = { right, exam: null }
    const wrong = addDays(passedOn, -1)
    return [
      {
        ...of,
        at: new Date(at.getTime() - 2 * minuteMs),
        event: 'theory_recorded' as const,
        detail: { theory_passed_on: wrong },
      },
      {
        ...of,
        at: new Date(at.getTime() - minuteMs),
        event: 'theory_withdrawn' as const,
        detail: { theory_passed_on: wrong, note: 'กรอกวันที่สอบผิด' },
      },
    ]
  })
