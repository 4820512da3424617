import { createFileRoute } from '@tanstack/react-router'
import { ResourceForm } from '../../../crud/resource-form.tsx'
import { employees } from '../../../features/employee/resource.tsx'

export const Route = createFileRoute('/_app/employees/new')({ component: New })

function New() {
  return <ResourceForm resource={employees} />
}
