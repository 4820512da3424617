/** The buttons that open the previous and next balance of the list from which an application was opened. */
import { followUp } from '@khapdee/contract/entities/follow-up'
import { isSet } from '@khapdee/contract/wire'
import { listNames } from '@khapdee/domain/list-names'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEndpoint } from '../../../api/queries.ts'
import type { WorklistSearch } from '../../../crud/list-search.ts'
import { applicationPath } from '../../../shared/paths.ts'
import { shortcuts, useShortcut } from '../../../shared/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { countText, Keys } from '../../../ui/values.tsx'

/** Renders nothing unless the URL contains the list. */
export function WorklistNavigation({ id }: { id: number }) {
  const { worklist, ...filters } = useSearch({ strict: false }) as WorklistSearch
  if (worklist === undefined) return null
  return <Neighbours id={id} title={listNames[worklist]} filters={filters} />
}

interface NeighboursProps {
  id: number
  title: string
  filters: Omit<WorklistSearch, 'worklist'>
}

function Neighbours({ id, title, filters }: NeighboursProps) {
  const navigate = useNavigate()
  const activeFilters = Object.entries(filters).filter(([, value]) => isSet(value))
  // Read once: a balance that is paid meanwhile keeps its place, so that no neighbour is skipped.
  const { data } = useEndpoint(followUp.worklist, Object.fromEntries(activeFilters), {
    staleTime: Infinity,
  })
  const items = data?.data ?? []
  const index = items.findIndex(({ application_id }) => application_id === id)
  const [previous, next] = index === -1 ? [] : [items[index - 1], items[index + 1]]

  // Replaces the history entry, so that going back leads to the list.
  const open = (item: typeof next) => {
    if (item === undefined) return
    const search = (current: object) => current
    void navigate({ to: applicationPath(item), search: search as never, replace: true })
  }
  useShortcut('previous', () => open(previous), previous !== undefined)
  useShortcut('next', () => open(next), next !== undefined)

  if (index === -1) return null
  return (
    <nav aria-label={title} data-noprint className="flex flex-wrap items-center gap-2">
      <Button icon={ChevronLeft} isDisabled={previous === undefined} onPress={() => open(previous)}>
        {shortcuts.previous.label}
        <span className="max-md:hidden">
          <Keys keys={shortcuts.previous.keys} />
        </span>
      </Button>
      <Button icon={ChevronRight} isDisabled={next === undefined} onPress={() => open(next)}>
        {shortcuts.next.label}
        <span className="max-md:hidden">
          <Keys keys={shortcuts.next.keys} />
        </span>
      </Button>
      <span className="text-sm text-muted">
        {title} {countText(index + 1)} จาก {countText(items.length)}
      </span>
    </nav>
  )
}
