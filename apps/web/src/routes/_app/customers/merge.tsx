import { Navigate, createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { MergeScreen } from '../../../features/customer/merge-screen.tsx'

const id = z.coerce.number().int().positive().optional().catch(undefined)

export const Route = createFileRoute('/_app/customers/merge')({
  validateSearch: z.object({ customer: id, other: id }),
  component: Merge,
})

function Merge() {
  const { customer, other } = Route.useSearch()
  if (customer === undefined) return <Navigate to="/customers/duplicates" replace />
  return <MergeScreen customer={customer} other={other} />
}
