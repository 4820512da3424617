import { ChevronDown } from 'lucide-react'
import { useId, useLayoutEffect, useRef } from 'react'
import { z } from 'zod'
import type { NavGroup } from './nav.ts'
import { localStore, useStore } from '../session/store.ts'
import { NavLink } from './nav-link.tsx'
import { useNavigation } from './use-navigation.ts'

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
