/** QR codes as vector paths, and the PromptPay payloads they carry. */

import { type Satang, satangToBaht } from '@khapdee/domain/money'
import { anyId, billPayment } from 'promptparse/generate'
import type { Content } from 'pdfmake/interfaces'
import { create } from 'qrcode'

export interface QrPath {
  /** SVG path data of the dark modules, one unit per module, without a quiet zone. */
  path: string
  /** Modules per side. */
  size: number
}

/** The QR code of `payload` with error correction level M. @throws Error when `payload` is too long */
export function qrPath(payload: string): QrPath {
  const { modules } = create(payload, { errorCorrectionLevel: 'M' })
  const { size } = modules
  let path = ''
  for (let y = 0; y < size; y++) {
    let x = 0
    while (x < size) {
      let end = x
      while (end < size && modules.get(y, end)) end++
      if (end > x) path += `M${x} ${y}h${end - x}v1h-${end - x}z`
      x = end + 1
    }
  }
  return { path, size }
}

/** The QR code of `payload` as a picture in a document. @param width in points */
export function qrPicture(payload: string, width: number): Content {
  const { path, size } = qrPath(payload)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${path}"/></svg>`
  return { svg, width }
}

/**
 * The PromptPay payload for paying `amount` to `id`: a mobile number (10 digits), a citizen or tax id
 * (13), or a biller id (15, tax id and suffix). Only a payload for a biller id contains `reference`,
 * such as the application's number. Without an amount, the customer enters it in the banking app.
 * Null for any other id, so a wrong setting omits the QR code but does not fail the document.
 */
export function promptPayPayload(
  id: string,
  amount: Satang | null,
  reference: string,
): string | null {
  const digits = id.replace(/\D/g, '')
  const due = amount === null ? {} : { amount: satangToBaht(amount) }
  if (digits.length === 10) return anyId({ type: 'MSISDN', target: digits, ...due })
  if (digits.length === 13) return anyId({ type: 'NATID', target: digits, ...due })
  if (digits.length !== 15) return null
  const ref1 = reference.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return billPayment({ billerId: digits, ref1: ref1.slice(0, 20), ...due })
}
