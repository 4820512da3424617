import { Link } from '@tanstack/react-router'
import { Hint } from '../../ui/tooltip.tsx'
import { type NavItem, visibleNavigation } from '../nav.ts'
import { useSession } from '../session.ts'

const item =
  'flex h-nav-item items-center gap-2.5 rounded-md px-2.5 hover:bg-neutral-soft aria-[current=page]:bg-primary-soft aria-[current=page]:font-medium aria-[current=page]:text-primary'

interface NavListProps {
  /** Icons with their names as hints, for the narrow sidebar. */
  iconsOnly?: boolean
  /** After an entry was chosen. */
  onNavigate?: () => void
}

/** The menu from top to bottom, in groups. */
export function NavList({ iconsOnly = false, onNavigate }: NavListProps) {
  const { can } = useSession()
  return (
    <nav aria-label="เมนูหลัก" className="flex flex-col">
      {visibleNavigation((resource) => can(`${resource}.view`)).map(({ label, items }) => (
        <section key={label} aria-label={label} className="flex flex-col pt-3">
          {iconsOnly ? (
            <hr className="mx-2 mb-2 border-line" />
          ) : (
            <p className="px-2.5 pb-1 text-sm text-muted">{label}</p>
          )}
          {items.map((entry) => (
            <NavLink key={entry.path} entry={entry} iconOnly={iconsOnly} onNavigate={onNavigate} />
          ))}
        </section>
      ))}
    </nav>
  )
}

interface NavLinkProps {
  entry: NavItem
  iconOnly?: boolean
  onNavigate?: (() => void) | undefined
}

/** One entry; marked while its screen, or a record of it, is shown. */
export function NavLink({ entry, iconOnly = false, onNavigate }: NavLinkProps) {
  const { path, label, icon: Icon } = entry
  const link = (
    <Link
      to={path}
      activeOptions={{ includeSearch: false }}
      onClick={onNavigate}
      className={item}
      {...(iconOnly && { 'aria-label': label })}
    >
      <Icon size={17} aria-hidden className="shrink-0" />
      {!iconOnly && <span className="truncate">{label}</span>}
    </Link>
  )
  return iconOnly ? <Hint text={label}>{link}</Hint> : link
}
