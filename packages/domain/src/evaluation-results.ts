/** The results of evaluations: the values given for each item, counted by value. */
import type { EvaluationScale } from './evaluation.ts'
import { entities } from './entities.ts'
import { fieldTitles } from './field-titles.ts'
import { scaleValues } from './score-sheet.ts'
import { type Day, addDays, formatMonth } from './thai-date.ts'

/** The groupings of the results. */
export const resultGroupings = {
  item: { label: entities.evaluate.label },
  user: { label: fieldTitles.panel },
  branch: { label: entities.branch.label },
  month: { label: fieldTitles.month },
} as const
export type ResultGrouping = keyof typeof resultGroupings

/** Number of days up to today whose results are shown by default. */
export const resultDays = 30

/** The last days up to today, which is one of them. */
export const lastDays = (today: Day, count: number = resultDays): { start: Day; end: Day } => ({
  start: addDays(today, 1 - count),
  end: today,
})

/** How often each value of a scale was given: the index is the value, 0 to 5. */
export type ValueCounts = readonly number[]

/** A group of values of one scale. */
export interface Ratings {
  scale: EvaluationScale
  counts: ValueCounts
}

export const countOf = ({ scale, counts }: Ratings): number =>
  scaleValues[scale].reduce((sum, { value }) => sum + (counts[value] ?? 0), 0)

/**
 * The result of a group: the average of the values 1 to 5, or the percentage of passed items.
 * Rounded to two and one decimals; null without values.
 */
export function resultOf(ratings: Ratings): number | null {
  const { scale, counts } = ratings
  const count = countOf(ratings)
  if (count === 0) return null
  const sum = scaleValues[scale].reduce(
    (total, { value }) => total + value * (counts[value] ?? 0),
    0,
  )
  return scale === 'five' ? Math.round((sum / count) * 100) / 100 : shareOf(sum, count)
}

/** A part of a whole in percent, rounded to one decimal; 0 if the whole is 0. */
export const shareOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10

/** The names of the results of {@link resultOf}. */
export const resultTitles: Readonly<Record<EvaluationScale, string>> = {
  five: 'คะแนนเฉลี่ย',
  pass_fail: 'ร้อยละที่ผ่าน',
}

/** `4.25` or `87.5%`; a dash without values. */
export function resultText(ratings: Ratings): string {
  const result = resultOf(ratings)
  if (result === null) return '–'
  return ratings.scale === 'five' ? result.toFixed(2) : `${result.toFixed(1)}%`
}

/** Stands for the exams that have no panel, in keys of groups and in the filter by person. */
export const noPanel = 'none'

/** The name of a group: that of its record, or the month as `พฤศจิกายน 2569`. */
export const groupName = (
  by: ResultGrouping,
  { key, name }: { key: string; name: string },
): string => (by === 'month' ? formatMonth(key) : key === noPanel ? 'ไม่ระบุกรรมการสอบ' : name)
