/** Decodes QR codes from their SVG path: rasterises it, then decodes the pixels. */

import jsQR from 'jsqr'
import type { TDocumentDefinitions } from 'pdfmake/interfaces'

const scale = 4
const quietZone = 4

/** The payload of the code drawn by runs of modules (`M x y h w v1 …`), or null when unreadable. */
export function decodeQr(path: string, size: number): string | null {
  const side = (size + 2 * quietZone) * scale
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x = '', y = '', width = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let row = 0; row < scale; row++) {
      const top = (Number(y) + quietZone) * scale + row
      const left = (Number(x) + quietZone) * scale
      for (let column = 0; column < Number(width) * scale; column++) {
        pixels.set([0, 0, 0], (top * side + left + column) * 4)
      }
    }
  }
  return jsQR(pixels, side, side)?.data ?? null
}

/** The payload of the one QR code of a definition, or null when it has none. */
export function qrIn(definition: TDocumentDefinitions): string | null {
  const json = JSON.stringify(definition)
  const [, side, path = ''] = /viewBox=\\"0 0 (\d+) \d+\\"><path d=\\"([^\\]*)/.exec(json) ?? []
  return side === undefined ? null : decodeQr(path, Number(side))
}
