import { useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { lazyPart } from '../ui/lazy-part.ts'
import { isActiveItem, navigation } from './nav.ts'
import { addRecentScreen, shellDialog, useShellDialog } from './shell-store.ts'
import { useSession } from '../session/session.ts'
import { useShortcut } from '../shared/shortcuts.ts'

const dialogs = {
  palette: lazyPart(async () => (await import('./command-palette.tsx')).CommandPalette),
  help: lazyPart(async () => (await import('./dialogs.tsx')).HelpDialog),
  preferences: lazyPart(async () => (await import('./dialogs.tsx')).PreferencesDialog),
  'past-alerts': lazyPart(async () => (await import('./dialogs.tsx')).PastAlertList),
  'sign-out': lazyPart(async () => (await import('./dialogs.tsx')).SignOutDialog),
}

/** The dialogs that can be opened from any screen, and the shortcuts that open them. */
export function ShellDialogs() {
  useShortcut('palette', () => shellDialog.open('palette'))
  useShortcut('help', () => shellDialog.open('help'))
  useRecordRecentScreen()
  // Closes the dialog on sign-out: the next user must not find it open.
  useEffect(() => shellDialog.close, [])

  const name = useShellDialog()
  if (name === null) return null
  const Dialog = dialogs[name]
  return (
    <Suspense fallback={null}>
      <Dialog onClose={shellDialog.close} />
    </Suspense>
  )
}

/** Records each opened screen of the menu as a recent screen, for the command palette. */
function useRecordRecentScreen(): void {
  const userId = useSession().user?.user_id
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => {
    const screen = navigation
      .flatMap(({ items }) => items)
      .find((item) => isActiveItem(item, pathname))
    if (userId !== undefined && screen) addRecentScreen(userId, screen.path)
  }, [userId, pathname])
}
