import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { RegistrationScreen } from '../../../features/application/registration-screen.tsx'

export const Route = createFileRoute('/_app/registrations/new')({
  /** Whom the form begins with. */
  validateSearch: z.object({
    customer: z.coerce.number().int().positive().optional().catch(undefined),
  }),
  component: New,
})

function New() {
  const { customer } = Route.useSearch()
  return <RegistrationScreen kind="course" customerId={customer} />
}
