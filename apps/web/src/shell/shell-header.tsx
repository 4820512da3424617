import { type Preferences, usePreferences } from '../session/preferences.ts'
import { NavBar } from './nav-bar.tsx'
import { TopBar } from './top-bar.tsx'

/** Where the bar is while the page scrolls. A floating one hides what passes the gap above it. */
const places: Record<Preferences['navbar'], string> = {
  floating: 'sticky top-0 bg-bg px-2 pt-(--bar-gap) lg:px-3.5',
  sticky: 'sticky top-0',
  static: '',
  hidden: '',
}

/** The bar of tools above every screen and, in the horizontal layout, the menu. */
export function ShellHeader({ onOpenDrawer }: { onOpenDrawer: () => void }) {
  const [{ layout, navbar, content }] = usePreferences()
  const isFloating = navbar === 'floating'
  const isHorizontal = layout === 'horizontal'
  // Small screens keep the bar: their menu opens from it.
  const isHidden = navbar === 'hidden'
  const width = content === 'boxed' ? 'mx-auto max-w-[calc(93.75rem-1.75rem)]' : ''
  return (
    <header
      data-noprint
      className={`z-30 ${places[navbar]} ${isHidden && !isHorizontal ? 'lg:hidden' : ''}`}
    >
      <div
        className={`bg-surface ${isFloating ? `rounded-lg border border-line shadow-float ${width}` : 'border-b border-line'}`}
      >
        <div className={isHidden ? 'lg:hidden' : undefined}>
          <TopBar onOpenDrawer={onOpenDrawer} />
        </div>
        {isHorizontal && <NavBar />}
      </div>
    </header>
  )
}

/** CSS variables of the shell: how high the bar is, and where what sticks below it stops. */
export function barHeights({ layout, navbar }: Preferences): string {
  const gap =
    navbar === 'floating' ? '[--bar-gap:0.5rem] lg:[--bar-gap:0.75rem]' : '[--bar-gap:0px]'
  const menu =
    layout === 'horizontal'
      ? '[--menu-row:0px] lg:[--menu-row:calc(var(--nav-item)+0.5rem)]'
      : '[--menu-row:0px]'
  const stays = navbar === 'floating' || navbar === 'sticky'
  const table = stays
    ? '[--table-top:calc(var(--bar-gap)+var(--top-bar)+var(--menu-row))]'
    : '[--table-top:0px]'
  return `[--top-bar:3.125rem] ${gap} ${menu} ${table}`
}
