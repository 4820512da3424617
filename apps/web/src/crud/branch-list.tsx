/** Lists of a branch's own records. */
import { useMemo } from 'react'
import { useCurrentBranch, useSession } from '../session/session.ts'
import { ListScreen, type ListScreenProps } from './list-screen.tsx'
import { type ListEndpoint, useTable } from './use-table.ts'

/** {@link useTable}, filtered by the current branch until that is taken off. */
export function useBranchTable<E extends ListEndpoint>(
  endpoint: E,
  options: Parameters<typeof useTable>[1] = {},
) {
  const { value: branch } = useCurrentBranch()
  return useTable(endpoint, { ...options, defaults: { branch, ...options.defaults } })
}

/** For who sees one branch, without its column and its filter. */
export function BranchListScreen<Row>({ columns, filters, ...rest }: ListScreenProps<Row>) {
  const severalBranches = useSession().branches.length > 1
  // New arrays would have the whole table drawn anew.
  const shown = useMemo(
    () =>
      severalBranches
        ? { columns, filters }
        : {
            columns: columns.filter(({ id }) => id !== 'branch'),
            filters: filters.filter(({ name }) => name !== 'branch'),
          },
    [severalBranches, columns, filters],
  )
  return <ListScreen {...rest} {...shown} />
}
