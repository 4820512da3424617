import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const key = 'khapdee.preferences'
const defaults = {
  skin: 'light',
  layout: 'vertical',
  content: 'boxed',
  navbar: 'floating',
  rtl: false,
  menuCollapsed: false,
}

/** Imports the module again, as a newly opened page does. */
async function openPage() {
  vi.resetModules()
  const { usePreferences } = await import('./preferences.ts')
  return renderHook(() => usePreferences()).result
}

beforeEach(() => localStorage.clear())

describe('usePreferences', () => {
  it.each(['{torn', '"dark"', '[1]', 'null', '7', '{"navbar":"gone","rtl":"yes","skin":1}'])(
    'returns the defaults when storage contains %s',
    async (stored) => {
      localStorage.setItem(key, stored)
      expect((await openPage()).current[0]).toMatchObject(defaults)
    },
  )

  it('keeps the valid values and replaces the invalid ones', async () => {
    localStorage.setItem(key, '{"skin":"dark","layout":"diagonal","other":1}')
    const [preferences] = (await openPage()).current
    expect(preferences).toMatchObject({ ...defaults, skin: 'dark' })
    expect(preferences).not.toHaveProperty('other')
  })

  it('stores a change, and sets skin and direction on the html element', async () => {
    const page = await openPage()
    act(() => page.current[1]({ skin: 'dark', rtl: true, navbar: 'static' }))
    expect(document.documentElement.dataset['skin']).toBe('dark')
    expect(document.documentElement.dir).toBe('rtl')
    expect((await openPage()).current[0]).toMatchObject({
      skin: 'dark',
      rtl: true,
      navbar: 'static',
    })
  })

  it('applies a change made in another tab', async () => {
    const page = await openPage()
    localStorage.setItem(key, '{"skin":"dark","layout":"horizontal"}')
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
    expect(page.current[0]).toMatchObject({ skin: 'dark', layout: 'horizontal' })
    expect(document.documentElement.dataset['skin']).toBe('dark')
  })
})
