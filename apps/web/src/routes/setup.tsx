import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { SetupScreen } from '../shell/setup-screen.tsx'

export const Route = createFileRoute('/setup')({
  validateSearch: z.object({ token: z.string().catch('') }),
  component: Setup,
})

function Setup() {
  return <SetupScreen token={Route.useSearch().token} />
}
