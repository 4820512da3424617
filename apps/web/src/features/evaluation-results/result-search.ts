/** The filters that the screens of results have in common, and the links between them. */
import { evaluation } from '@khapdee/contract/entities/evaluation'
import type { ResultGroup } from '@khapdee/contract/entities/evaluation-result'
import { titleOf, titlesOf } from '@khapdee/contract/field-meta'
import { isSet } from '@khapdee/contract/wire'
import { daysOfPeriod } from '@khapdee/domain/account-entry'
import { type ResultGrouping, lastDays, resultGroupings } from '@khapdee/domain/evaluation-results'
import type { Day } from '@khapdee/domain/thai-date'
import { type DateRange, dateRanges } from '../../crud/date-ranges.ts'
import { byDaysOf, byText, type FilterSpec, type FilterValues } from '../../crud/list-search.ts'
import { paths, stringifySearch } from '../../shared/paths.ts'

export const labels = titlesOf(evaluation.fields.shape)

const resultRanges = (today: Day): readonly DateRange[] => [
  { name: '30 วันล่าสุด', ...lastDays(today) },
  ...dateRanges(today).filter(({ name }) => name.startsWith('เดือน')),
  { name: '90 วันล่าสุด', ...lastDays(today, 90) },
  { name: '12 เดือนล่าสุด', ...lastDays(today, 365) },
]

const examFilters: readonly FilterSpec[] = [
  { name: 'user', label: resultGroupings.user.label },
  ...byDaysOf(resultRanges),
]

export const resultFilters: readonly FilterSpec[] = [
  ...examFilters.slice(0, 1),
  { name: 'type', label: titleOf(evaluation.fields.shape, 'type') },
  { name: 'category', label: labels.category },
  ...examFilters.slice(1),
]

export const commentFilters: readonly FilterSpec[] = [...examFilters, byText]

/** The search parameters of the list of values, besides those of a list. */
export interface ValueSearch {
  evaluate_id?: number
  scale?: string
  value?: number
}

const activeFilters = (filters: FilterValues): FilterValues =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => isSet(value)))

/** The list of the comments that match these filters. */
export const commentsPath = (filters: FilterValues): string =>
  `${paths.evaluationResults}/comments${stringifySearch(activeFilters(filters))}`

/** The filters that select the values of a group. */
function groupFilters(
  by: ResultGrouping,
  { key }: ResultGroup,
  { start, end }: FilterValues,
): FilterValues & ValueSearch {
  if (by === 'item') return { evaluate_id: Number(key) }
  if (by === 'user') return { user: key }
  if (by === 'branch') return { branch: key }
  return daysOfPeriod(key, { start, end })
}

/**
 * The list of the values counted in a figure.
 * @param value only this value
 */
export const valuesPath = (
  by: ResultGrouping,
  group: ResultGroup,
  filters: FilterValues,
  value?: number,
): string =>
  `${paths.evaluationResults}/answers${stringifySearch({
    ...activeFilters(filters),
    ...groupFilters(by, group, filters),
    scale: group.scale,
    value,
  })}`
