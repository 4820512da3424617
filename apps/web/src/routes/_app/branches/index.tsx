import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '../../../crud/list-search.ts'
import { ResourceList } from '../../../crud/resource-list.tsx'
import { branches } from '../../../features/branch/resource.tsx'

export const Route = createFileRoute('/_app/branches/')({
  validateSearch: listSearch,
  component: List,
})

function List() {
  return <ResourceList resource={branches} />
}
