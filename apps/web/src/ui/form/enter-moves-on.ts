/** Enter goes to the next field, as clerks expect from the programs they know. */
import type { KeyboardEvent } from 'react'

const fields =
  'input:not([type=hidden]), textarea, select:not([aria-hidden=true] *), button[aria-haspopup=listbox]'

/**
 * For `<form onKeyDown={enterMovesOn}>`. After the last field the focus goes to the submit button,
 * so that Enter alone never sends a form. Text areas, buttons and open lists keep their Enter.
 */
export function enterMovesOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
    return
  if (!(target instanceof HTMLInputElement) || target.getAttribute('aria-expanded') === 'true')
    return
  if (event.nativeEvent.isComposing) return
  event.preventDefault()

  const stops = [...form.querySelectorAll<HTMLElement>(fields)].filter(canTakeFocus)
  const next = stops[stops.indexOf(target) + 1] ?? submitButton(form)
  next?.focus()
}

function canTakeFocus(element: HTMLElement): boolean {
  return (
    element.tabIndex >= 0 && !element.matches(':disabled') && !element.closest('[hidden], [inert]')
  )
}

/** It may stand outside the form and name it with its `form` attribute. */
function submitButton(form: HTMLFormElement): HTMLElement | undefined {
  return [...form.elements].find(
    (element): element is HTMLButtonElement =>
      element instanceof HTMLButtonElement && element.type === 'submit' && !element.disabled,
  )
}
