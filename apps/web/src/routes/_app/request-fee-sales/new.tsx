import { createFileRoute } from '@tanstack/react-router'
import { RegistrationScreen } from '../../../features/application/registration-screen.tsx'

export const Route = createFileRoute('/_app/request-fee-sales/new')({ component: New })

function New() {
  return <RegistrationScreen kind="request_fee" />
}
