/** A new tab for a document whose link is not known yet. */

export interface PdfTab {
  /** @returns false where the browser blocked the tab or it was closed meanwhile */
  show: (link: string) => boolean
  /** There is no document after all. */
  close: () => void
}

/**
 * Opens the tab in the press itself: browsers block one that is opened after an answer came.
 */
export function openPdfTab(): PdfTab {
  const tab = window.open('', '_blank')
  if (tab !== null) {
    tab.opener = null
    tab.document.title = 'ไฟล์ PDF'
    tab.document.body.textContent = 'กำลังโหลดข้อมูล'
  }
  return {
    show(link) {
      if (tab === null || tab.closed) return false
      tab.location.replace(new URL(link, window.location.href).href)
      return true
    },
    close: () => tab?.close(),
  }
}
