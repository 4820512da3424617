import { entities } from '@khapdee/domain/entities'
import { Building2, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { DialogTrigger, Popover } from 'react-aria-components'
import { IconButton } from '../ui/button.tsx'
import { useMedia } from '../ui/hooks.ts'
import { fullMenuQuery, usePreferences } from '../session/preferences.ts'
import { BranchSwitch, Brand, CommandPaletteButton, UserTools } from './shell-tools.tsx'
import { NavGroups, NavList } from './navigation.tsx'

/**
 * The side menu on wide screens: 232 px, or 60 px with icons only if it is collapsed or the screen
 * is too narrow. Includes the tools of the top bar when that bar is hidden.
 */
export function Sidebar() {
  const [{ menuCollapsed, navbar }, change] = usePreferences()
  const fitsFullMenu = useMedia(fullMenuQuery)
  const isRail = menuCollapsed || !fitsFullMenu
  return (
    <aside
      data-noprint
      className={`sticky top-0 hidden h-dvh shrink-0 flex-col border-e border-line bg-surface lg:flex ${isRail ? 'w-15' : 'w-58'}`}
    >
      <div className={`flex items-center px-2 pt-1 ${isRail ? 'flex-col' : 'justify-between'}`}>
        <Brand logoOnly={isRail} />
        {fitsFullMenu && (
          <IconButton
            label={menuCollapsed ? 'ขยายเมนู' : 'ย่อเมนู'}
            icon={menuCollapsed ? PanelLeftOpen : PanelLeftClose}
            onPress={() => change({ menuCollapsed: !menuCollapsed })}
          />
        )}
      </div>
      <div
        className={`relative min-h-0 flex-1 overflow-y-auto pt-1 pb-3 ${isRail ? 'px-1.5' : 'px-2'}`}
      >
        {isRail ? <NavGroups variant="rail" /> : <NavList />}
      </div>
      {navbar === 'hidden' && (
        <div
          className={`flex gap-1 border-t border-line p-2 ${isRail ? 'flex-col items-center' : 'flex-wrap'}`}
        >
          <div className={isRail ? undefined : 'w-full'}>
            {isRail ? <BranchButton /> : <BranchSwitch />}
          </div>
          <CommandPaletteButton iconOnly />
          <UserTools />
        </div>
      )}
    </aside>
  )
}

function BranchButton() {
  return (
    <DialogTrigger>
      <IconButton label={entities.branch.label} icon={Building2} />
      <Popover
        placement="end bottom"
        offset={10}
        aria-label={entities.branch.label}
        className="popover w-64 p-3"
      >
        <BranchSwitch />
      </Popover>
    </DialogTrigger>
  )
}
