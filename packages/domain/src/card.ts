/**
 * The answer of the card reader program (JSON of the DLTNatID service) and its
 * mapping to the customer form. Every field except `result` may be missing or empty.
 */

import { bangkok } from './address.ts'
import { cardText, knownPart } from './card-chip.ts'
import { type CardFailure, cardFailures, isCardFailure, noReaderCode } from './card-failure.ts'
import { idCardProblem, normalizeIdCard } from './id-card.ts'
import { type Day, formatDay, isDay } from './thai-date.ts'
import { namePrefixes } from './person-name.ts'

type CardText =
  | 'nat_id'
  | 'title_th'
  | 'fname_th'
  | 'mname_th'
  | 'sname_th'
  | 'title_en'
  | 'fname_en'
  | 'mname_en'
  | 'sname_en'
  | 'gender'
  | 'birthdate'
  | 'address_no'
  | 'address_moo'
  | 'address_trok'
  | 'address_soi'
  | 'address_road'
  | 'address_tumbol'
  | 'address_amphor'
  | 'address_provinice' // misspelled by the service
  | 'issuer'
  | 'issue_date'
  | 'issue_expire'
  | 'photo'

/**
 * `result` is 'ok' or the reason of the failure; `ecode` and `devices` distinguish causes, and `code` is the cause in answers
 * of our own program.
 */
export type CardResult = { result: string } & { [field in CardText]?: string | undefined } & {
  version?: number | undefined
  ecode?: number | string | undefined
  code?: string | undefined
  devices?: readonly unknown[] | undefined
}

/** The form fields filled from a card; empty text, or null for `birthday`, if the card has no value. */
export interface CardCustomer {
  prefix: string
  fname: string
  sname: string
  /** First, middle and last name with single spaces. */
  name: string
  idcard: string
  birthday: Day | null
  address: string
  moo: string
  soi: string
  street: string
  subdistrict: string
  district: string
  province: string
  is_foreigner: false
}

const fullPrefixes: ReadonlyMap<string, string> = new Map([
  ['น.ส.', namePrefixes.miss],
  ['ด.ช.', 'เด็กชาย'],
  ['ด.ญ.', 'เด็กหญิง'],
])

/**
 * Converts a card to form fields: expands titles and removes words such as ตำบล or ถนน. A birth year
 * after `today` is read as Buddhist Era.
 */
export function cardToCustomer(card: CardResult, today: Day): CardCustomer {
  const prefix = normalized(card.title_th)
  const fname = normalized(card.fname_th)
  const sname = normalized(card.sname_th)
  const province = removePrefix(card.address_provinice, /^(จังหวัด|จ\.)/)
  return {
    prefix: fullPrefixes.get(prefix) ?? prefix,
    fname,
    sname,
    name: [fname, normalized(card.mname_th), sname].filter(Boolean).join(' '),
    idcard: normalizeIdCard(card.nat_id ?? ''),
    birthday: cardBirthday(card.birthdate ?? '', today),
    address: removePrefix(card.address_no, /^บ้านเลขที่/),
    moo: removePrefix(card.address_moo, /^(หมู่ *ที่|หมู่|ม\.)/),
    soi: removePrefix(normalized(card.address_soi) || card.address_trok, /^(ซอย|ซ\.|ตรอก)/),
    street: removePrefix(card.address_road, /^(ถนน|ถ\.)/),
    subdistrict: removePrefix(card.address_tumbol, /^(ตำบล|แขวง|ต\.)/),
    district: removePrefix(card.address_amphor, /^(อำเภอ|เขต|อ\.)/),
    province: province === 'กรุงเทพฯ' ? bangkok : province,
    is_foreigner: false,
  }
}

function normalized(text: string | undefined): string {
  return cardText(text ?? '')
}

function removePrefix(text: string | undefined, prefix: RegExp): string {
  return normalized(text).replace(prefix, '').trim()
}

/**
 * Most readers return CE years, some BE years, so a future year is read as BE. A card has 00 for an
 * unknown day or month of birth; it is read as 01.
 */
function cardBirthday(text: string, today: Day): Day | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (!match) return null
  const [, year = '', month = '', date = ''] = match
  const ceYear = year > today.slice(0, 4) ? Number(year) - 543 : year
  const birthday = `${ceYear}-${knownPart(month)}-${knownPart(date)}`
  return isDay(birthday) && birthday <= today ? birthday : null
}

/** A card is valid for less than ten years; a later year is one of the Buddhist Era. */
const longestValidity = 20

/** The end of a card's validity; null if the card has none, or an unreadable one. Its year is of either era. */
function cardExpiry(text: string | undefined, today: Day): Day | 'lifelong' | null {
  const match = /^(\d{4})(-\d\d-\d\d)$/.exec(text ?? '')
  if (match === null) return null
  const [, year = '', rest = ''] = match
  // A reader that corrects the 99999999 of lifelong cards to a day returns another distant year.
  if (year >= '3000') return 'lifelong'
  const isBuddhist = Number(year) > Number(today.slice(0, 4)) + longestValidity
  const expiry = isBuddhist ? `${Number(year) - 543}${rest}` : `${year}${rest}`
  return isDay(expiry) ? expiry : null
}

/** The warnings about a card that was read: an incomplete day of birth, or an expired card. */
export function cardNotes(card: CardResult, today: Day): string[] {
  const isIncomplete = /^\d{4}-(00-\d\d|\d\d-00)$/.test(card.birthdate ?? '')
  const expiry = cardExpiry(card.issue_expire, today)
  const isExpired = expiry !== null && expiry !== 'lifelong' && expiry < today
  return [
    ...(isIncomplete ? ['บัตรไม่ระบุวันเกิดครบถ้วน กรุณาตรวจสอบวันเกิด'] : []),
    ...(isExpired ? [`บัตรหมดอายุแล้ว (${formatDay(expiry)})`] : []),
  ]
}

/**
 * Whether the number belongs to a person without Thai nationality, whose card is refused. Not all
 * of these numbers follow the rule of the check digit.
 */
export const isForeignNumber = (number: string): boolean => /^[067]\d{12}$/.test(number)

/**
 * Why a card cannot be used; null if it can. A null card means that no program answered. Cards of
 * people without Thai nationality are refused: their data is typed.
 */
export function cardFailure(card: CardResult | null): CardFailure | null {
  if (card === null) return 'NO_PROGRAM'
  const { result, code = '', nat_id = '' } = card
  if (result === 'ok') {
    if (isForeignNumber(nat_id)) return 'FOREIGNER'
    return idCardProblem(nat_id, { foreigner: false }) === null ? null : 'BAD_NUMBER'
  }
  if (isCardFailure(code)) return code
  if (result === 'read initiate failed') return initiateFailure(card)
  if (result !== 'error at read') return 'UNREADABLE'
  return card.ecode === noReaderCode ? 'NO_READER' : 'NO_CARD'
}

function initiateFailure({ ecode, devices }: CardResult): CardFailure {
  if (Number(ecode) === 1) return 'WRONG_CARD'
  if (Number(ecode) !== 256) return 'UNREADABLE'
  return (devices?.length ?? 0) > 1 ? 'MANY_READERS' : 'MUTE'
}

/** The Thai message for an answer of the card reader; null means that the program did not answer. */
export function cardMessage(card: CardResult | null): string {
  const failure = cardFailure(card)
  return failure === null ? 'อ่านบัตรสำเร็จ' : cardFailures[failure].message
}
