import { createFileRoute } from '@tanstack/react-router'
import { recordParams } from '../../../crud/record-params.ts'
import { ResourceForm } from '../../../crud/resource-form.tsx'
import { promotions } from '../../../features/promotion/resource.tsx'

export const Route = createFileRoute('/_app/promotions/$id')({
  params: recordParams,
  component: Edit,
})

function Edit() {
  return <ResourceForm resource={promotions} id={Route.useParams().id} />
}
