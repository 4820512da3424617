import { createFileRoute } from '@tanstack/react-router'
import { ResourceForm } from '../../../crud/resource-form.tsx'
import { courses } from '../../../features/course/resource.tsx'

export const Route = createFileRoute('/_app/courses/new')({ component: New })

function New() {
  return <ResourceForm resource={courses} />
}
