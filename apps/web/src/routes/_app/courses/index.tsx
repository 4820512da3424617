import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '../../../crud/list-search.ts'
import { ResourceList } from '../../../crud/resource-list.tsx'
import { courses } from '../../../features/course/resource.tsx'

export const Route = createFileRoute('/_app/courses/')({
  validateSearch: listSearch,
  component: List,
})

function List() {
  return <ResourceList resource={courses} />
}
