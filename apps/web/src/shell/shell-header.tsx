import { entities } from '@khapdee/domain/entities'
import { Menu } from 'lucide-react'
import { type Preferences, usePreferences } from '../session/preferences.ts'
import { useSession } from '../session/session.ts'
import { IconButton } from '../ui/button.tsx'
import { approvalPermissions } from '../shared/waiting-decisions.ts'
import { DecisionCount, NavGroups } from './navigation.tsx'
import { BranchSwitch, Brand, CommandPaletteButton, UserTools } from './shell-tools.tsx'

/** Classes for the position of the bar. The background of a floating bar hides content above it. */
const positionClasses: Record<Preferences['navbar'], string> = {
  floating: 'sticky top-0 bg-bg px-2 pt-(--bar-gap) lg:px-3.5',
  sticky: 'sticky top-0',
  static: '',
  hidden: '',
}

/** The top bar above every screen and, in the horizontal layout, the menu below it. */
export function ShellHeader({ onOpenDrawer }: { onOpenDrawer: () => void }) {
  const [{ layout, navbar, content }] = usePreferences()
  const isFloating = navbar === 'floating'
  const isHorizontal = layout === 'horizontal'
  // Small screens always show the bar, because it contains the button that opens the menu.
  const isHidden = navbar === 'hidden'
  // The width of the content: the maximum of `main` minus its padding on both sides.
  const width = content === 'boxed' ? 'mx-auto max-w-[calc(93.75rem-1.75rem)]' : ''
  return (
    <header
      data-noprint
      className={`z-30 ${positionClasses[navbar]} ${isHidden && !isHorizontal ? 'lg:hidden' : ''}`}
    >
      <div
        className={`bg-surface ${isFloating ? `rounded-lg border border-line shadow-float ${width}` : 'border-b border-line'}`}
      >
        <div className={isHidden ? 'lg:hidden' : undefined}>
          <TopBar onOpenDrawer={onOpenDrawer} />
        </div>
        {isHorizontal && <HorizontalMenu />}
      </div>
    </header>
  )
}

/** Classes that set the CSS variables of the shell: heights of the bar, and top offset of sticky elements. */
export function barHeightClasses({ layout, navbar }: Preferences): string {
  const gap =
    navbar === 'floating' ? '[--bar-gap:0.5rem] lg:[--bar-gap:0.75rem]' : '[--bar-gap:0px]'
  const menu =
    layout === 'horizontal'
      ? '[--menu-row:0px] lg:[--menu-row:calc(var(--nav-item)+0.5rem)]'
      : '[--menu-row:0px]'
  const isSticky = navbar === 'floating' || navbar === 'sticky'
  const tableTop = isSticky
    ? '[--table-top:calc(var(--bar-gap)+var(--top-bar)+var(--menu-row))]'
    : '[--table-top:0px]'
  return `[--top-bar:3.125rem] ${gap} ${menu} ${tableTop}`
}

/** The top bar: menu button, logo, search, branch and user tools. */
function TopBar({ onOpenDrawer }: { onOpenDrawer: () => void }) {
  const [{ layout }] = usePreferences()
  const { branches, can } = useSession()
  const hasSeveralBranches = branches.length > 1
  return (
    <div className="flex h-(--top-bar) items-center gap-2 px-3.5">
      <div className="relative -ms-2 lg:hidden">
        <IconButton label="เปิดเมนู" icon={Menu} onPress={onOpenDrawer} />
        {approvalPermissions.some(can) && (
          <span className="pointer-events-none absolute -end-1 -top-0.5 flex">
            <DecisionCount />
          </span>
        )}
      </div>
      {layout === 'horizontal' && (
        <div className="-ms-1.5 hidden lg:block">
          <Brand />
        </div>
      )}
      <CommandPaletteButton />
      <div className="ms-auto flex max-w-72 min-w-0 flex-1 items-center justify-end gap-2">
        {hasSeveralBranches && (
          <span aria-hidden className="text-muted max-xl:hidden">
            {entities.branch.label}
          </span>
        )}
        <div className="min-w-0 flex-1 sm:min-w-36">
          <BranchSwitch />
        </div>
      </div>
      <div className="flex items-center gap-1">
        <UserTools />
      </div>
    </div>
  )
}

/** The horizontal menu below the top bar. Includes the tools of the top bar when that is hidden. */
function HorizontalMenu() {
  const [{ navbar }] = usePreferences()
  const isTopBarHidden = navbar === 'hidden'
  return (
    <div
      className={`hidden min-h-(--menu-row) items-center gap-2 px-3.5 py-1 lg:flex ${isTopBarHidden ? '' : 'border-t border-line ps-2'}`}
    >
      {isTopBarHidden && <Brand logoOnly />}
      <NavGroups variant="bar" />
      {isTopBarHidden && (
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
