/** Gives the browser a file to keep. */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  anchor.click()
  // Some browsers read it only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
