import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '../../../crud/list-search.ts'
import { ResourceList } from '../../../crud/resource-list.tsx'
import { vehicles } from '../../../features/vehicle/resource.tsx'

export const Route = createFileRoute('/_app/vehicles/')({
  validateSearch: listSearch,
  component: List,
})

function List() {
  return <ResourceList resource={vehicles} />
}
