/** Score sheets: the items of evaluations that apply to an exam, with their values. */
import { randomInt } from 'node:crypto'
import type { Exam } from '@khapdee/domain/exams'
import {
  type EvaluatedExam,
  isOnScoreSheet,
  isQuestion,
  isScaleValue,
} from '@khapdee/domain/score-sheet'
import type { UserContext } from '../../kernel/context.ts'
import { type EvaluationItem, activeItems } from '../evaluation-items.queries.ts'
import { type SheetValue, grantedBy, openCodes, storedItems } from './score-sheet.queries.ts'

interface SheetExam extends Exam {
  exam_id: number
}

export type SheetItem = Pick<
  EvaluationItem,
  'evaluate_id' | 'title' | 'category' | 'type' | 'scale'
> & {
  /** Null while the item is not scored. */
  value: number | null
}

interface ScoreSheet {
  /** The items that apply, and those that have a value already. */
  items: SheetItem[]
  /** Whether there is a question about satisfaction for the candidate. */
  hasQuestions: boolean
}

/** The score sheets of exams of one branch by `exam_id`. */
export async function readScoreSheets(
  ctx: UserContext,
  branchId: number,
  exams: readonly SheetExam[],
): Promise<Map<number, ScoreSheet>> {
  const ids = exams.map(({ exam_id }) => exam_id)
  const [items, stored, granted] = await Promise.all([
    activeItems.rows(ctx.tx, branchId),
    storedItems.rows(ctx.tx, ids),
    grantedBy.rows(ctx.tx, ids),
  ])
  const lines = new Map(granted.map((line) => [line.exam_id, line]))
  return new Map(
    exams.map((exam) => {
      const { course_id = null, other_fee_id = null } = lines.get(exam.exam_id) ?? {}
      const evaluated: EvaluatedExam = { ...exam, course_id, other_fee_id }
      const values = stored.filter(({ exam_id }) => exam_id === exam.exam_id)
      const valueOf = new Map(values.map(({ evaluate_id, value }) => [evaluate_id, value]))
      const applying = items.filter((item) => isOnScoreSheet(item, evaluated))
      const shown = new Set(applying.map(({ evaluate_id }) => evaluate_id))
      const earlier = values.filter(({ evaluate_id }) => !shown.has(evaluate_id))
      return [
        exam.exam_id,
        {
          items: [...applying, ...earlier].map(({ evaluate_id, title, category, type, scale }) => ({
            evaluate_id,
            title,
            category,
            type,
            scale,
            value: valueOf.get(evaluate_id) ?? null,
          })),
          hasQuestions: items.some((item) => isQuestion(item, evaluated)),
        },
      ]
    }),
  )
}

/** A score sheet with given values in place of the stored ones; undefined values keep those. */
export const withValues = (
  sheet: readonly SheetItem[],
  values: readonly SheetValue[] | undefined,
): readonly SheetItem[] =>
  values === undefined
    ? sheet
    : sheet.map((item) => ({
        ...item,
        value: values.find(({ evaluate_id }) => evaluate_id === item.evaluate_id)?.value ?? null,
      }))

/**
 * The error of the first given value that the score sheet of an exam does not have, with its index,
 * or null.
 */
export function sheetProblem(
  sheet: readonly SheetItem[],
  values: readonly SheetValue[],
): { index: number; message: string } | null {
  const seen = new Set<number>()
  for (const [index, { evaluate_id, value }] of values.entries()) {
    const item = sheet.find((candidate) => candidate.evaluate_id === evaluate_id)
    if (item === undefined) return { index, message: 'หัวข้อนี้ไม่อยู่ในใบให้คะแนนของการสอบนี้' }
    if (seen.has(evaluate_id)) return { index, message: 'มีหัวข้อซ้ำกัน' }
    if (!isScaleValue(item.scale, value)) return { index, message: 'คะแนนไม่อยู่ในระดับของหัวข้อนี้' }
    seen.add(evaluate_id)
  }
  return null
}

/** Days after an exam within which a candidate can answer the questions about satisfaction. */
const codeDays = 7

/** A new code of eight digits, and when it expires. */
export function newCode(now: Date): { code: string; expires_at: string } {
  return {
    code: String(randomInt(100_000_000)).padStart(8, '0'),
    expires_at: new Date(now.getTime() + codeDays * 86_400_000).toISOString(),
  }
}

/** The codes with which candidates can answer now, by `exam_id`; none for exams without a question. */
export async function readCodes(
  ctx: UserContext,
  sheets: ReadonlyMap<number, ScoreSheet>,
): Promise<Map<number, string>> {
  const asked = [...sheets].flatMap(([exam_id, { hasQuestions }]) =>
    hasQuestions ? [exam_id] : [],
  )
  if (asked.length === 0) return new Map()
  const codes = await openCodes.rows(ctx.tx, asked, ctx.clock.now().toISOString())
  return new Map(codes.map(({ exam_id, code }) => [exam_id, code]))
}
