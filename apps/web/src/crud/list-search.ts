/** What a list keeps in the address, so that back and reload restore it. */
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

/** For `validateSearch` of every list route; what cannot be read counts as absent. */
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
