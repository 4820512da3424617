/** The search parameters of a list's URL, and the filters that a list offers. */
import { titleOf } from '@khapdee/contract/field-meta'
import { isPeriod, listQuery } from '@khapdee/contract/wire'
import { type Day, isDay } from '@khapdee/domain/thai-date'
import { z } from 'zod'
import type { DateRange } from './date-ranges.ts'

const positiveInt = z.coerce.number().int().min(1).optional().catch(undefined)
const text = z.string().optional().catch(undefined)
/** A day, or `all` for a default filter that the user has removed. */
const day = z
  .string()
  .refine((value) => value === 'all' || isDay(value))
  .optional()
  .catch(undefined)

/** A period, or `all` for a default filter that the user has removed. */
const period = z
  .string()
  .refine((value) => value === 'all' || isPeriod(value))
  .optional()
  .catch(undefined)

/** The filters that a list can offer, by their names in the API. */
const filters = {
  branch: text,
  status: text,
  type: text,
  category: text,
  user: text,
  pay_type: text,
  position: text,
  month: period,
  text,
  start: day,
  end: day,
}

/** The schema for `validateSearch` of every list route. Invalid values are dropped. */
export const listSearch = z.object({
  page: positiveInt,
  perPage: positiveInt,
  sort: text,
  ...filters,
})
export type ListSearch = z.output<typeof listSearch>

/**
 * The lists of balances that serve as worklists, whose applications can be opened one after
 * another; by their names in the URL.
 */
const worklists = ['overdue', 'pay-balance'] as const
export type WorklistName = (typeof worklists)[number]

/** The schema for `validateSearch` of a record that may be opened from a worklist, with the filters of the list. */
export const worklistSearch = listSearch.omit({ page: true, perPage: true }).extend({
  worklist: z.enum(worklists).optional().catch(undefined),
})
export type WorklistSearch = z.output<typeof worklistSearch>

/** The search parameters of a record opened from a list with these filters. */
export const searchOfWorklist = (
  worklist: WorklistName,
  { filters, sort }: { filters: FilterValues; sort: string | undefined },
): WorklistSearch => worklistSearch.parse({ worklist, ...filters, sort })

export type FilterName = keyof typeof filters
export const filterNames = Object.keys(filters) as FilterName[]

/** The values of the active filters; `all` marks a default filter that the user has removed. */
export type FilterValues = Partial<Record<FilterName, string>>

/** Filters that a screen sends and its filter bar does not show, e.g. `scope`, one of a list's named parts. */
export type FixedFilters = FilterValues & Readonly<Record<string, string | number | undefined>>

export interface FilterSpec {
  name: FilterName
  label: string
  /** The named ranges that the filter of the first day offers; by default those of past days. */
  ranges?: (today: Day) => readonly DateRange[]
}

/** A filter with the label of the contract's query field. */
const filterBy = (name: FilterName): FilterSpec => ({ name, label: titleOf(listQuery.shape, name) })

export const byType: FilterSpec = filterBy('type')
export const byStatus: FilterSpec = filterBy('status')
export const byMonth: FilterSpec = filterBy('month')
export const byPosition: FilterSpec = filterBy('position')
export const byPayType: FilterSpec = filterBy('pay_type')
export const byUser: FilterSpec = filterBy('user')
/** Filters by the first and the last day of a range. */
export const byDays: readonly FilterSpec[] = [filterBy('start'), filterBy('end')]
/** Like {@link byDays}, with other named ranges. */
export const byDaysOf = (ranges: NonNullable<FilterSpec['ranges']>): readonly FilterSpec[] =>
  byDays.map((filter) => ({ ...filter, ranges }))
export const byText: FilterSpec = filterBy('text')
