/** Decodes QR codes from their SVG path by rasterising it and decoding the pixels. */

import jsQR from 'jsqr'
import type { TDocumentDefinitions } from 'pdfmake/interfaces'

/** Pixels per module. */
const scale = 4
/** Modules of margin on every side, as the standard requires. */
const quietZone = 4

/**
 * The payload of a QR code, or null if it cannot be read.
 * @param path horizontal runs of dark modules (`M x y h w v1 …`)
 * @param size modules per side
 */
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

/** The payload of the only QR code in a definition, or null if it has none. */
export function qrIn(definition: TDocumentDefinitions): string | null {
  const json = JSON.stringify(definition)
  const [, side, path = ''] = /viewBox=\\"0 0 (\d+) \d+\\"><path d=\\"([^\\]*)/.exec(json) ?? []
  return side === undefined ? null : decodeQr(path, Number(side))
}
