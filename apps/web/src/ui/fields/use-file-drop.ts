import { type ClipboardEvent, type DragEvent, useState } from 'react'

/**
 * Lets files be dropped or pasted on an element.
 * @param take called with the files
 * @returns the handlers of the element, and whether files are held over it
 */
export function useFileDrop(take: (files: Iterable<File>) => void) {
  const [isDragOver, setDragOver] = useState(false)
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setDragOver(true)
    },
    onDragLeave: () => setDragOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setDragOver(false)
      take(event.dataTransfer.files)
    },
    onPaste: (event: ClipboardEvent) => take(event.clipboardData.files),
  }
  return { drop, isDragOver }
}
