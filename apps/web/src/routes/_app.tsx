import { Outlet, createFileRoute } from '@tanstack/react-router'
import { requireUser } from '../app/session-navigation.ts'
import { AppShell } from '../app/shell/app-shell.tsx'

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
