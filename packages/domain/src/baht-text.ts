/** Amounts in Thai words, for receipts. */

import type { Satang } from './money.ts'

const digitWords = ['', 'หนึ่ง', 'สอง', 'สาม', 'สี่', 'ห้า', 'หก', 'เจ็ด', 'แปด', 'เก้า'] as const
const placeWords = ['', 'สิบ', 'ร้อย', 'พัน', 'หมื่น', 'แสน'] as const
const million = 1_000_000

/**
 * An amount in words: `หนึ่งร้อยเอ็ดบาทถ้วน`, `สองร้อยบาทยี่สิบเอ็ดสตางค์`, `ลบหนึ่งบาทถ้วน`. The last
 * digit 1 of a number with two or more digits is written เอ็ด (Royal Society of Thailand).
 */
export function bahtText(amount: Satang): string {
  if (amount === 0) return 'ศูนย์บาทถ้วน'
  const sign = amount < 0 ? 'ลบ' : ''
  const baht = Math.floor(Math.abs(amount) / 100)
  const rest = Math.abs(amount) % 100
  const bahtPart = baht > 0 ? `${numberText(baht)}บาท` : ''
  return sign + bahtPart + (rest > 0 ? `${numberText(rest)}สตางค์` : 'ถ้วน')
}

/** A positive integer in words; above a million, the millions are written recursively. */
function numberText(n: number): string {
  if (n < million) return groupText(n)
  return `${numberText(Math.floor(n / million))}ล้าน${groupText(n % million, true)}`
}

/** A number below a million in words. `continued`: other digits precede the last one, so a final 1 is เอ็ด. */
function groupText(n: number, continued = n > 9): string {
  const digits = [...String(n)].map(Number)
  return digits
    .map((digit, i) => {
      const place = digits.length - 1 - i
      if (digit === 0) return ''
      if (place === 0 && digit === 1 && continued) return 'เอ็ด'
      if (place === 1 && digit === 1) return 'สิบ'
      if (place === 1 && digit === 2) return 'ยี่สิบ'
      return `${digitWords[digit]}${placeWords[place]}`
    })
    .join('')
}
