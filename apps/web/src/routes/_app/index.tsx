import { createFileRoute, redirect } from '@tanstack/react-router'
import { firstScreen } from '../../shell/session-navigation.ts'

export const Route = createFileRoute('/_app/')({
  beforeLoad: () => {
    throw redirect({ to: firstScreen() })
  },
})
