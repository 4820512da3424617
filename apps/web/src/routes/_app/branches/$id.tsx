import { createFileRoute } from '@tanstack/react-router'
import { recordParams } from '../../../crud/record-params.ts'
import { ResourceForm } from '../../../crud/resource-form.tsx'
import { branches } from '../../../features/branch/resource.tsx'

export const Route = createFileRoute('/_app/branches/$id')({
  params: recordParams,
  component: Edit,
})

function Edit() {
  return <ResourceForm resource={branches} id={Route.useParams().id} />
}
