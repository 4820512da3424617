/** Extracts the text of a PDF with poppler, if it is installed, as a check independent of `readPdf`. */

import { spawnSync } from 'node:child_process'

export const pdftotext = {
  available: spawnSync('pdftotext', ['-v']).error === undefined,
  read(bytes: Uint8Array): string {
    const { stdout } = spawnSync('pdftotext', ['-layout', '-', '-'], {
      input: bytes,
      encoding: 'utf8',
      maxBuffer: 16_000_000,
    })
    return stdout
  },
}
