import { useEffect, useEffectEvent } from 'react'

/**
 * Ctrl+S (⌘S) saves the form on screen, under any keyboard layout; not while a dialog is open above
 * it.
 */
export function useSaveShortcut(save: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.code !== 'KeyS' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    event.preventDefault()
    if (event.repeat || document.querySelector('[role=dialog], [role=alertdialog]')) return
    finishTyping()
    save()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Dates and figures take their final value when their field is left. */
function finishTyping(): void {
  const field = document.activeElement
  if (!(field instanceof HTMLElement)) return
  field.blur()
  field.focus()
}
