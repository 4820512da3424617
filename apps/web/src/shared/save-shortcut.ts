import { useShortcut } from './shortcuts.ts'

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
