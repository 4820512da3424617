/** Keyboard shortcuts: those that the page listens for, and the list shown in the help sheet. */
import { useEffect, useEffectEvent } from 'react'
import { usePreferences } from '../session/preferences.ts'

interface Shortcut {
  /** Its effect, as a verb. */
  label: string
  /** Pressed together, as they are written on the keys. */
  keys: readonly string[]
}

/** One that the whole page listens for. */
interface Listened extends Shortcut {
  /** The key's place; under the Thai layout it types another character. */
  code: string
  /** The character, where another layout has it elsewhere. */
  character?: string
  withCtrl?: boolean
  withShift?: boolean
}

export const shortcuts = {
  palette: { label: 'ค้นหาและไปยังหน้าจอ', keys: ['Ctrl', 'K'], code: 'KeyK', withCtrl: true },
  sheet: { label: 'แสดงปุ่มลัด', keys: ['?'], code: 'Slash', character: '?', withShift: true },
  search: { label: 'ไปที่ช่องค้นหา', keys: ['/'], code: 'Slash', character: '/' },
  create: { label: 'สร้างรายการใหม่', keys: ['N'], code: 'KeyN' },
  save: { label: 'บันทึก', keys: ['Ctrl', 'S'], code: 'KeyS', withCtrl: true },
} as const satisfies Record<string, Listened>

export type ShortcutName = keyof typeof shortcuts

/** The groups of the sheet. Shortcuts outside `shortcuts` are handled by fields and lists. */
export const shortcutGroups: readonly { label: string; shortcuts: readonly Shortcut[] }[] = [
  {
    label: 'ทั่วไป',
    shortcuts: [shortcuts.palette, shortcuts.sheet, { label: 'ปิดหน้าต่างหรือเมนู', keys: ['Esc'] }],
  },
  {
    label: 'รายการ',
    shortcuts: [shortcuts.search, { label: 'ล้างคำค้นหา', keys: ['Esc'] }, shortcuts.create],
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

/** Where keys are text, or look for an entry by its first letters. */
const typing =
  'input, textarea, select, [contenteditable], [aria-haspopup=listbox], [role=menu], [role=listbox]'
const dialog = '[role=dialog], [role=alertdialog]'
const thaiLetter = /^[\u0E00-\u0E7F]$/

function isPressed(event: KeyboardEvent, shortcut: Listened): boolean {
  const { code, character, withCtrl = false, withShift = false } = shortcut
  if (event.altKey || (event.ctrlKey || event.metaKey) !== withCtrl) return false
  if (character !== undefined && event.key === character) return true
  // A Latin layout that has another character in this place means that one.
  const isPlace = character === undefined || thaiLetter.test(event.key)
  return isPlace && event.code === code && event.shiftKey === withShift
}

/**
 * Runs `action` on the shortcut, under any keyboard layout; never while a dialog is open. A
 * shortcut of a single key is silent where one types, and where the preference turns it off
 * (WCAG 2.1.4).
 * @param isOn whether there is anything to do at present
 */
export function useShortcut(name: ShortcutName, action: () => void, isOn = true): void {
  const shortcut: Listened = shortcuts[name]
  const [{ singleKeys }] = usePreferences()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.defaultPrevented || !isPressed(event, shortcut)) return
    const isText = event.target instanceof Element && event.target.closest(typing) !== null
    if (shortcut.withCtrl !== true && (isText || !singleKeys)) return
    // Also where nothing happens: the browser would save the page, or search the web.
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
    finishTyping()
    save()
  })
}

/** Dates and figures take their final value when their field is left. */
function finishTyping(): void {
  const field = document.activeElement
  if (!(field instanceof HTMLElement)) return
  field.blur()
  field.focus()
}
