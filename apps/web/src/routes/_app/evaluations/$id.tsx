import { createFileRoute } from '@tanstack/react-router'
import { recordParams } from '../../../crud/record-params.ts'
import { ResourceForm } from '../../../crud/resource-form.tsx'
import { evaluations } from '../../../features/evaluation/resource.tsx'

export const Route = createFileRoute('/_app/evaluations/$id')({
  params: recordParams,
  component: Edit,
})

function Edit() {
  return <ResourceForm resource={evaluations} id={Route.useParams().id} />
}
