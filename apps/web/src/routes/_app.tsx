import { Outlet, createFileRoute } from '@tanstack/react-router'
import { requireUser } from '../shell/session-navigation.ts'
import { AppShell } from '../shell/app-shell.tsx'

export const Route = createFileRoute('/_app')({
  beforeLoad: ({ location }) => requireUser(location),
  component: App,
})

function App() {
  return (
    <AppShell>
      <Outlet />
    </AppShell>
  )
}
