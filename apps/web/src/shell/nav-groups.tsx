import { ChevronDown } from 'lucide-react'
import { Button, MenuTrigger, Popover } from 'react-aria-components'
import { classNames } from '../ui/class-names.ts'
import { ActionMenu } from '../ui/menu.tsx'
import { Hint } from '../ui/tooltip.tsx'
import type { NavGroup } from './nav.ts'
import { DecisionCount } from './decision-count.tsx'
import { NavLink, navItemClass } from './nav-link.tsx'
import { useNavigation } from './use-navigation.ts'

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
