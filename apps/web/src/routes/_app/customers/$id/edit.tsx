import { createFileRoute } from '@tanstack/react-router'
import { recordParams } from '../../../../crud/record-params.ts'
import { CustomerEdit } from '../../../../features/customer/customer-edit.tsx'

export const Route = createFileRoute('/_app/customers/$id/edit')({
  params: recordParams,
  component: Edit,
})

function Edit() {
  return <CustomerEdit id={Route.useParams().id} />
}
