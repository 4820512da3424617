import { describe, expect, it } from 'vitest'
import { type LatinKeys, latinCharacter } from './thai-keys.ts'

const press = (
  code: string,
  key: string,
  held: { shiftKey?: boolean; ctrlKey?: boolean; capsLock?: boolean } = {},
) => ({
  code,
  key,
  shiftKey: held.shiftKey ?? false,
  ctrlKey: held.ctrlKey ?? false,
  metaKey: false,
  altKey: false,
  getModifierState: () => held.capsLock ?? false,
})

describe('latinCharacter', () => {
  it.each<[string, string, LatinKeys, string | null]>([
    ['Digit1', 'ๅ', 'digits', '1'],
    ['Digit2', '/', 'digits', '2'],
    ['Digit3', '-', 'date', '3'],
    ['Digit0', 'จ', 'digits', '0'],
    ['Digit7', '7', 'digits', null],
    ['Numpad7', '7', 'digits', null],
    ['Slash', 'ฝ', 'date', '/'],
    ['Slash', '/', 'date', null],
    ['Slash', 'ฝ', 'digits', null],
    ['Period', 'ใ', 'decimal', '.'],
    ['KeyA', 'ฟ', 'digits', null],
    ['KeyA', 'ฟ', 'code', 'a'],
    ['Minus', 'ข', 'code', '-'],
    ['KeyQ', 'a', 'code', null],
    ['Backspace', 'Backspace', 'code', null],
  ])(
    'for the key %s, which types %s, in a field with the Latin keys %s returns %s',
    (code, key, keys, expected) => {
      expect(latinCharacter(press(code, key), keys)).toBe(expected)
    },
  )

  it('returns capitals with Shift or Caps Lock, but not with both', () => {
    expect(latinCharacter(press('KeyR', 'ฑ', { shiftKey: true }), 'code')).toBe('R')
    expect(latinCharacter(press('KeyR', 'ฑ', { capsLock: true }), 'code')).toBe('R')
    const both = press('KeyR', 'พ', { shiftKey: true, capsLock: true })
    expect(latinCharacter(both, 'code')).toBe('r')
  })

  it('ignores shortcuts and shifted digits', () => {
    expect(latinCharacter(press('KeyC', 'แ', { ctrlKey: true }), 'code')).toBeNull()
    expect(latinCharacter(press('Digit1', '+', { shiftKey: true }), 'digits')).toBeNull()
  })
})
