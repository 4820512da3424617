import { createFileRoute } from '@tanstack/react-router'
import { recordParams } from '../../../crud/record-params.ts'
import { ApplicationScreen } from '../../../features/application/application-screen.tsx'

export const Route = createFileRoute('/_app/other-fee-sales/$id')({
  params: recordParams,
  component: Application,
})

function Application() {
  return <ApplicationScreen id={Route.useParams().id} kind="other_fee" />
}
