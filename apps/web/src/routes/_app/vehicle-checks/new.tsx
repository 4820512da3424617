import { createFileRoute } from '@tanstack/react-router'
import { RegistrationScreen } from '../../../features/application/registration-screen.tsx'

export const Route = createFileRoute('/_app/vehicle-checks/new')({ component: New })

function New() {
  return <RegistrationScreen kind="vehicle_check" />
}
