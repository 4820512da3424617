import { useRouterState } from '@tanstack/react-router'
import { type NavGroup, type NavItem, isOn, visibleNavigation } from './nav.ts'
import { useSession } from '../session/session.ts'

interface Navigation {
  /** What the user may see of the menu. */
  groups: readonly NavGroup[]
  /** Whether one is on the entry's screen, or on a record of it. */
  isCurrent: (item: NavItem) => boolean
}

/** The menu, whatever form it has. */
export function useNavigation(): Navigation {
  const { can } = useSession()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  return {
    groups: visibleNavigation(can),
    isCurrent: (item) => isOn(item, pathname),
  }
}
