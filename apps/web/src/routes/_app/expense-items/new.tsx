import { createFileRoute } from '@tanstack/react-router'
import { ResourceForm } from '../../../crud/resource-form.tsx'
import { expenseItems } from '../../../features/expense-item/resource.tsx'

export const Route = createFileRoute('/_app/expense-items/new')({ component: New })

function New() {
  return <ResourceForm resource={expenseItems} />
}
