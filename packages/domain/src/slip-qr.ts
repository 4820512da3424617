/**
 * The QR code on the slip of a Thai bank transfer ("mini QR"): fields of a two-digit tag, a two-digit length and a value, with a
 * CRC-16 at the end. Source: Bank of Thailand, Thai QR payment standard, slip verification.
 */

/** The content of the QR code on a slip. */
export interface SlipCode {
  /** Bank of Thailand code of the sending bank, three digits. */
  bank: string
  /** The reference of the transfer, in capitals. */
  reference: string
}

/** The fields of a text of tags; null when it is cut or damaged. */
function fieldsOf(text: string): ReadonlyMap<string, string> | null {
  const fields = new Map<string, string>()
  for (let at = 0; at < text.length;) {
    const head = text.slice(at, at + 4)
    if (!/^\d{4}$/.test(head)) return null
    const end = at + 4 + Number(head.slice(2))
    if (end > text.length) return null
    fields.set(head.slice(0, 2), text.slice(at + 4, end))
    at = end
  }
  return fields
}

/** CRC-16/CCITT-FALSE of a text of ASCII letters, as four capital hexadecimal digits. */
function crcOf(text: string): string {
  let crc = 0xffff
  for (const letter of text) {
    crc ^= (letter.codePointAt(0) ?? 0) << 8
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

const crcTag = '91'
const crcDigits = 4
/** The tag, its length of two digits, and the value. */
const crcLength = 2 + 2 + crcDigits
const api = '000001'

/**
 * Reads the text of a QR code.
 * @returns null unless it is the code of a slip, whole and with a correct check sum
 */
export function parseSlipCode(text: string): SlipCode | null {
  const fields = fieldsOf(text.trim())
  const crc = fields?.get(crcTag)?.toUpperCase()
  if (fields === null || crc === undefined) return null
  const checked = text.trim().slice(0, -crcLength) + `${crcTag}0${crcDigits}`
  if (crc !== crcOf(checked)) return null
  const slip = fieldsOf(fields.get('00') ?? '')
  const bank = slip?.get('01') ?? ''
  const reference = slip?.get('02')?.toUpperCase() ?? ''
  const isSlip = slip?.get('00') === api && /^\d{3}$/.test(bank) && /^[\dA-Z]+$/.test(reference)
  return isSlip ? { bank, reference } : null
}
