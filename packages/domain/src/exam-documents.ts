/** Texts of the documents of exams. Source: product specification, section 6.2. */
import { type ExamResult, examResults } from './exam-booking.ts'

/** The counts of the results of a session. */
export interface ResultCounts {
  total: number
  pass: number
  /** Includes unfinished exams, which count as failed. */
  fail: number
  /** The number of unfinished exams in `fail`. */
  incomplete: number
  absent: number
  /** Without a known result. */
  waiting: number
}

/** Counts the candidates of a session by result; null stands for an exam without one. */
export function countResults(results: readonly (ExamResult | null)[]): ResultCounts {
  const count = (...wanted: (ExamResult | null)[]) =>
    results.filter((result) => wanted.includes(result)).length
  return {
    total: results.length,
    pass: count('pass'),
    fail: count('fail', 'incomplete'),
    incomplete: count('incomplete'),
    absent: count('absent'),
    waiting: count(null, 'unknown'),
  }
}

/** The counts in words, such as `ผ่าน` and `12 คน`; counts of 0 are omitted, except passed, failed and absent. */
export function describeCounts(counts: ResultCounts): [label: string, value: string][] {
  const { total, pass, fail, incomplete, absent, waiting } = counts
  const ofThem = incomplete > 0 ? ` (${examResults.incomplete.label} ${incomplete} คน)` : ''
  return [
    ['ผู้เข้าสอบทั้งหมด', `${total} คน`],
    [examResults.pass.label, `${pass} คน`],
    [examResults.fail.label, `${fail} คน${ofThem}`],
    [examResults.absent.label, `${absent} คน`],
    ...(waiting > 0 ? ([['ยังไม่มีผล', `${waiting} คน`]] satisfies [string, string][]) : []),
  ]
}

/** Documents and things that a candidate has to bring, in addition to missing required documents. */
export const identityDocument = (isForeigner: boolean): string =>
  isForeigner ? 'หนังสือเดินทางตัวจริง' : 'บัตรประจำตัวประชาชนตัวจริง'

/** The number of remaining moves of a booking, in words. */
export const movesLeftText = (moves: number, maxMoves: number): string => {
  const left = Math.max(0, maxMoves - moves)
  return left === 0 ? 'เปลี่ยนวันสอบไม่ได้แล้ว' : `เปลี่ยนวันสอบได้อีก ${left} ครั้ง`
}
