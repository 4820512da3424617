import { createFileRoute } from '@tanstack/react-router'
import { recordParams } from '../../../../crud/record-params.ts'
import { CustomerScreen } from '../../../../features/customer/customer-screen.tsx'

export const Route = createFileRoute('/_app/customers/$id/')({
  params: recordParams,
  component: View,
})

function View() {
  return <CustomerScreen id={Route.useParams().id} />
}
