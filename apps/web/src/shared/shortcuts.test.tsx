import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { usePreferences } from '../session/preferences.ts'
import { type ShortcutName, shortcutGroups, shortcuts, useShortcut } from './shortcuts.ts'

const press = (init: KeyboardEventInit, target: Element = document.body) =>
  fireEvent.keyDown(target, init)

function ShortcutUser({
  name,
  action,
  isEnabled,
}: {
  name: ShortcutName
  action: () => void
  isEnabled?: boolean
}) {
  useShortcut(name, action, isEnabled)
  return (
    <>
      <input aria-label="ข้อความ" />
      <button type="button" aria-haspopup="listbox">
        สาขา
      </button>
    </>
  )
}

function listen(name: ShortcutName, isEnabled = true) {
  const action = vi.fn<() => void>()
  render(<ShortcutUser name={name} action={action} isEnabled={isEnabled} />)
  return action
}

const setSingleKeys = (singleKeys: boolean) => {
  const { result } = renderHook(usePreferences)
  act(() => result.current[1]({ singleKeys }))
}

beforeEach(() => setSingleKeys(true))

describe('a shortcut', () => {
  it.each<[string, ShortcutName, KeyboardEventInit]>([
    ['Ctrl K', 'palette', { code: 'KeyK', key: 'k', ctrlKey: true }],
    ['⌘ K', 'palette', { code: 'KeyK', key: 'k', metaKey: true }],
    ['Ctrl K, Thai', 'palette', { code: 'KeyK', key: 'า', ctrlKey: true }],
    ['Ctrl S, Thai', 'save', { code: 'KeyS', key: 'ห', ctrlKey: true }],
    ['?', 'help', { code: 'Slash', key: '?', shiftKey: true }],
    ['?, Thai', 'help', { code: 'Slash', key: 'ฦ', shiftKey: true }],
    ['? on another layout', 'help', { code: 'Minus', key: '?', shiftKey: true }],
    ['/', 'search', { code: 'Slash', key: '/' }],
    ['/, Thai', 'search', { code: 'Slash', key: 'ฝ' }],
    ['N', 'create', { code: 'KeyN', key: 'n' }],
    ['N, Thai', 'create', { code: 'KeyN', key: 'ื' }],
  ])('runs its action on %s', (_, name, init) => {
    const action = listen(name)
    // False: the browser's default action was prevented.
    expect(press(init)).toBe(false)
    expect(action).toHaveBeenCalledTimes(1)
  })

  it.each<[string, ShortcutName, KeyboardEventInit]>([
    ['the key without Ctrl', 'palette', { code: 'KeyK', key: 'k' }],
    ['the keys with Alt', 'palette', { code: 'KeyK', key: 'k', ctrlKey: true, altKey: true }],
    ['the key with Shift', 'create', { code: 'KeyN', key: 'N', shiftKey: true }],
    ['Ctrl N, the browser’s new window', 'create', { code: 'KeyN', key: 'n', ctrlKey: true }],
    ['another character in the same key position', 'search', { code: 'Slash', key: '-' }],
    ['/ instead of ?', 'help', { code: 'Slash', key: '/' }],
  ])('does not run on %s', (_, name, init) => {
    const action = listen(name)
    expect(press(init)).toBe(true)
    expect(action).not.toHaveBeenCalled()
  })

  it('does not run in a text field or a select if it is a single key', () => {
    const action = listen('search')
    for (const target of [screen.getByRole('textbox'), screen.getByRole('button')]) {
      expect(press({ code: 'Slash', key: '/' }, target)).toBe(true)
    }
    expect(action).not.toHaveBeenCalled()
  })

  it('runs in a text field if it includes Ctrl', () => {
    const action = listen('palette')
    press({ code: 'KeyK', key: 'k', ctrlKey: true }, screen.getByRole('textbox'))
    expect(action).toHaveBeenCalledTimes(1)
  })

  it('does not run while a dialog is open, nor repeatedly while the key is held', () => {
    const dialog = document.body.appendChild(document.createElement('div'))
    dialog.setAttribute('role', 'dialog')
    const action = listen('palette')
    const keys = { code: 'KeyK', key: 'k', ctrlKey: true }
    expect(press(keys)).toBe(false)
    dialog.remove()
    press({ ...keys, repeat: true })
    expect(action).not.toHaveBeenCalled()
    press(keys)
    expect(action).toHaveBeenCalledTimes(1)
  })

  it('can be disabled by the user if it is a single key, but not if it includes Ctrl', () => {
    setSingleKeys(false)
    const search = listen('search')
    press({ code: 'Slash', key: '/' })
    expect(search).not.toHaveBeenCalled()
    cleanup()
    const save = listen('save')
    press({ code: 'KeyS', key: 's', ctrlKey: true })
    expect(save).toHaveBeenCalledTimes(1)
  })

  it('runs in a text field if it is a function key, unless the user disables these', () => {
    const action = listen('saveForm')
    press({ code: 'F9', key: 'F9' }, screen.getByRole('textbox'))
    expect(action).toHaveBeenCalledTimes(1)
    const { result } = renderHook(usePreferences)
    act(() => result.current[1]({ functionKeys: false }))
    expect(press({ code: 'F9', key: 'F9' })).toBe(true)
    act(() => result.current[1]({ functionKeys: true }))
    expect(action).toHaveBeenCalledTimes(1)
  })

  it('does not handle its keys when its action is disabled', () => {
    const action = listen('create', false)
    expect(press({ code: 'KeyN', key: 'n' })).toBe(true)
    expect(action).not.toHaveBeenCalled()
  })

  it('is included in the list of shortcuts', () => {
    const listed = shortcutGroups.flatMap((group) => group.shortcuts)
    for (const shortcut of Object.values(shortcuts)) expect(listed).toContain(shortcut)
  })
})
