import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '../../../shared/permitted.tsx'
import { recordParams } from '../../../crud/record-params.ts'
import { ResourceForm } from '../../../crud/resource-form.tsx'
import { branchSettings } from '../../../features/branch/resource.tsx'

export const Route = createFileRoute('/_app/branches/$id_/settings')({
  params: recordParams,
  component: Settings,
})

function Settings() {
  return (
    <Permitted to="branch.update">
      <ResourceForm resource={branchSettings} id={Route.useParams().id} />
    </Permitted>
  )
}
