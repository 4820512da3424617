import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '../../../crud/list-search.ts'
import { ResourceList } from '../../../crud/resource-list.tsx'
import { otherFees } from '../../../features/fee/resource.tsx'

export const Route = createFileRoute('/_app/other-fees/')({
  validateSearch: listSearch,
  component: List,
})

function List() {
  return <ResourceList resource={otherFees} />
}
