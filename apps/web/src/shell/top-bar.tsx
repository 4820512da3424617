import { Menu } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { usePreferences } from '../session/preferences.ts'
import { BranchSwitch } from './branch-switch.tsx'
import { Brand } from './brand.tsx'
import { CommandPaletteButton } from './command-palette-button.tsx'
import { UserTools } from './user-tools.tsx'

/** The line of tools above every screen. */
export function TopBar({ onOpenDrawer }: { onOpenDrawer: () => void }) {
  const [{ layout }] = usePreferences()
  return (
    <div className="flex h-(--top-bar) items-center gap-2 px-3.5">
      <div className="-ms-2 lg:hidden">
        <IconButton label="เปิดเมนู" icon={Menu} onPress={onOpenDrawer} />
      </div>
      {layout === 'horizontal' && (
        <div className="-ms-1.5 hidden lg:block">
          <Brand />
        </div>
      )}
      <CommandPaletteButton />
      <div className="ms-auto hidden max-w-60 min-w-36 sm:block">
        <BranchSwitch />
      </div>
      <div className="ms-auto flex items-center gap-1 sm:ms-0">
        <UserTools />
      </div>
    </div>
  )
}
