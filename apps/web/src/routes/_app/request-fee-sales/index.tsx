import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '../../../crud/list-search.ts'
import { ApplicationList } from '../../../features/application/application-list.tsx'

export const Route = createFileRoute('/_app/request-fee-sales/')({
  validateSearch: listSearch,
  component: List,
})

function List() {
  return <ApplicationList kind="request_fee" />
}
