/**
 * In the Thai (Kedmanee) layout the digit row types `ๅ/-ภถุึคตจ`, and so do scanners, which send key
 * presses. Fields for digits, dates and codes therefore read the physical key.
 */
import type { KeyboardEvent } from 'react'

/** The keys that type their Latin character in a field: always the digits, and those of `punctuation`; `code` adds the letters. */
export type LatinKeys = 'digits' | 'decimal' | 'date' | 'code'

const punctuation: Record<LatinKeys, Readonly<Record<string, string>>> = {
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
 * The character of the pressed key in the Latin layout. Null when the key types that character anyway, or
 * when the field does not read this key by position.
 */
export function latinCharacter(pressed: Pressed, keys: LatinKeys): string | null {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null
  const latin = characterInLatinLayout(pressed, keys)
  return latin === pressed.key ? null : latin
}

function characterInLatinLayout(pressed: Pressed, keys: LatinKeys): string | null {
  const { code, key, shiftKey } = pressed
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  if (digit !== undefined) return shiftKey ? null : digit
  // Letters of a Latin layout are used as typed, because layouts such as AZERTY place them elsewhere.
  const isThai = /^[\u0E00-\u0E7F]$/.test(key)
  const letter = keys === 'code' ? /^Key([A-Z])$/.exec(code)?.[1] : undefined
  if (letter !== undefined && !/^[a-z]$/i.test(key)) {
    return shiftKey === pressed.getModifierState('CapsLock') ? letter.toLowerCase() : letter
  }
  return isThai && !shiftKey ? (punctuation[keys][code] ?? null) : null
}

/** Handles a key press: inserts the character of {@link latinCharacter} unless that is null. */
export function typeLatinKey(event: KeyboardEvent<HTMLInputElement>, keys: LatinKeys): void {
  const character = latinCharacter(event, keys)
  if (character === null) return
  event.preventDefault()
  const input = event.currentTarget
  const start = input.selectionStart ?? input.value.length
  const end = input.selectionEnd ?? start
  setNativeValue(input, input.value.slice(0, start) + character + input.value.slice(end))
  input.setSelectionRange(start + 1, start + 1)
  input.dispatchEvent(new InputEvent('input', { bubbles: true, data: character }))
}

/**
 * Sets the value with the native setter. React replaces the setter of the element to track its value and
 * would ignore the input event after it as unchanged.
 */
function setNativeValue(input: HTMLInputElement, value: string): void {
  const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  property?.set?.call(input, value)
}
