import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '../../../crud/list-search.ts'
import { ResourceList } from '../../../crud/resource-list.tsx'
import { evaluations } from '../../../features/evaluation/resource.tsx'

export const Route = createFileRoute('/_app/evaluations/')({
  validateSearch: listSearch,
  component: List,
})

function List() {
  return <ResourceList resource={evaluations} />
}
