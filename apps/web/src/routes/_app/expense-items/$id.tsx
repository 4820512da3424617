import { createFileRoute } from '@tanstack/react-router'
import { recordParams } from '../../../crud/record-params.ts'
import { ResourceForm } from '../../../crud/resource-form.tsx'
import { expenseItems } from '../../../features/expense-item/resource.tsx'

export const Route = createFileRoute('/_app/expense-items/$id')({
  params: recordParams,
  component: Edit,
})

function Edit() {
  return <ResourceForm resource={expenseItems} id={Route.useParams().id} />
}
