/** The pages of a worklist that has no filters in the URL. */
import { Pagination } from '../ui/list-tools.tsx'

export interface Paging {
  page: number
  perPage: number
}

interface PagesProps {
  paging: Paging
  /** Number of rows on all pages. */
  total: number
  onChange: (paging: Paging) => void
}

/** The pagination; renders nothing while one page has all rows. */
export function Pages({ paging, total, onChange }: PagesProps) {
  const { page, perPage } = paging
  const last = Math.max(1, Math.ceil(total / perPage))
  // The rows of the last page may have been completed by now.
  if (page > last) onChange({ page: last, perPage })
  if (last === 1) return null
  return (
    <Pagination
      {...paging}
      total={total}
      onPage={(to) => onChange({ page: to, perPage })}
      onPerPage={(count) => onChange({ page: 1, perPage: count })}
    />
  )
}
