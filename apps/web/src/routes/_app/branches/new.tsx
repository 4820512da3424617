import { createFileRoute } from '@tanstack/react-router'
import { ResourceForm } from '../../../crud/resource-form.tsx'
import { branches } from '../../../features/branch/resource.tsx'

export const Route = createFileRoute('/_app/branches/new')({ component: New })

function New() {
  return <ResourceForm resource={branches} />
}
