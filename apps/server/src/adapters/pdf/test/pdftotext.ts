/** Text of a PDF by poppler, where installed, to verify the reader of these tests. */

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
