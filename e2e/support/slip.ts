/** Pictures of slips of transfers, with their QR code. */
import type { Page } from '@playwright/test'
import { qrPath } from '../../apps/server/src/adapters/pdf/qr.ts'

const field = (tag: string, value: string) =>
  `${tag}${String(value.length).padStart(2, '0')}${value}`

/** CRC-16/CCITT-FALSE, in hexadecimal digits. */
function checkSum(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** The picture of a slip of ธนาคารกสิกรไทย with this reference, as PNG. */
export async function slipPicture(page: Page, reference: string): Promise<Buffer> {
  const transfer = field('00', '000001') + field('01', '004') + field('02', reference)
  const code = `${field('00', transfer)}${field('51', 'TH')}9104`
  const { path, size } = qrPath(code + checkSum(code))
  const link = await page.evaluate(
    ([modules, side]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 900 })
      const context = canvas.getContext('2d')
      if (context) context.fillStyle = '#f5f5f4'
      context?.fillRect(0, 0, 600, 900)
      context?.translate(180, 560)
      context?.scale(240 / side, 240 / side)
      if (context) context.fillStyle = '#1c1917'
      context?.fill(new Path2D(modules))
      return canvas.toDataURL('image/png')
    },
    [path, size] as const,
  )
  return Buffer.from(link.slice(link.indexOf(',') + 1), 'base64')
}
