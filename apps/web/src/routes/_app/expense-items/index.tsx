import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '../../../crud/list-search.ts'
import { ResourceList } from '../../../crud/resource-list.tsx'
import { expenseItems } from '../../../features/expense-item/resource.tsx'

export const Route = createFileRoute('/_app/expense-items/')({
  validateSearch: listSearch,
  component: List,
})

function List() {
  return <ResourceList resource={expenseItems} />
}
