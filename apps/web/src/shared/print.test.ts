import { afterEach, describe, expect, it, vi } from 'vitest'
import { openPdfTab } from './print.ts'

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

describe('openPdfTab', () => {
  it('opens the tab at once, and loads the document after its link is known', () => {
    const tab = fakeTab()
    const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    const pdfTab = openPdfTab()
    expect(open).toHaveBeenCalledOnce()
    expect(tab.opener).toBeNull()
    expect(pdfTab.show('/files/documents/x/RE.pdf')).toBe(true)
    expect(tab.location.replace.mock.calls[0]?.[0]).toMatch(/^http.*\/files\/documents\/x\/RE.pdf$/)
  })

  it('returns false from show when the browser blocked the tab or it was closed', () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    const blocked = openPdfTab()
    expect(blocked.show('/files/x.pdf')).toBe(false)
    blocked.close()

    vi.spyOn(window, 'open').mockReturnValue({ ...fakeTab(), closed: true } as unknown as Window)
    expect(openPdfTab().show('/files/x.pdf')).toBe(false)
  })
})
