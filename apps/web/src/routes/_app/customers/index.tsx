import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '../../../crud/list-search.ts'
import { CustomerList } from '../../../features/customer/customer-list.tsx'

export const Route = createFileRoute('/_app/customers/')({
  validateSearch: listSearch,
  component: CustomerList,
})
