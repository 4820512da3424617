/** Whether an exam may be taken in a session, regardless of its seats. */
import { type BranchSettings, storedBranchSettings } from '@khapdee/contract/entities/branch'
import { admittedUntil } from '@khapdee/domain/check-in'
import { acceptsLicence } from '@khapdee/domain/exam-session'
import { examName } from '@khapdee/domain/exams'
import type { Reading } from '../../kernel/context.ts'
import { type AppError, notFound, stateError } from '../../kernel/errors.ts'
import type { LockedSession, WantedExam } from './seats.queries.ts'

/**
 * Whether a right of a branch may be booked in a session: in sessions of its own branch, or of all
 * branches by a setting. Source: 6.2b.
 */
export const acceptsBranch = (
  session: Pick<LockedSession, 'branch_id' | 'across'>,
  exam: Pick<WantedExam, 'branch_id'>,
): boolean => session.across || session.branch_id === exam.branch_id

/**
 * A session can be booked if it starts after this instant, which is in the past because candidates
 * may come late. ISO 8601.
 */
export const bookableFrom = (
  ctx: Reading,
  { exam_late_minutes }: Pick<BranchSettings, 'exam_late_minutes'>,
): string => new Date(ctx.clock.now().getTime() - exam_late_minutes * 60_000).toISOString()

/**
 * Whether a session can still be booked: candidates may come late, but not after its end. @param
 * settings of its branch
 */
export const isBookableStill = (
  ctx: Reading,
  session: Pick<LockedSession, 'starts_at' | 'ends_at'>,
  { exam_late_minutes }: Pick<BranchSettings, 'exam_late_minutes'>,
): boolean => ctx.clock.now().getTime() < admittedUntil(session, exam_late_minutes)

/**
 * The error of a session in which an exam cannot be booked, regardless of its seats; null if it
 * can. STATE for a session that is closed, cancelled, past, or not for this exam; NOT_FOUND for one
 * of a branch that does not accept it. The settings of the branch of the session apply.
 */
export function unsuitable(
  ctx: Reading,
  session: LockedSession,
  exam: WantedExam,
): AppError | null {
  const { name, status } = session
  if (!acceptsBranch(session, exam)) return notFound()
  if (status !== 'open') {
    return stateError(`${name} ${status === 'closed' ? 'ปิดรับแล้ว' : 'ถูกยกเลิกแล้ว'}`)
  }
  if (session.kind !== exam.kind || !acceptsLicence(session.licence_types, exam.licence_type)) {
    return stateError(`${name} ไม่รับ${examName(exam)}`)
  }
  return isBookableStill(ctx, session, storedBranchSettings(session.settings))
    ? null
    : stateError(`${name} เริ่มสอบไปแล้ว จองไม่ได้`)
}
