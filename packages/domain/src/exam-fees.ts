/**
 * The fees that are proposed for a further exam, a late move and an extension, by kind of exam and licence type. Source:
 * product specification, section 6.2b.20.
 */
import type { ExamResult } from './exam-booking.ts'
import type { NoShowPolicy } from './exam-result.ts'
import type { Exam, ExamKind } from './exams.ts'
import type { ExamUse } from './fee-kinds.ts'
import type { ExamLicence } from './licence-types.ts'
import type { Day } from './thai-date.ts'
import { actionWords } from './words.ts'

/** The reasons for proposing a fee. `examUse` is the use of the fee items that can be chosen. */
export const examFeePurposes = {
  retake: { label: actionWords.retakeExam, examUse: 'retake' },
  no_show: { label: 'จองใหม่หลังขาดสอบ', examUse: 'retake' },
  move: { label: 'เปลี่ยนวันสอบกระชั้นชิด', examUse: 'move' },
  extend: { label: actionWords.extendRight, examUse: 'extend' },
} as const satisfies Record<string, { label: string; examUse: ExamUse }>

export type ExamFeePurpose = keyof typeof examFeePurposes

/** A fee item that a branch has chosen for the exams of one kind and licence type; `any` stands for all licence types. */
export interface ExamFeeRule {
  purpose: ExamFeePurpose
  kind: ExamKind
  licence_type: ExamLicence
  other_fee_id: number
}

/**
 * The uses of fees that are paid for an exam right that the customer already has, so that their
 * lines refer to it.
 */
const namingUses: ReadonlySet<ExamUse | null> = new Set<ExamUse>(['retake', 'extend', 'move'])

/** Whether lines of a fee refer to the exam right for which they are paid. */
export const namesRight = (use: ExamUse | null): boolean => namingUses.has(use)

/** The fee item for an exam: the one of its licence type, otherwise the one of all licence types; null without one. */
export function feeItemOf(
  rules: readonly ExamFeeRule[],
  purpose: ExamFeePurpose,
  { kind, licence_type }: Exam,
): number | null {
  const fitting = rules.filter((rule) => rule.purpose === purpose && rule.kind === kind)
  const found =
    fitting.find((rule) => rule.licence_type === licence_type) ??
    fitting.find((rule) => rule.licence_type === 'any')
  return found?.other_fee_id ?? null
}

/** Whether a fee item is chosen only for other exams than this one. */
export function isForOtherExams(
  rules: readonly ExamFeeRule[],
  other_fee_id: number,
  { kind, licence_type }: Exam,
): boolean {
  const chosen = rules.filter((rule) => rule.other_fee_id === other_fee_id)
  return (
    chosen.length > 0 &&
    !chosen.some((rule) => rule.kind === kind && ['any', licence_type].includes(rule.licence_type))
  )
}

/** Whether an exam with this result can be taken again. */
export const isTakenAgain = (result: ExamResult | null): boolean =>
  result === 'fail' || result === 'incomplete' || result === 'absent'

/**
 * The reason for a fee when a right is booked again, or null: none before the first exam, and after
 * a no-show only by its policy.
 * @param last the result of the last exam of the right
 * @param noShow the policy that was applied to a no-show; null for other results
 */
export function feeOfNextBooking(
  last: ExamResult | null,
  noShow: NoShowPolicy | null,
): 'retake' | 'no_show' | null {
  if (last === 'absent') return noShow === 'fee' ? 'no_show' : null
  return isTakenAgain(last) ? 'retake' : null
}

/**
 * Whether moving an exam away from its day is late.
 * @param earliest the first day on which it is not late: as many working days after today as the
 * branch requires
 */
export const isLateMove = (examDate: Day, earliest: Day): boolean => examDate < earliest
