import { createFileRoute } from '@tanstack/react-router'
import { recordParams } from '../../../crud/record-params.ts'
import { ResourceForm } from '../../../crud/resource-form.tsx'
import { roles } from '../../../features/role/resource.tsx'

export const Route = createFileRoute('/_app/roles/$id')({ params: recordParams, component: Edit })

function Edit() {
  return <ResourceForm resource={roles} id={Route.useParams().id} />
}
