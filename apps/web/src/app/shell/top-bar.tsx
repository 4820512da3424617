import { Menu, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { type Preferences, usePreferences } from '../preferences.ts'
import { BranchSwitch } from './branch-switch.tsx'
import { UserTools } from './user-tools.tsx'

const places: Record<Preferences['navbar'], string> = {
  floating: 'sticky top-0 shadow-card',
  sticky: 'sticky top-0',
  static: '',
  // Small screens keep the bar: their menu opens from it.
  hidden: 'lg:hidden',
}

/** The bar above every screen. */
export function TopBar({ onOpenDrawer }: { onOpenDrawer: () => void }) {
  const [{ layout, navbar, menuCollapsed }, change] = usePreferences()
  return (
    <header
      data-noprint
      className={`z-30 flex h-(--top-bar) items-center gap-2 border-b border-line bg-surface px-3.5 ${places[navbar]}`}
    >
      <div className="-ms-2 lg:hidden">
        <IconButton label="เปิดเมนู" icon={Menu} onPress={onOpenDrawer} />
      </div>
      {layout === 'vertical' && (
        <div className="hidden lg:block">
          <IconButton
            label={menuCollapsed ? 'ขยายเมนู' : 'ย่อเมนู'}
            icon={menuCollapsed ? PanelLeftOpen : PanelLeftClose}
            onPress={() => change({ menuCollapsed: !menuCollapsed })}
          />
        </div>
      )}
      <div className="ms-auto hidden max-w-60 min-w-36 sm:block">
        <BranchSwitch />
      </div>
      <div className="ms-auto flex items-center gap-1 sm:ms-0">
        <UserTools />
      </div>
    </header>
  )
}
