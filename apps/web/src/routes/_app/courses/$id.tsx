import { createFileRoute } from '@tanstack/react-router'
import { recordParams } from '../../../crud/record-params.ts'
import { ResourceForm } from '../../../crud/resource-form.tsx'
import { courses } from '../../../features/course/resource.tsx'

export const Route = createFileRoute('/_app/courses/$id')({ params: recordParams, component: Edit })

function Edit() {
  return <ResourceForm resource={courses} id={Route.useParams().id} />
}
