import { createFileRoute } from '@tanstack/react-router'
import { ResourceForm } from '../../../crud/resource-form.tsx'
import { otherFees } from '../../../features/fee/resource.tsx'

export const Route = createFileRoute('/_app/other-fees/new')({ component: New })

function New() {
  return <ResourceForm resource={otherFees} />
}
