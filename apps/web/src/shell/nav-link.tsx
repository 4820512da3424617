import { Link } from '@tanstack/react-router'
import { classNames } from '../ui/class-names.ts'
import { Hint } from '../ui/tooltip.tsx'
import type { NavItem } from './nav.ts'
import { DecisionCount } from './decision-count.tsx'

/** The look of everything one chooses in the menu; `aria-current` marks where one is. */
export const navItemClass =
  'flex h-nav-item shrink-0 items-center gap-2.5 rounded-md px-2.5 hover:bg-neutral-soft aria-[current]:bg-primary-soft aria-[current]:font-medium aria-[current]:text-primary'

interface NavLinkProps {
  entry: NavItem
  /** With its name as a hint. */
  iconOnly?: boolean
  onNavigate?: (() => void) | undefined
}

/** One entry; marked while its screen, or a record of it, is shown. */
export function NavLink({ entry, iconOnly = false, onNavigate }: NavLinkProps) {
  const { path, label, icon: Icon, countsDecisions } = entry
  const link = (
    <Link
      to={path}
      activeOptions={{ includeSearch: false }}
      onClick={onNavigate}
      className={classNames(navItemClass, iconOnly && 'justify-center')}
      {...(iconOnly && { 'aria-label': label })}
    >
      <Icon size={17} aria-hidden className="shrink-0" />
      {!iconOnly && <span className="truncate">{label}</span>}
      {!iconOnly && countsDecisions && <DecisionCount />}
    </Link>
  )
  return iconOnly ? <Hint text={label}>{link}</Hint> : link
}
