/** The views of lists that the user has saved: filters and order under a name. */
import { listView } from '@khapdee/contract/entities/list-view'
import { useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useEndpoint } from '../api/queries.ts'
import { filterNames, type FilterValues } from './list-search.ts'

export interface SavedView {
  list_view_id: number
  name: string
  filters: FilterValues
  sort: string | undefined
}

const noViews: readonly SavedView[] = []

/** The path of the list on screen, under which its views are stored. */
export const useListPath = (): string =>
  useRouterState({ select: ({ location }) => location.pathname })

/** The views of the list on screen; none until they are loaded, or if they cannot be loaded. */
export function useSavedViews(): readonly SavedView[] {
  const path = useListPath()
  // One call reads the views of all lists, so that another list shows its views at once.
  const all = useEndpoint(listView.gettable, {}, { staleTime: 60_000 }).data?.data
  return useMemo(() => {
    const own = all?.filter(({ list }) => list === path) ?? []
    if (own.length === 0) return noViews
    return own.map(({ list_view_id, name, filters, sort }) => ({
      list_view_id,
      name,
      // The cast only removes the type of a day, which the URL does not have.
      filters: filters as FilterValues,
      sort: sort ?? undefined,
    }))
  }, [all, path])
}

/** Whether two views show the same rows in the same order. */
export const isSameView = (
  one: Pick<SavedView, 'filters' | 'sort'>,
  other: Pick<SavedView, 'filters' | 'sort'>,
): boolean =>
  (one.sort ?? '') === (other.sort ?? '') &&
  filterNames.every(
    (name) => name === 'branch' || (one.filters[name] ?? '') === (other.filters[name] ?? ''),
  )
