import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '../../../crud/list-search.ts'
import { OverdueList } from '../../../features/payment/owed-list.tsx'

export const Route = createFileRoute('/_app/overdue/')({
  validateSearch: listSearch,
  component: OverdueList,
})
