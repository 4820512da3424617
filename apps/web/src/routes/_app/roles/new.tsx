import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { ResourceForm } from '../../../crud/resource-form.tsx'
import { roles } from '../../../features/role/resource.tsx'

export const Route = createFileRoute('/_app/roles/new')({
  /** The role whose rights the new one begins with. */
  validateSearch: z.object({ copy: z.coerce.number().int().optional().catch(undefined) }),
  component: New,
})

function New() {
  return <ResourceForm resource={roles} />
}
