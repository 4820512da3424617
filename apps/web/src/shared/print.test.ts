import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { alerts, useAlert } from './alerts.ts'
import { openPdfOutput, printPdf } from './print.ts'

function fakeTab() {
  return {
    opener: window as unknown,
    closed: false,
    close: vi.fn(),
    document: { title: '', body: { textContent: '' } },
    location: { replace: vi.fn() },
  }
}

afterEach(() => vi.restoreAllMocks())

describe('openPdfOutput', () => {
  it('opens the tab at once, and loads the document after its link is known', async () => {
    const tab = fakeTab()
    const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    const pdfTab = openPdfOutput()
    expect(open).toHaveBeenCalledOnce()
    expect(tab.opener).toBeNull()
    expect(await pdfTab.show('/files/documents/x/RE.pdf')).toBe(true)
    expect(tab.location.replace.mock.calls[0]?.[0]).toMatch(/^http.*\/files\/documents\/x\/RE.pdf$/)
  })

  it('resolves show to false when the browser blocked the tab or it was closed', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    const blocked = openPdfOutput()
    expect(await blocked.show('/files/x.pdf')).toBe(false)
    blocked.close()

    vi.spyOn(window, 'open').mockReturnValue({ ...fakeTab(), closed: true } as unknown as Window)
    expect(await openPdfOutput().show('/files/x.pdf')).toBe(false)
  })
})

describe('the preference to print at once', () => {
  const frames = () => [...document.querySelectorAll('iframe')]
  const fetchLink = async () => ({ data: { pdf: '/files/documents/x/RE.pdf' } })

  beforeEach(() => {
    localStorage.setItem('khapdee.preferences', '{"printsAtOnce":true}')
    dispatchEvent(new StorageEvent('storage', { key: 'khapdee.preferences' }))
  })
  afterEach(() => {
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: 'khapdee.preferences' }))
    vi.unstubAllGlobals()
    alerts.reset()
  })

  it('prints from a hidden frame without a tab, which the next document replaces', async () => {
    const open = vi.spyOn(window, 'open')
    vi.stubGlobal('fetch', async () => new Response('%PDF-'))
    const links = ['about:blank#first', 'about:blank#second']
    vi.spyOn(URL, 'createObjectURL').mockImplementation(() => links.shift() ?? '')
    const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
    await printPdf(fetchLink)
    await printPdf(fetchLink)
    expect(open).not.toHaveBeenCalled()
    expect(frames().map(({ src }) => src)).toEqual(['about:blank#second'])
    expect(revoke.mock.calls).toEqual([['about:blank#first']])
    const [frame] = frames()
    const print = vi.fn()
    Object.defineProperty(frame, 'contentWindow', { value: { print } })
    frame?.dispatchEvent(new Event('load'))
    expect(print).toHaveBeenCalledOnce()
  })

  it('links to the document when it cannot be loaded', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
    await printPdf(fetchLink)
    expect(renderHook(() => useAlert()).result.current).toMatchObject({
      message: 'พิมพ์เอกสารไม่สำเร็จ กรุณาเปิดไฟล์แล้วพิมพ์อีกครั้ง',
      action: { href: '/files/documents/x/RE.pdf' },
    })
  })
})
