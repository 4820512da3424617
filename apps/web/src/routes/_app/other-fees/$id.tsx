import { createFileRoute } from '@tanstack/react-router'
import { recordParams } from '../../../crud/record-params.ts'
import { ResourceForm } from '../../../crud/resource-form.tsx'
import { otherFees } from '../../../features/fee/resource.tsx'

export const Route = createFileRoute('/_app/other-fees/$id')({
  params: recordParams,
  component: Edit,
})

function Edit() {
  return <ResourceForm resource={otherFees} id={Route.useParams().id} />
}
