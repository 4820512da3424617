import { createFileRoute } from '@tanstack/react-router'
import { ResourceForm } from '../../../crud/resource-form.tsx'
import { requestFees } from '../../../features/fee/resource.tsx'

export const Route = createFileRoute('/_app/request-fees/new')({ component: New })

function New() {
  return <ResourceForm resource={requestFees} />
}
