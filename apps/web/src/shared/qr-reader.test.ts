import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule } from 'zxing-wasm/reader'
import { writeBarcode, prepareZXingModule as prepareWriter } from 'zxing-wasm/writer'
import { beforeAll, expect, it } from 'vitest'
import { readQr } from './qr-reader.ts'

const require = createRequire(import.meta.url)
const codeOf = (part: string): ArrayBuffer =>
  new Uint8Array(readFileSync(require.resolve(`zxing-wasm/${part}/zxing_${part}.wasm`))).buffer

beforeAll(() => {
  prepareZXingModule({ overrides: { wasmBinary: codeOf('reader') } })
  prepareWriter({ overrides: { wasmBinary: codeOf('writer') } })
})

/**
 * A grey picture of 640 × 480 pixels with a QR code, rotated by an angle, like a slip held in front
 * of a camera.
 */
async function pictureOf(code: string, radians: number): Promise<ImageData> {
  const { symbol } = await writeBarcode(code, { format: 'QRCode', scale: 1 })
  const [width, height, modulePixels] = [640, 480, 7]
  const data = new Uint8ClampedArray(width * height * 4).fill(200)
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [dx, dy] = [x - width / 2, y - height / 2]
      const column = Math.floor((dx * cos + dy * sin) / modulePixels + symbol.width / 2)
      const row = Math.floor((dy * cos - dx * sin) / modulePixels + symbol.height / 2)
      const isInside = column >= 0 && row >= 0 && column < symbol.width && row < symbol.height
      const value = isInside ? (symbol.data[row * symbol.width + column] ?? 0) : 200
      data.set([value, value, value, 255], (y * width + x) * 4)
    }
  }
  return { data, width, height, colorSpace: 'srgb' } as ImageData
}

it('reads the code of a slip, straight and turned, and nothing in a picture without a code', async () => {
  expect(await readQr(await pictureOf('7K2M9QXD31VZ', 0))).toBe('7K2M9QXD31VZ')
  expect(await readQr(await pictureOf('0ABCDEFGH123', 0.5))).toBe('0ABCDEFGH123')
  const empty = new Uint8ClampedArray(64 * 64 * 4).fill(120)
  expect(await readQr({ data: empty, width: 64, height: 64 } as ImageData)).toBeNull()
})
