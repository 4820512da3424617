import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '../../../crud/list-search.ts'
import { ApplicationList } from '../../../features/application/application-list.tsx'

export const Route = createFileRoute('/_app/vehicle-checks/')({
  validateSearch: listSearch,
  component: List,
})

function List() {
  return <ApplicationList kind="vehicle_check" />
}
