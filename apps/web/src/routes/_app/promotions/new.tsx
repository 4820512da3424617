import { createFileRoute } from '@tanstack/react-router'
import { ResourceForm } from '../../../crud/resource-form.tsx'
import { promotions } from '../../../features/promotion/resource.tsx'

export const Route = createFileRoute('/_app/promotions/new')({ component: New })

function New() {
  return <ResourceForm resource={promotions} />
}
