import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '../../../crud/list-search.ts'
import { PayBalanceList } from '../../../features/payment/owed-list.tsx'

export const Route = createFileRoute('/_app/pay-balance/')({
  validateSearch: listSearch,
  component: PayBalanceList,
})
