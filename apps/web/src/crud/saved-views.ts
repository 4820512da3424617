/** The views of lists that users have saved: filters and order under a name, stored in this browser by user. */
import { useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'
import { z } from 'zod'
import { useSession } from '../session/session.ts'
import { localStore, useStore } from '../session/store.ts'
import { filterNames, type FilterValues } from './list-search.ts'

const viewSchema = z.object({
  name: z.string(),
  filters: z.partialRecord(z.enum(filterNames as [keyof FilterValues]), z.string()),
  sort: z.string().optional(),
})
export type SavedView = z.output<typeof viewSchema>

/** By user id and path of the list. */
const viewsSchema = z.record(z.string(), z.record(z.string(), z.array(viewSchema))).catch({})
const viewStore = localStore('khapdee.views', (stored) => viewsSchema.parse(stored))
const noViews: readonly SavedView[] = []

/** Maximum of views of a list; each is counted by a request. */
export const maxViews = 8

/** The views of the list on screen, and a function that replaces them. */
export function useSavedViews(): [
  views: readonly SavedView[],
  change: (views: readonly SavedView[]) => void,
] {
  const userId = String(useSession().user?.user_id)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const stored = useStore(viewStore)
  const change = useCallback(
    (views: readonly SavedView[]) => {
      const all = viewStore.get()
      viewStore.set({ ...all, [userId]: { ...all[userId], [path]: [...views] } })
    },
    [userId, path],
  )
  return [stored[userId]?.[path] ?? noViews, change]
}

/** The view of what a list shows, without the branch, which the header chooses. */
export function viewOf(
  name: string,
  { filters, sort }: { filters: FilterValues; sort: string | undefined },
): SavedView {
  const own = Object.entries(filters).filter(([filter]) => filter !== 'branch')
  return { name, filters: Object.fromEntries(own), ...(sort !== undefined && { sort }) }
}

/** Whether two views show the same rows in the same order. */
export const isSameView = (one: SavedView, other: SavedView): boolean =>
  (one.sort ?? '') === (other.sort ?? '') &&
  filterNames.every((name) => (one.filters[name] ?? '') === (other.filters[name] ?? ''))
