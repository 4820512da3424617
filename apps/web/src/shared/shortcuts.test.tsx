import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { usePreferences } from '../session/preferences.ts'
import { type ShortcutName, shortcutGroups, shortcuts, useShortcut } from './shortcuts.ts'

const press = (init: KeyboardEventInit, target: Element = document.body) =>
  fireEvent.keyDown(target, init)

function Listening({
  name,
  action,
  isOn,
}: {
  name: ShortcutName
  action: () => void
  isOn?: boolean
}) {
  useShortcut(name, action, isOn)
  return (
    <>
      <input aria-label="ข้อความ" />
      <button type="button" aria-haspopup="listbox">
        สาขา
      </button>
    </>
  )
}

function listen(name: ShortcutName, isOn = true) {
  const action = vi.fn<() => void>()
  render(<Listening name={name} action={action} isOn={isOn} />)
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
    ['?', 'sheet', { code: 'Slash', key: '?', shiftKey: true }],
    ['?, Thai', 'sheet', { code: 'Slash', key: 'ฦ', shiftKey: true }],
    ['? on another layout', 'sheet', { code: 'Minus', key: '?', shiftKey: true }],
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
    ['another character of the layout in this place', 'search', { code: 'Slash', key: '-' }],
    ['/ instead of ?', 'sheet', { code: 'Slash', key: '/' }],
  ])('does not run on %s', (_, name, init) => {
    const action = listen(name)
    expect(press(init)).toBe(true)
    expect(action).not.toHaveBeenCalled()
  })

  it('of a single key does not run in a text field or a select', () => {
    const action = listen('search')
    for (const target of [screen.getByRole('textbox'), screen.getByRole('button')]) {
      expect(press({ code: 'Slash', key: '/' }, target)).toBe(true)
    }
    expect(action).not.toHaveBeenCalled()
  })

  it('with Ctrl runs in a text field too', () => {
    const action = listen('palette')
    press({ code: 'KeyK', key: 'k', ctrlKey: true }, screen.getByRole('textbox'))
    expect(action).toHaveBeenCalledTimes(1)
  })

  it('does not run while a dialog is open, nor again while the key is held', () => {
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

  it('of a single key can be disabled, while those with Ctrl stay enabled', () => {
    setSingleKeys(false)
    const search = listen('search')
    press({ code: 'Slash', key: '/' })
    expect(search).not.toHaveBeenCalled()
    cleanup()
    const save = listen('save')
    press({ code: 'KeyS', key: 's', ctrlKey: true })
    expect(save).toHaveBeenCalledTimes(1)
  })

  it('leaves its keys to the browser when its action is disabled', () => {
    const action = listen('create', false)
    expect(press({ code: 'KeyN', key: 'n' })).toBe(true)
    expect(action).not.toHaveBeenCalled()
  })

  it('is listed on the sheet of shortcuts', () => {
    const listed = shortcutGroups.flatMap((group) => group.shortcuts)
    for (const shortcut of Object.values(shortcuts)) expect(listed).toContain(shortcut)
  })
})
