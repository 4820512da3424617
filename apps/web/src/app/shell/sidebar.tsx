import { usePreferences } from '../preferences.ts'
import { Brand } from './brand.tsx'
import { NavList } from './nav-list.tsx'
import { UserTools } from './user-tools.tsx'

/** The menu at the side of wide screens, 232 px or 60 px wide. */
export function Sidebar() {
  const [{ menuCollapsed, navbar }] = usePreferences()
  return (
    <aside
      data-noprint
      className={`sticky top-0 hidden h-dvh shrink-0 flex-col overflow-y-auto border-e border-line bg-surface px-2 pb-3 lg:flex ${menuCollapsed ? 'w-15' : 'w-58'}`}
    >
      <Brand signOnly={menuCollapsed} />
      <NavList iconsOnly={menuCollapsed} />
      {navbar === 'hidden' && (
        <div className="mt-auto flex flex-wrap gap-1 pt-3">
          <UserTools />
        </div>
      )}
    </aside>
  )
}
