/**
 * The answer of the card reader program (JSON of the DLTNatID service on the clerk's computer) and its
 * mapping to the customer form. Every field except `result` may be missing or empty.
 */

import { bangkok } from './address.ts'
import { normalizeIdCard } from './id-card.ts'
import { type Day, isDay } from './thai-date.ts'
import { namePrefixes } from './person-name.ts'
import { normalizeThai } from './thai-text.ts'

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

/** `result` is 'ok' or the reason of the failure; `ecode` and `devices` distinguish causes. */
export type CardResult = { result: string } & { [field in CardText]?: string | undefined } & {
  version?: number | undefined
  ecode?: number | string | undefined
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
    moo: removePrefix(card.address_moo, /^(หมู่ที่|หมู่|ม\.)/),
    soi: removePrefix(card.address_soi || card.address_trok, /^(ซอย|ซ\.|ตรอก)/),
    street: removePrefix(card.address_road, /^(ถนน|ถ\.)/),
    subdistrict: removePrefix(card.address_tumbol, /^(ตำบล|แขวง|ต\.)/),
    district: removePrefix(card.address_amphor, /^(อำเภอ|เขต|อ\.)/),
    province: province === 'กรุงเทพฯ' ? bangkok : province,
    is_foreigner: false,
  }
}

function normalized(text: string | undefined): string {
  return normalizeThai(text ?? '')
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
  const birthday = `${ceYear}-${month === '00' ? '01' : month}-${date === '00' ? '01' : date}`
  return isDay(birthday) ? birthday : null
}

const readFailed = 'อ่านข้อมูลบัตรไม่สำเร็จ กรุณาลองใหม่'

/** The Thai message for an answer of the card reader; null means that the program did not answer. */
export function cardMessage(card: CardResult | null): string {
  if (card === null) return 'ไม่พบโปรแกรมอ่านบัตรบนเครื่องนี้'
  switch (card.result) {
    case 'ok':
      return 'อ่านบัตรสำเร็จ'
    case 'read initiate failed':
      return initiateMessage(card)
    case 'error at read':
      return card.ecode === 'Could not find any Smartcard reader.'
        ? 'ไม่พบเครื่องอ่านบัตรประชาชน'
        : 'ไม่พบบัตรประชาชน กรุณาเสียบบัตร'
    default:
      return readFailed
  }
}

function initiateMessage({ ecode, devices }: CardResult): string {
  if (Number(ecode) === 1) return 'ไม่ใช่บัตรประชาชน หรือเป็นรุ่นที่ไม่รองรับ'
  if (Number(ecode) !== 256) return readFailed
  return (devices?.length ?? 0) > 1
    ? 'มีเครื่องอ่านบัตรเชื่อมต่อหลายเครื่อง กรุณาถอดให้เหลือ 1 เครื่อง'
    : 'กรุณาตรวจสอบว่าเสียบบัตรถูกด้านหรือไม่ หรือเช็ดทำความสะอาดชิปแล้วลองอีกครั้ง'
}
