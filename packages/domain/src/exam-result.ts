/** Results of exams. Source: product specification, section 6.2b; demo catalogue, section 3. */
import { type ExamResult, examResults } from './exam-booking.ts'
import type { ExamKind } from './exams.ts'

/** The results that are recorded; `unknown` occurs only on bookings made before results were recorded. */
const { unknown: _, ...recorded } = examResults
export const recordedResults = recorded
export type RecordedResult = Exclude<ExamResult, 'unknown'>

/** Points of the theory exam; both are settings of the branch. */
export interface TheoryPoints {
  /** The lowest score that passes. */
  pass: number
  full: number
}

/** 45 of 50 points pass, as prescribed by the state. */
export const theoryPoints: TheoryPoints = { pass: 45, full: 50 }

/** Maximum points of a practice exam; the score sheets differ. */
export const maxPracticePoints = 1000

/** The result of a score; null if the score does not determine it, as in practice. */
export function resultOfScore(
  kind: ExamKind,
  score: number | null,
  { pass, full }: TheoryPoints,
): 'pass' | 'fail' | null {
  if (kind === 'practice' || score === null || score > full) return null
  return score >= pass ? 'pass' : 'fail'
}

/** `เกณฑ์ผ่าน 45 จาก 50 คะแนน`. */
export const passMarkText = ({ pass, full }: TheoryPoints): string =>
  `เกณฑ์ผ่าน ${pass} จาก ${full} คะแนน`

/** The reason why a score is impossible or contradicts the result, in Thai, or null. */
export function scoreProblem(
  kind: ExamKind,
  result: RecordedResult,
  score: number | null,
  points: TheoryPoints,
): string | null {
  if (score === null) return null
  if (result === 'absent') return 'ผู้ที่ขาดสอบไม่มีคะแนน'
  if (kind === 'practice') return null
  if (score > points.full) return `คะแนนเต็ม ${points.full} คะแนน`
  if (result === 'incomplete' || resultOfScore(kind, score, points) === result) return null
  return `คะแนนไม่ตรงกับผลสอบ ${passMarkText(points)}`
}

/** The result as one text: `ไม่ผ่าน (40/50)`. */
export function resultText(
  kind: ExamKind,
  result: ExamResult,
  score: number | null,
  { full }: TheoryPoints,
): string {
  const { label } = examResults[result]
  if (score === null) return label
  return kind === 'theory' ? `${label} (${score}/${full})` : `${label} (${score} คะแนน)`
}

/** The consequences of a no-show for the right of the candidate; a setting of the branch. */
export const noShowPolicies = {
  keep: { label: 'สิทธิ์สอบคงเดิม' },
  use: { label: 'สิทธิ์สอบสิ้นสุด' },
  fee: { label: 'เสนอค่าธรรมเนียม' },
} as const

export type NoShowPolicy = keyof typeof noShowPolicies

/** The state of a right after a recorded result. */
export interface RightAfterResult {
  /** Whether a pass has used it. */
  used: boolean
  /** Whether a no-show has ended it. */
  forfeited: boolean
}

/** The state of a right after a result. @param policy the policy of the branch for no-shows */
export const rightAfter = (result: RecordedResult, policy: NoShowPolicy): RightAfterResult => ({
  used: result === 'pass',
  forfeited: result === 'absent' && policy === 'use',
})
