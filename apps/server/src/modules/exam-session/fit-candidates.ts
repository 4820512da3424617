/** Whether the candidates of an exam session fit its changed values. */
import { beforeTheory, comesAfterTheory, notBefore } from '@khapdee/domain/exam-booking'
import { overlap, suits } from '@khapdee/domain/exam-session'
import { examName } from '@khapdee/domain/exams'
import { formatDay } from '@khapdee/domain/thai-date'
import { headings } from '@khapdee/domain/words'
import { AppError, stateError } from '../../kernel/errors.ts'
import type { LockedSession } from '../booking/seats.ts'
import type { Candidate } from './candidates.ts'
import { spanOn } from './create-sessions.ts'
import type { StoredSession } from './session.queries.ts'
import { isRetimed, type UpdateInput } from './planned-change.ts'

/** Why a candidate cannot stay in a changed session, in Thai, or null. */
function misfit(candidate: Candidate, input: UpdateInput): string | null {
  const { permission_date, not_before, after, occupied } = candidate
  const target = {
    day: input.date,
    licence_types: input.licence_types,
    ...spanOn(input.date, input),
  }
  if (suits(target, candidate)) return null
  if (input.date > permission_date) return `สิทธิ์สอบถึงวันที่ ${formatDay(permission_date)}`
  if (not_before !== null && input.date < not_before) {
    return notBefore(not_before)
  }
  if (occupied.some((span) => overlap(span, target))) return 'มีรอบสอบอื่นในเวลาเดียวกัน'
  return after !== null && !comesAfterTheory(after, target.day, target.starts_at)
    ? beforeTheory(after, target.day)
    : `รอบสอบไม่รับ${examName(candidate)}`
}

/** Refuses a change with which candidates no longer fit, naming each. @throws CANDIDATES_MISFIT */
export function assertAllFit(candidates: readonly Candidate[], input: UpdateInput): void {
  const errors = candidates.flatMap((candidate) => {
    const reason = misfit(candidate, input)
    if (reason === null) return []
    return [{ path: `moves.${candidate.exam_id}`, message: `${candidate.customer}: ${reason}` }]
  })
  if (errors.length === 0) return
  const message = `${headings.candidates} ${errors.length} คนสอบในรอบนี้ไม่ได้ กรุณาเลือกรอบใหม่: ${errors.map((error) => error.message).join(' · ')}`
  throw new AppError('CANDIDATES_MISFIT', message, 409, { errors })
}

/** Refuses changes that contradict the seats that are taken. @throws STATE, CAPACITY_TAKEN */
export function assertSeatsAllow(
  before: StoredSession,
  { seats_taken, offers }: LockedSession,
  input: UpdateInput,
): void {
  if (input.kind !== before.kind && before.seats_taken + before.offers > 0) {
    throw stateError('รอบสอบนี้มีผู้จองแล้ว เปลี่ยนภาคไม่ได้')
  }
  if (before.sat && isRetimed(before, input)) {
    throw stateError('มีผู้เข้าสอบในรอบนี้แล้ว เปลี่ยนวันหรือเวลาไม่ได้')
  }
  const gone = seats_taken + offers
  if (input.capacity >= gone) return
  const message =
    offers === 0
      ? `รอบสอบนี้มีผู้จองแล้ว ${seats_taken} ที่ จำนวนรับต้องไม่น้อยกว่านั้น`
      : `รอบสอบนี้มีผู้จองแล้ว ${seats_taken} ที่ และเสนอที่นั่งไว้ ${offers} ที่ จำนวนรับต้องไม่น้อยกว่า ${gone}`
  throw new AppError('CAPACITY_TAKEN', message, 409, { errors: [{ path: 'capacity', message }] })
}
