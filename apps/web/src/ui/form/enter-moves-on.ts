/** Enter goes to the next field, as clerks expect from the programs they know. */
import type { KeyboardEvent } from 'react'

const fields =
  'input:not([type=hidden]), textarea, select:not([aria-hidden=true] *), button[aria-haspopup=listbox]'

/**
 * For the `onKeyDown` of a form. After the last field the focus goes to the submit button,
 * so that Enter alone never sends a form. Text areas, buttons and a suggestion that is about to be
 * chosen keep their Enter.
 */
export function enterMovesOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
    return
  if (!(target instanceof HTMLInputElement) || target.hasAttribute('aria-activedescendant')) return
  if (event.nativeEvent.isComposing) return
  event.preventDefault()

  const stops = [...form.querySelectorAll<HTMLElement>(fields)].filter(canTakeFocus)
  const next = stops[stops.indexOf(target) + 1] ?? submitButton(form)
  next?.focus()
}

function canTakeFocus(element: HTMLElement): boolean {
  const isReachable = element.tabIndex >= 0 && !element.matches(':disabled')
  return isReachable && !element.closest('[hidden], [inert]') && !isOtherRadio(element)
}

/** A group of radio buttons is one stop: the chosen one, or the first. */
function isOtherRadio(element: HTMLElement): boolean {
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return false
  const name = CSS.escape(element.name)
  const group = `input[type=radio][name="${name}"]`
  const stop = element.form?.querySelector(`${group}:checked`) ?? element.form?.querySelector(group)
  return element !== stop
}

/** It may stand outside the form and name it with its `form` attribute. */
function submitButton(form: HTMLFormElement): HTMLElement | undefined {
  return [...form.elements].find(
    (element): element is HTMLButtonElement =>
      element instanceof HTMLButtonElement && element.type === 'submit' && !element.disabled,
  )
}
