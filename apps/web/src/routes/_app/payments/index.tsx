import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '../../../crud/list-search.ts'
import { PaymentHistory } from '../../../features/payment/payment-history.tsx'

export const Route = createFileRoute('/_app/payments/')({
  validateSearch: listSearch,
  component: PaymentHistory,
})
