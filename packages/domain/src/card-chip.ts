/**
 * The texts on the chip of a Thai national ID card: fields of fixed length in TIS-620, padded with spaces, with `#` between
 * their parts. Layout as read by chakphanu/ThaiNationalIDCard (Personal.cs) and pythaiidcard.
 */

import { isDay } from './thai-date.ts'
import { normalizeThai } from './thai-text.ts'
import { decodeTis620 } from './tis-620.ts'

/** The expiry of a card without one, in the form of other days. */
export const lifelongExpiry = '9999-12-31'

/**
 * A text of a card, normalised. Code units that are not characters become spaces: controls, half surrogate pairs, unassigned and private ones,
 * replacement characters. Invisible formatting is removed.
 */
export const cardText = (text: string): string =>
  normalizeThai(text.replace(/\p{Cf}/gu, '').replace(/[\p{C}\u{FFFD}]/gu, ' '))

/**
 * A field of the chip as text. Bytes that are not characters, such as the garbage after some
 * addresses, become spaces.
 */
export const chipText = (bytes: Uint8Array): string => cardText(decodeTis620(bytes))

const partsOf = (text: string): string[] => text.split('#').map(normalizeThai)

/** The parts of a name, in Thai or English; absent ones are empty. */
export function chipName(text: string) {
  const [title = '', fname = '', mname = '', sname = ''] = partsOf(text)
  return { title, fname, mname, sname }
}

/** The parts of an address with their words, such as ตำบล; absent ones are empty. */
export function chipAddress(text: string) {
  const parts = partsOf(text)
  const [
    no = '',
    moo = '',
    trok = '',
    soi = '',
    road = '',
    tumbol = '',
    amphor = '',
    province = '',
  ] = parts
  return { no, moo, trok, soi, road, tumbol, amphor, province }
}

/**
 * A day of the chip, BE `YYYYMMDD`, as `YYYY-MM-DD` CE.
 *
 * @returns an unknown month or day stays `00`; {@link lifelongExpiry} for `99999999`; empty for any
 * text that is not a day
 */
export function chipDay(text: string): string {
  if (text === '99999999') return lifelongExpiry
  const match = /^(\d{4})(\d\d)(\d\d)$/.exec(text)
  if (match === null) return ''
  const [, buddhistYear = '', month = '', date = ''] = match
  const year = Number(buddhistYear) - 543
  const isReal = isDay(`${year}-${knownPart(month)}-${knownPart(date)}`)
  return isReal ? `${year}-${month}-${date}` : ''
}

/** The month or day of month of a card, 01 where the card has 00 for an unknown one. */
export const knownPart = (part: string): string => (part === '00' ? '01' : part)
