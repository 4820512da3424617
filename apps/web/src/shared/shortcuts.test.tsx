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
    ['?, elsewhere', 'sheet', { code: 'Minus', key: '?', shiftKey: true }],
    ['/', 'search', { code: 'Slash', key: '/' }],
    ['/, Thai', 'search', { code: 'Slash', key: 'ฝ' }],
    ['N', 'create', { code: 'KeyN', key: 'n' }],
    ['N, Thai', 'create', { code: 'KeyN', key: 'ื' }],
  ])('is heard: %s', (_, name, init) => {
    const action = listen(name)
    // False: the browser's own meaning of the keys is off.
    expect(press(init)).toBe(false)
    expect(action).toHaveBeenCalledTimes(1)
  })

  it.each<[string, ShortcutName, KeyboardEventInit]>([
    ['without Ctrl', 'palette', { code: 'KeyK', key: 'k' }],
    ['with Alt', 'palette', { code: 'KeyK', key: 'k', ctrlKey: true, altKey: true }],
    ['with Shift', 'create', { code: 'KeyN', key: 'N', shiftKey: true }],
    ['a new window', 'create', { code: 'KeyN', key: 'n', ctrlKey: true }],
    ['another layout’s own character', 'search', { code: 'Slash', key: '-' }],
    ['/ for ?', 'sheet', { code: 'Slash', key: '/' }],
  ])('is not mistaken: %s', (_, name, init) => {
    const action = listen(name)
    expect(press(init)).toBe(true)
    expect(action).not.toHaveBeenCalled()
  })

  it('of one key is text where one types', () => {
    const action = listen('search')
    for (const target of [screen.getByRole('textbox'), screen.getByRole('button')]) {
      expect(press({ code: 'Slash', key: '/' }, target)).toBe(true)
    }
    expect(action).not.toHaveBeenCalled()
  })

  it('with Ctrl works where one types too', () => {
    const action = listen('palette')
    press({ code: 'KeyK', key: 'k', ctrlKey: true }, screen.getByRole('textbox'))
    expect(action).toHaveBeenCalledTimes(1)
  })

  it('waits until a dialog is closed, and takes a held key once', () => {
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

  it('of one key can be switched off; those with Ctrl stay', () => {
    setSingleKeys(false)
    const search = listen('search')
    press({ code: 'Slash', key: '/' })
    expect(search).not.toHaveBeenCalled()
    cleanup()
    const save = listen('save')
    press({ code: 'KeyS', key: 's', ctrlKey: true })
    expect(save).toHaveBeenCalledTimes(1)
  })

  it('leaves its keys alone where there is nothing to do', () => {
    const action = listen('create', false)
    expect(press({ code: 'KeyN', key: 'n' })).toBe(true)
    expect(action).not.toHaveBeenCalled()
  })

  it('stands on the sheet', () => {
    const listed = shortcutGroups.flatMap((group) => group.shortcuts)
    for (const shortcut of Object.values(shortcuts)) expect(listed).toContain(shortcut)
  })
})
