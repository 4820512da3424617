/**
 * Thai 13-digit numbers (national ID cards, juristic tax IDs) and passports. The checks expect the
 * stored form, without spaces and hyphens; {@link normalizeIdCard} converts typed numbers to it.
 */

import { arabicDigits } from './thai-text.ts'

const passport = /^[A-Z0-9]{5,20}$/i
/** First digits of Thai nationals and lawful aliens. */
const thaiFirstDigit = /^[1-8]/
/** First digits of people without Thai nationality. */
const foreignFirstDigit = /^[0678]/

/** A typed or scanned ID or passport number as stored: ASCII digits, capitals, no spaces or hyphens. */
export function normalizeIdCard(text: string): string {
  return arabicDigits(text).replace(/[\s-]/g, '').toUpperCase()
}

/** Whether `text` is 13 ASCII digits with the right check digit (mod 11, weights 13 to 2). */
export function isThaiIdNumber(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false
  let sum = 0
  for (let i = 0; i < 12; i++) sum += Number(text[i]) * (13 - i)
  return (11 - (sum % 11)) % 10 === Number(text[12])
}

/** Whether `text` has the form of a passport number. A 13-digit number has this form too. */
export function isPassport(text: string): boolean {
  return passport.test(text)
}

/**
 * Whether a normalised search text is a complete 13-digit number or looks like a complete passport number: letters and
 * digits, or at least eight digits. Document numbers and Thai phone numbers are neither.
 */
export function isCompleteIdNumber(text: string): boolean {
  if (/^\d+$/.test(text)) return text.length === 13 || /^[1-9]\d{7,19}$/.test(text)
  const isDocumentNumber = /^[A-Z]{4,7}\d+$/i.test(text)
  return isPassport(text) && /\d/.test(text) && !isDocumentNumber
}

/**
 * The stored form of a typed, searched or scanned text that is a complete ID or passport number;
 * null for other texts, such as names, phone numbers and document numbers.
 */
export function completeNumberIn(text: string): { idcard: string } | { passport: string } | null {
  const number = normalizeIdCard(text)
  if (!isCompleteIdNumber(number)) return null
  return /^\d{13}$/.test(number) ? { idcard: number } : { passport: number }
}

/**
 * The problem with a person's ID number, or null: its length (or form), its check digit, or its first digit,
 * which does not match the nationality. A foreigner may have a passport number instead. For
 * a foreigner, `check-digit` is only a warning, because not all numbers of foreigners follow the rule.
 */
export function idCardProblem(
  text: string,
  { foreigner }: { foreigner: boolean },
): 'length' | 'check-digit' | 'first-digit' | null {
  if (!/^\d{13}$/.test(text)) return foreigner && isPassport(text) ? null : 'length'
  if (!(foreigner ? foreignFirstDigit : thaiFirstDigit).test(text)) return 'first-digit'
  return isThaiIdNumber(text) ? null : 'check-digit'
}

/** `1-1000-00000-01-6`; other texts, such as passports, are returned unchanged. */
export function formatIdCard(text: string): string {
  return text.replace(/^(\d)(\d{4})(\d{5})(\d\d)(\d)$/, '$1-$2-$3-$4-$5')
}

/** `1-1000-xxxxx-01-6`; other texts keep only their first and last two characters, short ones none. */
export function maskIdCard(text: string): string {
  if (/^\d{13}$/.test(text)) {
    return `${text.slice(0, 1)}-${text.slice(1, 5)}-xxxxx-${text.slice(10, 12)}-${text.slice(12)}`
  }
  const shown = text.length > 4 ? 2 : 0
  return (
    text.slice(0, shown) + 'x'.repeat(text.length - 2 * shown) + text.slice(text.length - shown)
  )
}
