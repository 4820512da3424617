import { createFileRoute } from '@tanstack/react-router'
import { ResourceForm } from '../../../crud/resource-form.tsx'
import { vehicles } from '../../../features/vehicle/resource.tsx'

export const Route = createFileRoute('/_app/vehicles/new')({ component: New })

function New() {
  return <ResourceForm resource={vehicles} />
}
