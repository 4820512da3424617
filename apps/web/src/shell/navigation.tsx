import { Link, useRouterState } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useId, useLayoutEffect, useRef } from 'react'
import { Button, MenuTrigger, Popover } from 'react-aria-components'
import { z } from 'zod'
import { useSession } from '../session/session.ts'
import { localStore, useStore } from '../session/store.ts'
import { useWaitingDecisions } from '../shared/waiting-decisions.ts'
import { classNames } from '../ui/class-names.ts'
import { ActionMenu } from '../ui/menu.tsx'
import { Hint } from '../ui/button.tsx'
import { isOn, type NavGroup, type NavItem, visibleNavigation } from './nav.ts'

interface NavGroupsProps {
  /** `rail` shows icons one below the other, `bar` names side by side. */
  look: 'rail' | 'bar'
}

/** The menu where it has little room: a group opens as a menu, a single entry is a link. */
export function NavGroups({ look }: NavGroupsProps) {
  const { groups, isCurrent } = useNavigation()
  return (
    <nav
      aria-label="เมนูหลัก"
      className={look === 'rail' ? 'flex flex-col gap-1' : 'flex min-w-0 flex-1 flex-wrap gap-1'}
    >
      {groups.map((group) => {
        const [only, ...more] = group.items
        if (only && more.length === 0) {
          return <NavLink key={group.label} entry={only} iconOnly={look === 'rail'} />
        }
        const current = group.items.find(isCurrent)?.path
        return <GroupMenu key={group.label} group={group} current={current} look={look} />
      })}
    </nav>
  )
}

interface GroupMenuProps extends NavGroupsProps {
  group: NavGroup
  /** The entry on whose screen one is, if it is one of the group's. */
  current: string | undefined
}

function GroupMenu({ group: { label, icon: Icon, items }, current, look }: GroupMenuProps) {
  const isRail = look === 'rail'
  const button = (
    <Button
      {...(current !== undefined && { 'aria-current': true })}
      className={classNames(navItemClass, isRail && 'relative justify-center')}
    >
      <Icon size={17} aria-hidden className={isRail ? 'shrink-0' : 'shrink-0 max-xl:hidden'} />
      <span className={isRail ? 'sr-only' : ''}>{label}</span>
      {items.some(({ countsDecisions }) => countsDecisions) && (
        <span className={isRail ? 'absolute end-0 top-0' : 'flex'}>
          <DecisionCount />
        </span>
      )}
      {!isRail && <ChevronDown size={14} aria-hidden className="shrink-0" />}
    </Button>
  )
  return (
    <MenuTrigger>
      {isRail ? <Hint text={label}>{button}</Hint> : button}
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

/** The groups that were folded, by their names. */
const foldedGroups = localStore<readonly string[]>(
  'khapdee.foldedGroups',
  (stored) => z.array(z.string()).safeParse(stored).data ?? [],
)

const unfold = (label: string) =>
  foldedGroups.set(foldedGroups.get().filter((folded) => folded !== label))
const fold = (label: string) => foldedGroups.set([...foldedGroups.get(), label])

interface NavListProps {
  /** After an entry was chosen. */
  onNavigate?: (() => void) | undefined
}

/** The menu from top to bottom, in groups that fold. */
export function NavList({ onNavigate }: NavListProps) {
  const { groups, isCurrent } = useNavigation()
  const folded = useStore(foldedGroups)
  const list = useRef<HTMLElement>(null)
  const group = groups.find(({ items }) => items.some(isCurrent))?.label
  const path = groups.flatMap(({ items }) => items).find(isCurrent)?.path

  // Where one has come to, by whatever way, the menu shows; it may be folded again afterwards.
  useLayoutEffect(() => {
    if (group !== undefined && foldedGroups.get().includes(group)) unfold(group)
  }, [group])
  useLayoutEffect(() => {
    list.current?.querySelector(`[href="${path}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [path])

  return (
    <nav ref={list} aria-label="เมนูหลัก" className="flex flex-col">
      {groups.map((group) => (
        <Group
          key={group.label}
          group={group}
          isOpen={!folded.includes(group.label)}
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
  return (
    <section aria-label={label} className="flex flex-col pt-2">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => (isOpen ? fold(label) : unfold(label))}
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

/** The look of everything one chooses in the menu; `aria-current` marks where one is. */
const navItemClass =
  'flex h-nav-item shrink-0 items-center gap-2.5 rounded-md px-2.5 hover:bg-neutral-soft aria-[current]:bg-primary-soft aria-[current]:font-medium aria-[current]:text-primary'

interface NavLinkProps {
  entry: NavItem
  /** With its name as a hint. */
  iconOnly?: boolean
  onNavigate?: (() => void) | undefined
}

/** One entry; marked while its screen, or a record of it, is shown. */
function NavLink({ entry, iconOnly = false, onNavigate }: NavLinkProps) {
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

/** How many decisions wait, beside the entry of the menu that leads to them; nothing when none do. */
export function DecisionCount() {
  const waiting = useWaitingDecisions()
  if (waiting === 0) return null
  return (
    <span className="ms-auto rounded-full bg-warn-soft px-1.5 text-xs leading-[1.7] font-medium text-warn tabular-nums">
      <span className="sr-only">รออนุมัติ </span>
      {waiting > 99 ? '99+' : waiting}
      <span className="sr-only"> รายการ</span>
    </span>
  )
}

interface Navigation {
  /** The part of the menu that the user may view. */
  groups: readonly NavGroup[]
  /** Whether one is on the entry's screen, or on a record of it. */
  isCurrent: (item: NavItem) => boolean
}

/** The menu, whatever form it has. */
function useNavigation(): Navigation {
  const { can } = useSession()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  return {
    groups: visibleNavigation(can),
    isCurrent: (item) => isOn(item, pathname),
  }
}
