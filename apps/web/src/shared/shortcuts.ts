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
  /** A function key: it works while typing, and in the dialog that uses it. */
  isFunctionKey?: boolean
}

/** A shortcut by a function key, which has the same code and label. */
const functionKey = (label: string, key: `F${number}`) => ({
  label,
  keys: [key],
  code: key,
  character: key,
  isFunctionKey: true,
})

export const shortcuts = {
  palette: {
    label: 'ค้นหาลูกค้า ใบสมัคร ใบเสร็จ หรือหน้าจอ',
    keys: ['Ctrl', 'K'],
    code: 'KeyK',
    withCtrl: true,
  },
  help: {
    label: headings.help,
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
  readCard: functionKey(actionWords.readCard, 'F2'),
  findCustomer: functionKey(actionWords.findCustomer, 'F3'),
  chooseItem: functionKey('เลือกหลักสูตรหรือรายการ', 'F4'),
  pay: functionKey('รับชำระเงิน แล้วรับเต็มจำนวนทุกรายการ', 'F8'),
  saveForm: functionKey(actionWords.save, 'F9'),
} as const satisfies Record<string, PageShortcut>

export type ShortcutName = keyof typeof shortcuts

/** The groups of the list. Shortcuts that are not in `shortcuts` are handled by components. */
export const shortcutGroups: readonly { label: string; shortcuts: readonly Shortcut[] }[] = [
  {
    label: headings.general,
    shortcuts: [shortcuts.palette, shortcuts.help, { label: 'ปิดหน้าต่างหรือเมนู', keys: ['Esc'] }],
  },
  {
    label: headings.item,
    shortcuts: [
      shortcuts.search,
      { label: actionWords.clearSearch, keys: ['Esc'] },
      shortcuts.create,
      shortcuts.next,
      shortcuts.previous,
      { label: 'ดูรายละเอียดด้านข้างของแถว', keys: ['Space'] },
    ],
  },
  {
    label: 'แบบฟอร์ม',
    shortcuts: [shortcuts.save, { label: 'ไปช่องถัดไป', keys: ['Enter'] }],
  },
  {
    label: 'รับสมัครและรับชำระเงิน',
    shortcuts: [
      shortcuts.readCard,
      shortcuts.findCustomer,
      shortcuts.chooseItem,
      shortcuts.pay,
      shortcuts.saveForm,
    ],
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
  const { code, character, withCtrl = false, withShift = false, isFunctionKey = false } = shortcut
  if (event.altKey || (event.ctrlKey || event.metaKey) !== withCtrl) return false
  // With Shift, the browser uses some of them, such as Shift+F3.
  if (isFunctionKey && event.shiftKey) return false
  if (character !== undefined && event.key === character) return true
  // A shortcut without `character` always uses the position of the key. One with `character` uses it
  // only when the key types a Thai letter: on Latin layouts the typed character decides.
  const usesPosition = character === undefined || thaiLetter.test(event.key)
  return usesPosition && event.code === code && event.shiftKey === withShift
}

/**
 * Runs `action` on the shortcut, under any keyboard layout. It never runs while a dialog is open,
 * unless the dialog itself uses the shortcut. A single-key shortcut does not run in a text field,
 * nor when the preference disables it (WCAG 2.1.4); shortcuts by function keys have a separate
 * preference.
 * @param isEnabled whether the action is available; if not, the browser handles the keys
 * @param isInDialog whether the caller is a dialog
 */
export function useShortcut(
  name: ShortcutName,
  action: () => void,
  isEnabled = true,
  isInDialog = false,
): void {
  const shortcut: PageShortcut = shortcuts[name]
  const [{ singleKeys, functionKeys }] = usePreferences()
  const isAllowed = shortcut.isFunctionKey ? functionKeys : shortcut.withCtrl || singleKeys
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isEnabled || !isAllowed || event.defaultPrevented || !isPressed(event, shortcut)) return
    const isTyping = event.target instanceof Element && event.target.closest(typingTargets) !== null
    if (isTyping && !shortcut.withCtrl && !shortcut.isFunctionKey) return
    const isFree = document.querySelectorAll(dialog).length === (isInDialog ? 1 : 0)
    // An open dialog handles the function key itself.
    if (shortcut.isFunctionKey && !isFree) return
    // Even if the action does not run, the browser must not save the page or search the web.
    event.preventDefault()
    if (!event.repeat && isFree) action()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Ctrl+S (⌘S) and F9 save the form on screen. */
export function useSaveShortcut(save: () => void): void {
  const saveCommitted = () => {
    commitFocusedField()
    save()
  }
  useShortcut('save', saveCommitted)
  useShortcut('saveForm', saveCommitted)
}

/** Blurs and refocuses the focused field: date and number fields commit their value on blur. */
function commitFocusedField(): void {
  const field = document.activeElement
  if (!(field instanceof HTMLElement)) return
  field.blur()
  field.focus()
}
