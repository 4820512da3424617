/** The items of evaluations on a score sheet or questionnaire, and their values. */
import type { EvaluationScale, EvaluationType } from './evaluation.ts'
import type { ExamResult } from './exam-booking.ts'
import type { Exam, ExamKind } from './exams.ts'
import { type ExamLicence, licenceOf } from './licence-types.ts'

/** The conditions that limit an item to some exams. */
export interface LimitedItem {
  type: EvaluationType
  category: string
  /** If both are null, the item applies to every course and fee. */
  course_id: number | null
  other_fee_id: number | null
}

/** An exam with the course or fee that granted its right. */
export interface EvaluatedExam extends Exam {
  course_id: number | null
  other_fee_id: number | null
}

/**
 * The licence types of a category with the name of a kind of vehicle: รถจักรยานยนต์ includes big
 * bikes, รถบรรทุก all trucks.
 */
const broader: Partial<Record<ExamLicence, readonly ExamLicence[]>> = {
  motorcycle: ['motorcycle', 'bigbike'],
  truck2: ['truck2', 'truck3', 'truck4'],
}

function suitsLicence(category: string, licence: ExamLicence): boolean {
  const named = licenceOf(category)
  if (named === 'any' || licence === 'any') return true
  return (broader[named] ?? [named]).includes(licence)
}

/**
 * Whether an item applies to the course or fee of an exam, and its category to the licence type.
 */
const isOf = (item: LimitedItem, exam: EvaluatedExam): boolean => {
  const isOfItem =
    (item.course_id === null && item.other_fee_id === null) ||
    (item.course_id !== null && item.course_id === exam.course_id) ||
    (item.other_fee_id !== null && item.other_fee_id === exam.other_fee_id)
  return isOfItem && suitsLicence(item.category, exam.licence_type)
}

/**
 * The types of items on the score sheet of each kind of exam, in their order. The fitness tests are taken before the theory
 * exam, on the same day.
 */
const typesOnSheet: Readonly<Record<ExamKind, readonly EvaluationType[]>> = {
  theory: ['fitness', 'theory'],
  practice: ['practice'],
}

/** Whether an item is on the score sheet of an exam. */
export const isOnScoreSheet = (item: LimitedItem, exam: EvaluatedExam): boolean =>
  typesOnSheet[exam.kind].includes(item.type) && isOf(item, exam)

/**
 * The items of a score sheet by type, in the order in which the tests are taken; types without an
 * item are omitted.
 */
export const sheetParts = <Item extends Pick<LimitedItem, 'type'>>(
  items: readonly Item[],
): { type: EvaluationType; items: Item[] }[] =>
  Object.values(typesOnSheet)
    .flat()
    .map((type) => ({ type, items: items.filter((item) => item.type === type) }))
    .filter((part) => part.items.length > 0)

/** Whether an item is a question about the satisfaction of the candidate of an exam. */
export const isQuestion = (item: LimitedItem, exam: EvaluatedExam): boolean =>
  item.type === 'satisfaction' && isOf(item, exam)

/** The values of a scale with their labels, best first. */
export const scaleValues: Readonly<
  Record<EvaluationScale, readonly { value: number; name: string }[]>
> = {
  pass_fail: [
    { value: 1, name: 'ผ่าน' },
    { value: 0, name: 'ไม่ผ่าน' },
  ],
  five: [
    { value: 5, name: 'ดีมาก' },
    { value: 4, name: 'ดี' },
    { value: 3, name: 'ปานกลาง' },
    { value: 2, name: 'พอใช้' },
    { value: 1, name: 'ควรปรับปรุง' },
  ],
}

/** Whether a scale has a value. */
export const isScaleValue = (scale: EvaluationScale, value: number): boolean =>
  scaleValues[scale].some((choice) => choice.value === value)

/** The label of a value. */
export const valueText = (scale: EvaluationScale, value: number): string =>
  scaleValues[scale].find((choice) => choice.value === value)?.name ?? String(value)

/** An item with its value; null while it is not scored. */
interface ScoredItem extends Pick<LimitedItem, 'type'> {
  title: string
  scale: EvaluationScale
  value: number | null
}

/**
 * Why a score sheet contradicts the result of its exam, in Thai, or null: a candidate who passes
 * has failed no item of the exam itself. The fitness tests on the sheet of a theory exam do not
 * decide it. Source: demo catalogue, section 3; product specification, 6.2b.17.
 */
export function sheetContradiction(
  kind: ExamKind,
  result: ExamResult,
  items: readonly ScoredItem[],
): string | null {
  if (result !== 'pass') return null
  const failed = items.filter(
    ({ type, scale, value }) => type === kind && scale === 'pass_fail' && value === 0,
  )
  if (failed.length === 0) return null
  return `ผลสอบไม่ตรงกับใบให้คะแนน ไม่ผ่าน: ${failed.map(({ title }) => title).join(', ')}`
}
