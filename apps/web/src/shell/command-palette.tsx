import { actionWords, units } from '@khapdee/domain/words'
import { useRouter } from '@tanstack/react-router'
import { Search, SearchX, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { shortcuts } from '../shared/shortcuts.ts'
import { IconButton, Spinner } from '../ui/button.tsx'
import { Chip, Keys } from '../ui/values.tsx'
import { classNames } from '../ui/class-names.ts'
import { EmptyState } from '../ui/feedback.tsx'
import {
  type PaletteEntry,
  type PaletteGroup,
  useCommandGroups,
  usePaletteSearch,
} from './command-palette-entries.ts'

/**
 * Searches screens, actions, customers, applications and receipts in one field. It has its own
 * combobox, because an Enter from a scanner must wait for the answer, and React Aria's Autocomplete
 * activates the first entry on typing instead of when the answer arrives.
 */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      data-noprint
      className="fixed inset-0 z-50 flex h-(--visual-viewport-height) items-start justify-center bg-scrim sm:p-4 sm:pt-[12vh]"
    >
      <Modal className="flex max-h-full w-full max-w-160 sm:max-h-[min(32rem,80vh)]">
        <Dialog
          aria-label={shortcuts.palette.label}
          className="flex w-full flex-col overflow-hidden rounded-b-lg bg-surface shadow-pop outline-none sm:rounded-lg"
        >
          <Palette onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Palette({ onClose }: { onClose: () => void }) {
  const listId = useId()
  const router = useRouter()
  const [text, setText] = useState('')
  const [chosenId, setChosenId] = useState<string>()
  /** The text for which Enter was pressed while the search ran; the answer then opens the first entry. */
  const [enteredText, setEnteredText] = useState<string>()
  const { isWaiting, isFailed, searchNow, retry, ...found } = usePaletteSearch(text)
  const groups = [...useCommandGroups(text), ...found.groups].filter(
    ({ entries }) => entries.length > 0,
  )
  const enabledEntries = groups
    .flatMap(({ entries }) => entries)
    .filter(({ isStale }) => isStale !== true)
  const activeEntry = enabledEntries.find(({ id }) => id === chosenId) ?? enabledEntries[0]

  function choose({ target }: PaletteEntry) {
    onClose()
    // React Aria restores the focus in the next frame. A dialog opened before that, such as the question about unsaved input,
    // would later return the focus to the field of this dialog, which is then closed.
    requestAnimationFrame(() =>
      setTimeout(() => (typeof target === 'string' ? router.history.push(target) : target())),
    )
  }

  const openFirst = useEffectEvent(() => activeEntry && choose(activeEntry))
  const isEnterDue = enteredText === text && !isWaiting
  useEffect(() => {
    if (isEnterDue) openFirst()
  }, [isEnterDue])

  function change(next: string) {
    setText(next)
    setChosenId(undefined)
  }

  function moveActive(by: 1 | -1) {
    const index = activeEntry ? enabledEntries.indexOf(activeEntry) : -1
    setChosenId(enabledEntries.at((index + by) % enabledEntries.length)?.id)
  }

  function handleKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') moveActive(1)
    else if (event.key === 'ArrowUp') moveActive(-1)
    else if (event.key !== 'Enter') return
    else if (activeEntry) choose(activeEntry)
    else if (isWaiting) {
      searchNow()
      setEnteredText(text)
    }
    event.preventDefault()
  }

  return (
    <>
      <div className="flex items-center gap-2.5 border-b border-line ps-4 pe-2">
        {isWaiting ? <Spinner /> : <Search size={16} aria-hidden className="shrink-0 text-muted" />}
        <input
          role="combobox"
          aria-label="ค้นหา"
          aria-expanded={groups.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(activeEntry && { 'aria-activedescendant': elementIdOf(listId, activeEntry.id) })}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder="ค้นหาหน้าจอ ชื่อ เลขบัตร เบอร์โทร หรือเลขที่เอกสาร"
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={handleKey}
          className="h-12 min-w-0 flex-1 border-0 bg-transparent outline-none"
        />
        <IconButton label={actionWords.close} icon={X} onPress={onClose} />
      </div>
      {groups.length > 0 && (
        <PaletteList
          id={listId}
          groups={groups}
          activeId={activeEntry?.id}
          onActivate={setChosenId}
          onChoose={choose}
        />
      )}
      {isFailed && <Failed onRetry={retry} />}
      {groups.length === 0 && !isWaiting && !isFailed && (
        <EmptyState
          icon={SearchX}
          hint="ลองพิมพ์บางส่วนของชื่อ เบอร์โทรตั้งแต่หลักแรก เลขบัตรครบ 13 หลัก หรือเลขที่เอกสาร"
        />
      )}
      <output className="sr-only">
        {text !== '' && !isWaiting && !isFailed && `พบ ${enabledEntries.length} ${units.entries}`}
      </output>
      <Hints />
    </>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <p role="alert" className="px-4 py-2.5 text-sm text-muted">
      ค้นหาผู้สมัครและเอกสารไม่สำเร็จ{' '}
      <button type="button" onClick={onRetry} className="font-medium text-primary underline">
        {actionWords.retry}
      </button>
    </p>
  )
}

/** Keyboard hints; hidden on phones. */
function Hints() {
  return (
    <div className="hidden shrink-0 gap-4 border-t border-line px-4 py-2 text-xs text-muted sm:flex coarse:hidden">
      <span className="flex items-center gap-1.5">
        <Keys keys={['↑', '↓']} />
        เลื่อน
      </span>
      <span className="flex items-center gap-1.5">
        <Keys keys={['Enter']} />
        {actionWords.open}
      </span>
      <span className="flex items-center gap-1.5">
        <Keys keys={['Esc']} />
        {actionWords.close}
      </span>
    </div>
  )
}

interface PaletteListProps {
  id: string
  groups: readonly PaletteGroup[]
  /** Id of the entry that Enter opens. */
  activeId: string | undefined
  onActivate: (id: string) => void
  onChoose: (entry: PaletteEntry) => void
}

/** The id of an entry's element, for `aria-activedescendant`. */
const elementIdOf = (listId: string, entryId: string): string => `${listId}-${entryId}`

/** Entries in groups. The focus stays in the text field, which refers to the active entry. */
function PaletteList({ id, groups, activeId, onActivate, onChoose }: PaletteListProps) {
  useEffect(() => {
    if (activeId === undefined) return
    document.getElementById(elementIdOf(id, activeId))?.scrollIntoView({ block: 'nearest' })
  }, [id, activeId])

  return (
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist shows text only
      role="listbox"
      aria-label="ผลการค้นหา"
      className="overflow-y-auto p-1.5"
    >
      {groups.map(({ label, entries }) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for forms
        <div key={label} role="group" aria-label={label} className="pb-1">
          <p aria-hidden className="px-2.5 pt-1.5 pb-0.5 text-xs text-muted">
            {label}
          </p>
          {entries.map((entry) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text field handles keys
            <div
              key={entry.id}
              id={elementIdOf(id, entry.id)}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option shows text only
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
