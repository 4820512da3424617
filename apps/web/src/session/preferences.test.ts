import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const key = 'khapdee.preferences'
const normal = {
  skin: 'light',
  layout: 'vertical',
  content: 'boxed',
  navbar: 'floating',
  rtl: false,
  menuCollapsed: false,
}

/** The module as a page that is just opened has it. */
async function open() {
  vi.resetModules()
  const { usePreferences } = await import('./preferences.ts')
  return renderHook(() => usePreferences()).result
}

beforeEach(() => localStorage.clear())

describe('preferences', () => {
  it.each(['{torn', '"dark"', '[1]', 'null', '7', '{"navbar":"gone","rtl":"yes","skin":1}'])(
    'makes %s the usual ones',
    async (stored) => {
      localStorage.setItem(key, stored)
      expect((await open()).current[0]).toMatchObject(normal)
    },
  )

  it('keeps what is good beside what is not', async () => {
    localStorage.setItem(key, '{"skin":"dark","layout":"diagonal","other":1}')
    const [preferences] = (await open()).current
    expect(preferences).toMatchObject({ ...normal, skin: 'dark' })
    expect(preferences).not.toHaveProperty('other')
  })

  it('remembers a change and marks the page with it', async () => {
    const first = await open()
    act(() => first.current[1]({ skin: 'dark', rtl: true, navbar: 'static' }))
    expect(document.documentElement.dataset['skin']).toBe('dark')
    expect(document.documentElement.dir).toBe('rtl')
    expect((await open()).current[0]).toMatchObject({ skin: 'dark', rtl: true, navbar: 'static' })
  })

  it('follows a change in another tab', async () => {
    const here = await open()
    localStorage.setItem(key, '{"skin":"dark","layout":"horizontal"}')
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
    expect(here.current[0]).toMatchObject({ skin: 'dark', layout: 'horizontal' })
    expect(document.documentElement.dataset['skin']).toBe('dark')
  })
})
