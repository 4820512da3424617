import { visibleNavigation } from '../nav.ts'
import { usePreferences } from '../preferences.ts'
import { useSession } from '../session.ts'
import { Brand } from './brand.tsx'
import { NavLink } from './nav-list.tsx'
import { UserTools } from './user-tools.tsx'

/** The menu in a line below the top bar of wide screens. */
export function NavBar() {
  const { can } = useSession()
  const [{ navbar }] = usePreferences()
  const items = visibleNavigation((resource) => can(`${resource}.view`)).flatMap(
    (group) => group.items,
  )
  return (
    <div
      data-noprint
      className="hidden items-center gap-1 border-b border-line bg-surface px-3.5 py-1 lg:flex"
    >
      <Brand signOnly />
      <nav aria-label="เมนูหลัก" className="flex min-w-0 flex-1 flex-wrap gap-1">
        {items.map((entry) => (
          <NavLink key={entry.path} entry={entry} />
        ))}
      </nav>
      {navbar === 'hidden' && <UserTools />}
    </div>
  )
}
