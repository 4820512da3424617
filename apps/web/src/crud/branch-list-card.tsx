import { useMemo } from 'react'
import { useSession } from '../app/session.ts'
import { ListCard, type ListCardProps } from './list-card.tsx'

/** A list of a branch's own records: for who sees one branch, without its column and its filter. */
export function BranchListCard<Row>({ columns, filters, ...rest }: ListCardProps<Row>) {
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
  return <ListCard {...rest} {...shown} />
}
