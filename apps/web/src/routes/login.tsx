import { createFileRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { firstScreen } from '../shell/session-navigation.ts'
import { session } from '../session/session.ts'
import { SignInScreen } from '../shell/sign-in-screen.tsx'

// Only an address of this app: `//host` and `/\\host` lead away.
const ownAddress = z.string().regex(/^\/(?![/\\])/)

export const Route = createFileRoute('/login')({
  validateSearch: z.object({ redirect: ownAddress.optional().catch(undefined) }),
  beforeLoad: ({ search }) => {
    if (session.user() !== null) throw redirect({ href: search.redirect ?? firstScreen() })
  },
  component: Login,
})

function Login() {
  return <SignInScreen redirect={Route.useSearch().redirect} />
}
