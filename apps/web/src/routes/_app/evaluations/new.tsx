import { createFileRoute } from '@tanstack/react-router'
import { ResourceForm } from '../../../crud/resource-form.tsx'
import { evaluations } from '../../../features/evaluation/resource.tsx'

export const Route = createFileRoute('/_app/evaluations/new')({ component: New })

function New() {
  return <ResourceForm resource={evaluations} />
}
