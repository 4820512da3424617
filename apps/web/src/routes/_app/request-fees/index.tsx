import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '../../../crud/list-search.ts'
import { ResourceList } from '../../../crud/resource-list.tsx'
import { requestFees } from '../../../features/fee/resource.tsx'

export const Route = createFileRoute('/_app/request-fees/')({
  validateSearch: listSearch,
  component: List,
})

function List() {
  return <ResourceList resource={requestFees} />
}
