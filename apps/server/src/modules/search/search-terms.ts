/** Interprets the text of the global search field. */
import { minSearchLength } from '@khapdee/contract/entities/search'
import { vehicleKey } from '@khapdee/domain/checked-vehicle'
import { isPassport, normalizeIdCard } from '@khapdee/domain/id-card'
import { normalizePhone } from '@khapdee/domain/phone'
import { arabicDigits } from '@khapdee/domain/thai-text'
import { latinKeys } from './latin-keys.ts'

export interface SearchTerms {
  /** The beginning or the end of a document number; a complete number counts as an end. */
  code: { start: string } | { end: string } | null
  /** A complete ID number. */
  idcard: string | null
  /** A complete passport number. */
  passport: string | null
  /** The beginning of a phone number. */
  phone: string | null
  /** A part of a name. */
  name: string | null
}

const noTerms: SearchTerms = { code: null, idcard: null, passport: null, phone: null, name: null }

const minPhoneDigits = 4
/** The length of the longest chassis number. */
const maxVehicleKeyLength = 30
/** Complete document, phone and ID numbers; no Thai word converts to one of these. */
const completeNumber = /^([A-Z]{4,7}\d{8,9}|\d{8,10}|\d{13})$/

/**
 * Interprets the text as document number, ID number, passport, phone or name; null for each that it cannot be. Numbers are
 * accepted in either case, with or without hyphens, and typed under the Thai keyboard layout.
 */
export function parseTerms(text: string): SearchTerms {
  if (text.length < minSearchLength) return noTerms
  const compact = compactOf(convertLayout(text))
  const isNumeric = /^\d+$/.test(compact)
  if (/^\d{13}$/.test(compact)) return { ...noTerms, idcard: compact }
  const code = codeOf(convertLayout(text), compact)
  const phone = normalizePhone(isNumeric || text.startsWith('+') ? compact : '')
  return {
    ...noTerms,
    code,
    passport: /\d/.test(compact) && isPassport(compact) ? compact : null,
    phone: phone.length >= minPhoneDigits && phone.startsWith('0') ? phone : null,
    name: code === null && /\p{L}/u.test(text) && !/\d/.test(compact) ? text : null,
  }
}

/**
 * The key of a plate or chassis number, or of a part of one; null for a text that cannot be one.
 * Both contain digits, and a shorter key would match too many of them.
 */
export function parseVehicle(text: string): string | null {
  const key = vehicleKey(text)
  return key.length >= 3 && key.length <= maxVehicleKeyLength && /\d/.test(key) ? key : null
}

const compactOf = (text: string): string => normalizeIdCard(text)

/** The text, converted from the Thai keyboard layout when the result is a complete number. */
function convertLayout(text: string): string {
  const latin = latinKeys(text)
  return latin !== null && completeNumber.test(compactOf(latin)) ? latin : arabicDigits(text)
}

/**
 * Parses a document number (`AP-KKN-6911-0003`) or a part of one: `apkkn69`, `6911-0003`, `3`.
 * Format: `document-number.ts`.
 */
function codeOf(text: string, compact: string): SearchTerms['code'] {
  const [, type, branch = '', month = '', number = ''] =
    /^([A-Z]{2})([A-Z]{2,5})(\d{1,4})(\d*)$/.exec(compact) ?? []
  if (type !== undefined) {
    const typed = [type, branch, month, ...(month.length === 4 ? [number] : [])].join('-')
    return number.length >= 4 ? { end: typed } : { start: typed }
  }
  const partial = /^([A-Z]{2,3})?(\d{4})(\d{4,5})$/.exec(compact)
  if (partial) return { end: `${partial[1] ?? ''}-${partial[2]}-${partial[3]}` }
  if (/^\d{2,5}$/.test(compact)) return { end: `-${compact.padStart(4, '0')}` }
  if (/^[A-Z]{2}-[A-Z]{0,5}-?$/.test(text.toUpperCase())) return { start: text.toUpperCase() }
  return null
}
