import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '../../../crud/list-search.ts'
import { ResourceList } from '../../../crud/resource-list.tsx'
import { promotions } from '../../../features/promotion/resource.tsx'

export const Route = createFileRoute('/_app/promotions/')({
  validateSearch: listSearch,
  component: List,
})

function List() {
  return <ResourceList resource={promotions} />
}
