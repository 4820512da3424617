import { createFileRoute } from '@tanstack/react-router'
import { recordParams } from '../../../crud/record-params.ts'
import { ResourceForm } from '../../../crud/resource-form.tsx'
import { vehicles } from '../../../features/vehicle/resource.tsx'

export const Route = createFileRoute('/_app/vehicles/$id')({
  params: recordParams,
  component: Edit,
})

function Edit() {
  return <ResourceForm resource={vehicles} id={Route.useParams().id} />
}
