/** The keyboard shortcuts of the page, and the list of all shortcuts for the user. */
import { actionWords, headings } from '@khapdee/domain/words'
import { useEffect, useEffectEvent } from 'react'
import { usePreferences } from '../session/preferences.ts'

interface Shortcut {
  /** The effect, as a Thai verb. */
  label: string
  /** The keys pressed together, as labelled on the keyboard. */
  keys: readonly string[]
}

/** A shortcut that works on the whole page. */
interface PageShortcut extends Shortcut {
  /** `KeyboardEvent.code`, the position of the key: it does not depend on the keyboard layout. */
  code: string
  /** `KeyboardEvent.key`, for a character that Latin layouts have in different positions. */
  character?: string
  withCtrl?: boolean
  withShift?: boolean
}

export const shortcuts = {
  palette: { label: 'ค้นหาและไปยังหน้าจอ', keys: ['Ctrl', 'K'], code: 'KeyK', withCtrl: true },
  shortcutList: {
    label: 'แสดงปุ่มลัด',
    keys: ['?'],
    code: 'Slash',
    character: '?',
    withShift: true,
  },
  search: { label: 'ไปที่ช่องค้นหา', keys: ['/'], code: 'Slash', character: '/' },
  create: { label: actionWords.create, keys: ['N'], code: 'KeyN' },
  next: { label: 'รายการถัดไป', keys: ['J'], code: 'KeyJ' },
  previous: { label: 'รายการก่อนหน้า', keys: ['K'], code: 'KeyK' },
  save: { label: actionWords.save, keys: ['Ctrl', 'S'], code: 'KeyS', withCtrl: true },
} as const satisfies Record<string, PageShortcut>

export type ShortcutName = keyof typeof shortcuts

/** The groups of the list. Shortcuts that are not in `shortcuts` are handled by components. */
export const shortcutGroups: readonly { label: string; shortcuts: readonly Shortcut[] }[] = [
  {
    label: 'ทั่วไป',
    shortcuts: [
      shortcuts.palette,
      shortcuts.shortcutList,
      { label: 'ปิดหน้าต่างหรือเมนู', keys: ['Esc'] },
    ],
  },
  {
    label: headings.item,
    shortcuts: [
      shortcuts.search,
      { label: 'ล้างคำค้นหา', keys: ['Esc'] },
      shortcuts.create,
      shortcuts.next,
      shortcuts.previous,
    ],
  },
  {
    label: 'แบบฟอร์ม',
    shortcuts: [shortcuts.save, { label: 'ไปช่องถัดไป', keys: ['Enter'] }],
  },
  {
    label: 'ช่องกรอก',
    shortcuts: [
      { label: 'เปิดปฏิทิน', keys: ['Alt', '↓'] },
      { label: 'เลื่อนในรายการให้เลือก', keys: ['↑', '↓'] },
      { label: 'เลือกรายการ', keys: ['Enter'] },
    ],
  },
]

/** Elements in which a single key types text or selects an option by its first letters. */
const typingTargets =
  'input, textarea, select, [contenteditable], [aria-haspopup=listbox], [role=menu], [role=listbox]'
const dialog = '[role=dialog], [role=alertdialog]'
const thaiLetter = /^[\u0E00-\u0E7F]$/

function isPressed(event: KeyboardEvent, shortcut: PageShortcut): boolean {
  const { code, character, withCtrl = false, withShift = false } = shortcut
  if (event.altKey || (event.ctrlKey || event.metaKey) !== withCtrl) return false
  if (character !== undefined && event.key === character) return true
  // A shortcut without `character` always uses the position of the key. One with `character` uses it
  // only when the key types a Thai letter: on Latin layouts the typed character decides.
  const usesPosition = character === undefined || thaiLetter.test(event.key)
  return usesPosition && event.code === code && event.shiftKey === withShift
}

/**
 * Runs `action` on the shortcut, under any keyboard layout; never while a dialog is open. A
 * single-key shortcut does not run in a text field, nor when the preference disables it
 * (WCAG 2.1.4).
 * @param isEnabled whether the action is available; if not, the browser handles the keys
 */
export function useShortcut(name: ShortcutName, action: () => void, isEnabled = true): void {
  const shortcut: PageShortcut = shortcuts[name]
  const [{ singleKeys }] = usePreferences()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isEnabled || event.defaultPrevented || !isPressed(event, shortcut)) return
    const isTyping = event.target instanceof Element && event.target.closest(typingTargets) !== null
    if (shortcut.withCtrl !== true && (isTyping || !singleKeys)) return
    // Even if the action does not run, the browser must not save the page or search the web.
    event.preventDefault()
    if (!event.repeat && document.querySelector(dialog) === null) action()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Ctrl+S (⌘S) saves the form on screen. */
export function useSaveShortcut(save: () => void): void {
  useShortcut('save', () => {
    commitFocusedField()
    save()
  })
}

/** Blurs and refocuses the focused field: date and number fields commit their value on blur. */
function commitFocusedField(): void {
  const field = document.activeElement
  if (!(field instanceof HTMLElement)) return
  field.blur()
  field.focus()
}
