/** Thai telephone numbers, stored as digits only: mobile 10 digits, landline 9. */

import { arabicDigits } from './thai-text.ts'

const mobile = /^0[689]\d{8}$/
const landline = /^0[2-57]\d{7}$/

/** Digits only; Thai digits become ASCII, the country code 66 becomes 0. Does not validate. */
export function normalizePhone(text: string): string {
  return arabicDigits(text)
    .replace(/\D/g, '')
    .replace(/^660?(?=\d{8,9}$)/, '0')
}

/** Whether normalised digits are a mobile (06, 08, 09) or landline (02–05, 07) number. */
export function isThaiPhone(digits: string): boolean {
  return mobile.test(digits) || landline.test(digits)
}

/** `081-234-5678`, `02-123-4567`, `043-224-000`; other texts are returned unchanged. */
export function formatPhone(digits: string): string {
  if (!isThaiPhone(digits)) return digits
  const areaLength = digits.startsWith('02') ? 2 : 3
  return `${digits.slice(0, areaLength)}-${digits.slice(areaLength, areaLength + 3)}-${digits.slice(areaLength + 3)}`
}
