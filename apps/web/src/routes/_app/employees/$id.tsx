import { createFileRoute } from '@tanstack/react-router'
import { recordParams } from '../../../crud/record-params.ts'
import { ResourceForm } from '../../../crud/resource-form.tsx'
import { employees } from '../../../features/employee/resource.tsx'

export const Route = createFileRoute('/_app/employees/$id')({
  params: recordParams,
  component: Edit,
})

function Edit() {
  return <ResourceForm resource={employees} id={Route.useParams().id} />
}
