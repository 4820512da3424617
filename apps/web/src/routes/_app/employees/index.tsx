import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '../../../crud/list-search.ts'
import { ResourceList } from '../../../crud/resource-list.tsx'
import { employees } from '../../../features/employee/resource.tsx'

export const Route = createFileRoute('/_app/employees/')({
  validateSearch: listSearch,
  component: List,
})

function List() {
  return <ResourceList resource={employees} />
}
