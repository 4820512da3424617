import { createFileRoute } from '@tanstack/react-router'
import { recordParams } from '../../../crud/record-params.ts'
import { ResourceForm } from '../../../crud/resource-form.tsx'
import { requestFees } from '../../../features/fee/resource.tsx'

export const Route = createFileRoute('/_app/request-fees/$id')({
  params: recordParams,
  component: Edit,
})

function Edit() {
  return <ResourceForm resource={requestFees} id={Route.useParams().id} />
}
