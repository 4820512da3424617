import { headings, units, stateWords } from '@khapdee/domain/words'
import { Link, useRouterState } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { Suspense, useId, useLayoutEffect, useRef } from 'react'
import { Button, MenuTrigger, Popover } from 'react-aria-components'
import { z } from 'zod'
import { useSession } from '../session/session.ts'
import { localStore, useStore } from '../session/store.ts'
import { useWaitingDecisionCount } from '../shared/waiting-decisions.ts'
import { classNames } from '../ui/class-names.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { ActionMenu } from '../ui/menu.tsx'
import { WithTooltip } from '../ui/button.tsx'
import { CountBadge } from './count-badge.tsx'
import { isActiveItem, type NavGroup, type NavItem, visibleNavigation } from './nav.ts'

interface NavGroupsProps {
  /** `rail`: a column of icons; `bar`: a row of labels. */
  variant: 'rail' | 'bar'
}

/** The compact menu: each group opens as a popup menu; a group with one entry is a link. */
export function NavGroups({ variant }: NavGroupsProps) {
  const { groups, isCurrent } = useNavigation()
  return (
    <nav
      aria-label="เมนูหลัก"
      className={variant === 'rail' ? 'flex flex-col gap-1' : 'flex min-w-0 flex-1 flex-wrap gap-1'}
    >
      {groups.map((group) => {
        const [first, ...others] = group.items
        if (first && others.length === 0) {
          return <NavLink key={group.label} entry={first} iconOnly={variant === 'rail'} />
        }
        const current = group.items.find(isCurrent)?.path
        return <GroupMenu key={group.label} group={group} current={current} variant={variant} />
      })}
    </nav>
  )
}

interface GroupMenuProps extends NavGroupsProps {
  group: NavGroup
  /** The path of the current entry, if it belongs to the group. */
  current: string | undefined
}

function GroupMenu({ group: { label, icon: Icon, items }, current, variant }: GroupMenuProps) {
  const isRail = variant === 'rail'
  const button = (
    <Button
      {...(current !== undefined && { 'aria-current': true })}
      className={classNames(navItemClass, isRail && 'relative justify-center')}
    >
      <Icon size={17} aria-hidden className={isRail ? 'shrink-0' : 'shrink-0 max-xl:hidden'} />
      <span className={isRail ? 'sr-only' : ''}>{label}</span>
      {items.some(({ countsDecisions, countsAffected }) => countsDecisions || countsAffected) && (
        <span className={isRail ? 'absolute end-0 top-0' : 'flex'}>
          {items.some(({ countsDecisions }) => countsDecisions) && <DecisionCount />}
          {items.some(({ countsAffected }) => countsAffected) && <Affected />}
        </span>
      )}
      {!isRail && <ChevronDown size={14} aria-hidden className="shrink-0" />}
    </Button>
  )
  return (
    <MenuTrigger>
      {isRail ? <WithTooltip text={label}>{button}</WithTooltip> : button}
      <Popover
        placement={isRail ? 'end top' : 'bottom start'}
        offset={isRail ? 10 : 6}
        className="popover max-h-[80dvh] overflow-y-auto p-1"
      >
        {isRail && <p className="px-2.5 pt-1 text-sm text-muted">{label}</p>}
        <ActionMenu
          label={label}
          actions={items.map(({ path, label, icon }) => ({
            id: path,
            label,
            icon,
            href: path,
            isCurrent: path === current,
          }))}
        />
      </Popover>
    </MenuTrigger>
  )
}

/** The labels of the collapsed groups; at first that of the master data, which is rarely changed. */
const collapsedGroups = localStore<readonly string[]>(
  'khapdee.foldedGroups',
  (stored) => z.array(z.string()).safeParse(stored).data ?? [headings.masterData],
)

const expand = (label: string) =>
  collapsedGroups.set(collapsedGroups.get().filter((collapsed) => collapsed !== label))
const collapse = (label: string) => collapsedGroups.set([...collapsedGroups.get(), label])

interface NavListProps {
  /** Called when an entry is chosen. */
  onNavigate?: (() => void) | undefined
}

/** The full menu, in groups that can be collapsed. */
export function NavList({ onNavigate }: NavListProps) {
  const { groups, isCurrent } = useNavigation()
  const collapsedLabels = useStore(collapsedGroups)
  const list = useRef<HTMLElement>(null)
  const currentGroup = groups.find(({ items }) => items.some(isCurrent))?.label
  const currentPath = groups.flatMap(({ items }) => items).find(isCurrent)?.path

  // Navigation to another group expands that group; the user may collapse it again.
  useLayoutEffect(() => {
    if (currentGroup !== undefined && collapsedGroups.get().includes(currentGroup))
      expand(currentGroup)
  }, [currentGroup])
  useLayoutEffect(() => {
    list.current?.querySelector(`[href="${currentPath}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [currentPath])

  return (
    <nav ref={list} aria-label="เมนูหลัก" className="flex flex-col">
      {groups.map((group) => (
        <Group
          key={group.label}
          group={group}
          isOpen={!collapsedLabels.includes(group.label)}
          onNavigate={onNavigate}
        />
      ))}
    </nav>
  )
}

interface GroupProps extends NavListProps {
  group: NavGroup
  isOpen: boolean
}

function Group({ group: { label, items }, isOpen, onNavigate }: GroupProps) {
  const id = useId()
  // A group and its first link may have the same text.
  const name = `เมนู${label}`
  return (
    <section aria-label={name} className="flex flex-col pt-2">
      <button
        type="button"
        aria-label={name}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => (isOpen ? collapse(label) : expand(label))}
        className="flex min-h-7.5 items-center justify-between rounded-md px-2.5 text-sm text-muted hover:text-ink coarse:min-h-nav-item"
      >
        {label}
        <ChevronDown
          size={14}
          aria-hidden
          className={isOpen ? 'shrink-0' : 'shrink-0 rotate-90 rtl:-rotate-90'}
        />
      </button>
      <div id={id} className={isOpen ? 'flex flex-col' : 'hidden'}>
        {items.map((entry) => (
          <NavLink key={entry.path} entry={entry} onNavigate={onNavigate} />
        ))}
      </div>
    </section>
  )
}

/** Classes of menu entries; `aria-current` marks the current one. */
const navItemClass =
  'flex h-nav-item shrink-0 items-center gap-2.5 rounded-md px-2.5 hover:bg-neutral-soft aria-[current]:bg-primary-soft aria-[current]:font-medium aria-[current]:text-primary'

interface NavLinkProps {
  entry: NavItem
  /** Shows the icon only, with the label as a tooltip. */
  iconOnly?: boolean
  onNavigate?: (() => void) | undefined
}

/** A link of the menu, marked as current on its screen and on the screens below it. */
function NavLink({ entry, iconOnly = false, onNavigate }: NavLinkProps) {
  const { path, label, icon: Icon, countsDecisions, countsAffected } = entry
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
      {!iconOnly && countsAffected && <Affected />}
    </Link>
  )
  return iconOnly ? <WithTooltip text={label}>{link}</WithTooltip> : link
}

/** The number of waiting decisions in a menu entry; renders nothing when it is 0. */
export function DecisionCount() {
  const waiting = useWaitingDecisionCount()
  return <CountBadge count={waiting} before={stateWords.waitingForApproval} after={units.entries} />
}

const AffectedCount = lazyPart(async () => (await import('./affected-count.tsx')).AffectedCount)

/** The number of exam sessions that must be planned again, for users who may change sessions. */
function Affected() {
  const mayChange = useSession().can('exam.session')
  return mayChange && <Suspense>{<AffectedCount />}</Suspense>
}

interface Navigation {
  /** The groups of the menu that the user may see. */
  groups: readonly NavGroup[]
  /** Whether the current screen is the one of the entry or one below it. */
  isCurrent: (item: NavItem) => boolean
}

/** The visible groups and the current entry, for every variant of the menu (list, rail, bar). */
function useNavigation(): Navigation {
  const { can } = useSession()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  return {
    groups: visibleNavigation(can),
    isCurrent: (item) => isActiveItem(item, pathname),
  }
}
