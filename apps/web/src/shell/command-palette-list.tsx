import { useEffect } from 'react'
import { Chip } from '../ui/chip.tsx'
import { classNames } from '../ui/class-names.ts'
import { Keys } from '../ui/keys.tsx'
import type { PaletteEntry, PaletteGroup } from './command-palette-entries.ts'

interface PaletteListProps {
  id: string
  groups: readonly PaletteGroup[]
  /** The one that Enter chooses. */
  activeId: string | undefined
  onActivate: (id: string) => void
  onChoose: (entry: PaletteEntry) => void
}

/** The id of an entry's element, for `aria-activedescendant`. */
export const elementIdOf = (listId: string, entryId: string): string => `${listId}-${entryId}`

/** Entries in groups. The focus stays in the text field, which names the active one. */
export function PaletteList({ id, groups, activeId, onActivate, onChoose }: PaletteListProps) {
  useEffect(() => {
    if (activeId === undefined) return
    document.getElementById(elementIdOf(id, activeId))?.scrollIntoView({ block: 'nearest' })
  }, [id, activeId])

  return (
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist shows text alone
      role="listbox"
      aria-label="ผลการค้นหา"
      className="overflow-y-auto p-1.5"
    >
      {groups.map(({ label, entries }) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is of forms
        <div key={label} role="group" aria-label={label} className="pb-1">
          <p aria-hidden className="px-2.5 pt-1.5 pb-0.5 text-xs text-muted">
            {label}
          </p>
          {entries.map((entry) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- they come through the text
            <div
              key={entry.id}
              id={elementIdOf(id, entry.id)}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option is text alone
              role="option"
              tabIndex={-1}
              aria-selected={entry.id === activeId}
              aria-disabled={entry.isStale ?? false}
              onPointerMove={() => entry.isStale !== true && onActivate(entry.id)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => entry.isStale !== true && onChoose(entry)}
              className={classNames(
                'option scroll-my-8',
                entry.id === activeId && 'bg-primary-soft',
                entry.isStale && 'opacity-60',
              )}
            >
              <Entry entry={entry} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

function Entry({ entry: { icon: Icon, label, detail, chip, keys } }: { entry: PaletteEntry }) {
  return (
    <>
      <Icon size={16} aria-hidden className="shrink-0 text-muted" />
      <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-baseline sm:gap-2.5">
        <span className="max-w-full shrink-0 truncate">{label}</span>
        {detail !== undefined && (
          <span className="min-w-0 truncate text-xs text-muted">{detail}</span>
        )}
      </span>
      {chip && <Chip tone={chip.tone}>{chip.label}</Chip>}
      {keys && <Keys keys={keys} />}
    </>
  )
}
