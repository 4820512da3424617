/**
 * With the Thai (Kedmanee) layout on, the digit row types `ๅ/-ภถุึคตจ`, also when a scanner types.
 * Fields of digits, dates and codes therefore read the physical key.
 */
import type { KeyboardEvent } from 'react'

/** Which keys beside the digits a field reads by their place on the keyboard. */
export type PhysicalKeys = 'digits' | 'decimal' | 'date' | 'code'

const punctuation: Record<PhysicalKeys, Readonly<Record<string, string>>> = {
  digits: {},
  decimal: { Period: '.', Comma: ',' },
  date: { Slash: '/', Minus: '-', Period: '.' },
  code: { Slash: '/', Minus: '-' },
}

type Pressed = Pick<
  KeyboardEvent,
  'code' | 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'getModifierState'
>

/**
 * The character of the key in the Latin layout, or null when the typed character is already right
 * or of no concern to this field.
 */
export function physicalCharacter(pressed: Pressed, keys: PhysicalKeys): string | null {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null
  const wanted = latinCharacter(pressed, keys)
  return wanted === pressed.key ? null : wanted
}

function latinCharacter(pressed: Pressed, keys: PhysicalKeys): string | null {
  const { code, key, shiftKey } = pressed
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  if (digit !== undefined) return shiftKey ? null : digit
  // Other Latin layouts place letters elsewhere; their characters are taken as typed.
  const isThai = /^[\u0E00-\u0E7F]$/.test(key)
  const letter = keys === 'code' ? /^Key([A-Z])$/.exec(code)?.[1] : undefined
  if (letter !== undefined && !/^[a-z]$/i.test(key)) {
    return shiftKey === pressed.getModifierState('CapsLock') ? letter.toLowerCase() : letter
  }
  return isThai && !shiftKey ? (punctuation[keys][code] ?? null) : null
}

/** Inserts the Latin character where {@link physicalCharacter} gives one. */
export function typePhysicalKey(event: KeyboardEvent<HTMLInputElement>, keys: PhysicalKeys): void {
  const character = physicalCharacter(event, keys)
  if (character === null) return
  event.preventDefault()
  const input = event.currentTarget
  const start = input.selectionStart ?? input.value.length
  const end = input.selectionEnd ?? start
  setNativeValue(input, input.value.slice(0, start) + character + input.value.slice(end))
  input.setSelectionRange(start + 1, start + 1)
  input.dispatchEvent(new InputEvent('input', { bubbles: true, data: character }))
}

/** Past React, which watches `input.value = …` and would then see no change in the event. */
function setNativeValue(input: HTMLInputElement, value: string): void {
  const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  property?.set?.call(input, value)
}
