/** Results of exams. Source: product specification, section 6.2b; demo catalogue, section 3. */
import { type ExamResult, examResults } from './exam-booking.ts'
import type { ExamKind } from './exams.ts'

/** The results that are recorded; `unknown` is only for bookings of the time before results were. */
const { unknown: _, ...recorded } = examResults
export const recordedResults = recorded
export type RecordedResult = Exclude<ExamResult, 'unknown'>

/** Points of the theory exam: 45 of 50 pass, as the state prescribes. */
export const theoryPoints = { pass: 45, full: 50 } as const

/** The most points of a practice exam, whose score sheets differ. */
export const maxPracticePoints = 1000

/** The reason why a score is impossible or contradicts the result, in Thai, or null. */
export function scoreProblem(
  kind: ExamKind,
  result: RecordedResult,
  score: number | null,
): string | null {
  if (score === null) return null
  if (result === 'absent') return 'ผู้ที่ขาดสอบไม่มีคะแนน'
  if (kind === 'practice') return null
  const { pass, full } = theoryPoints
  if (score > full) return `คะแนนเต็ม ${full} คะแนน`
  const hasPassed = score >= pass
  if (result === 'incomplete' || hasPassed === (result === 'pass')) return null
  return `คะแนนไม่ตรงกับผลสอบ เกณฑ์ผ่าน ${pass} จาก ${full} คะแนน`
}

/** The result as one text: `ไม่ผ่าน (40/50)`. */
export function resultText(kind: ExamKind, result: ExamResult, score: number | null): string {
  const { label } = examResults[result]
  if (score === null) return label
  return kind === 'theory'
    ? `${label} (${score}/${theoryPoints.full})`
    : `${label} (${score} คะแนน)`
}
