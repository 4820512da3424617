import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '../../../crud/list-search.ts'
import { ResourceList } from '../../../crud/resource-list.tsx'
import { roles } from '../../../features/role/resource.tsx'

export const Route = createFileRoute('/_app/roles/')({
  validateSearch: listSearch,
  component: List,
})

function List() {
  return <ResourceList resource={roles} />
}
