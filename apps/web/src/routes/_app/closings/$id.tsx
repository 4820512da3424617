import { createFileRoute } from '@tanstack/react-router'
import { recordParams } from '../../../crud/record-params.ts'
import { ClosingScreen } from '../../../features/closing/closing-screen.tsx'

export const Route = createFileRoute('/_app/closings/$id')({
  params: recordParams,
  component: Closing,
})

function Closing() {
  return <ClosingScreen id={Route.useParams().id} />
}
