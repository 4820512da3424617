import { usePreferences } from '../session/preferences.ts'
import { BranchSwitch } from './branch-switch.tsx'
import { Brand } from './brand.tsx'
import { CommandPaletteButton } from './command-palette-button.tsx'
import { NavGroups } from './nav-groups.tsx'
import { UserTools } from './user-tools.tsx'

/** The menu in a line of its own below the tools, or with them where the bar is hidden. */
export function NavBar() {
  const [{ navbar }] = usePreferences()
  const isAlone = navbar === 'hidden'
  return (
    <div
      className={`hidden min-h-(--menu-row) items-center gap-2 px-3.5 py-1 lg:flex ${isAlone ? '' : 'border-t border-line ps-2'}`}
    >
      {isAlone && <Brand signOnly />}
      <NavGroups look="bar" />
      {isAlone && (
        <>
          <div className="w-48">
            <BranchSwitch />
          </div>
          <div className="flex items-center gap-1">
            <CommandPaletteButton iconOnly />
            <UserTools />
          </div>
        </>
      )}
    </div>
  )
}
