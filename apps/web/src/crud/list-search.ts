/** The search parameters of a list's address, and the filters that a list offers. */
import { titleOf } from '@khapdee/contract/field-meta'
import { listQuery } from '@khapdee/contract/wire'
import { isDay } from '@khapdee/domain/thai-date'
import { z } from 'zod'

const count = z.coerce.number().int().min(1).optional().catch(undefined)
const text = z.string().optional().catch(undefined)
const day = z
  .string()
  .refine((value) => value === 'all' || isDay(value))
  .optional()
  .catch(undefined)

/** The filters that a list can offer, by their wire names. */
const filters = {
  branch: text,
  status: text,
  type: text,
  category: text,
  user: text,
  position: text,
  month: text,
  text,
  start: day,
  end: day,
}

/** For `validateSearch` of every list route; unreadable values count as absent. */
export const listSearch = z.object({
  page: count,
  perPage: count,
  sort: text,
  ...filters,
})
export type ListSearch = z.output<typeof listSearch>

export type FilterName = keyof typeof filters
export const filterNames = Object.keys(filters) as FilterName[]

/** Set filters only; `all` means that a default filter was taken off. */
export type FilterValues = Partial<Record<FilterName, string>>

export interface FilterSpec {
  name: FilterName
  label: string
}

/** A filter labelled by the contract's query. */
const by = (name: FilterName): FilterSpec => ({ name, label: titleOf(listQuery.shape, name) })

export const byBranch: FilterSpec = by('branch')
export const byType: FilterSpec = by('type')
export const byStatus: FilterSpec = by('status')
export const byUser: FilterSpec = by('user')
/** The first and the last day. */
export const byDays: readonly FilterSpec[] = [by('start'), by('end')]
export const byText: FilterSpec = by('text')
