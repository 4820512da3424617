/** Values of the customer form, and their conversion from a card and from the stored record. */
import type { CustomerRow, customer } from '@khapdee/contract/entities/customer'
import type { InputOf } from '@khapdee/contract/endpoint'
import { type CardResult, cardToCustomer } from '@khapdee/domain/card'
import { maskIdCard } from '@khapdee/domain/id-card'
import { formatPhone } from '@khapdee/domain/phone'
import { isCurrentNotice } from '@khapdee/domain/privacy-notice'
import { type Day, formatDay } from '@khapdee/domain/thai-date'
import { normalizeThai } from '@khapdee/domain/thai-text'

/** The customer fields of a form. */
export interface CustomerFields {
  is_foreigner: boolean
  prefix: string
  fname: string
  sname: string
  idcard: string
  passport: string
  birthday: Day | null
  address: string
  moo: string
  soi: string
  street: string
  subdistrict: string
  district: string
  province: string
  postcode: string
  phone_1: string
  phone_2: string
  email: string
  line: string
  note: string
}

export interface CustomerValues extends CustomerFields {
  /** The stored customer that the fields belong to; null for a new one. */
  customer_id: number | null
  version: number | null
  /** Numbers as the server shows them; never sent back. */
  masked_idcard: string
  masked_passport: string
  /** When the current wording of the privacy notice was given; null where it was not. */
  noticed_at: string | null
  /** The notice is given with this form. */
  privacy_notice: boolean
}

/** A form that has a customer in it. */
export interface CustomerForm {
  customer: CustomerValues
}

const blankFields: CustomerFields = {
  is_foreigner: false,
  prefix: '',
  fname: '',
  sname: '',
  idcard: '',
  passport: '',
  birthday: null,
  address: '',
  moo: '',
  soi: '',
  street: '',
  subdistrict: '',
  district: '',
  province: '',
  postcode: '',
  phone_1: '',
  phone_2: '',
  email: '',
  line: '',
  note: '',
}

/** Values of a form whose customer is not, or no longer, a stored one. */
const unlinked = {
  customer_id: null,
  version: null,
  masked_idcard: '',
  masked_passport: '',
  noticed_at: null,
  privacy_notice: false,
}

export const blankCustomer: CustomerValues = { ...unlinked, ...blankFields }

const fieldNames = Object.keys(blankFields) as (keyof CustomerFields)[]

/** The clerk's fields of anything that has them. */
const fieldsOf = (source: CustomerFields): CustomerFields =>
  // The names are the type's own, which the compiler does not follow through entries.
  Object.fromEntries(fieldNames.map((name) => [name, source[name]])) as unknown as CustomerFields

/** The fields one may compare and choose between, with their labels. */
export const comparedFields = {
  prefix: 'คำนำหน้า',
  fname: 'ชื่อ',
  sname: 'นามสกุล',
  birthday: 'วันเกิด',
  phone_1: 'โทรศัพท์มือถือ',
  phone_2: 'โทรศัพท์สำรอง',
  address: 'บ้านเลขที่',
  moo: 'หมู่ที่',
  soi: 'ซอย',
  street: 'ถนน',
  subdistrict: 'ตำบล/แขวง',
  district: 'อำเภอ/เขต',
  province: 'จังหวัด',
  postcode: 'รหัสไปรษณีย์',
  email: 'อีเมล',
  line: 'ไลน์ไอดี',
  note: 'หมายเหตุ',
} as const satisfies Partial<Record<keyof CustomerFields, string>>

export type ComparedField = keyof typeof comparedFields
const comparedNames = Object.keys(comparedFields) as ComparedField[]

/** Masked digits are shown as x, which no stored number contains: letters are capitals. */
const isMasked = (number: string) => number.includes('x')
const asMasked = (number: string) => (isMasked(number) ? number : maskIdCard(number))

/** The stored record as form values. A number the server masked is shown only. */
export function storedCustomer(row: CustomerRow): CustomerValues {
  const { customer_id, version } = row
  return {
    ...fieldsOf(row),
    customer_id,
    version,
    idcard: isMasked(row.idcard) ? '' : row.idcard,
    passport: isMasked(row.passport) ? '' : row.passport,
    masked_idcard: asMasked(row.idcard),
    masked_passport: asMasked(row.passport),
    noticed_at: isCurrentNotice(row.privacy_notice_version) ? row.privacy_notice_at : null,
    privacy_notice: false,
  }
}

/**
 * The form after a card was read. Another person's card begins a new customer, so that no phone of
 * the former one stays; on the same person's the rest of what was typed stays.
 * @param today CE, tells birth years apart
 */
export function withCard(current: CustomerValues, card: CardResult, today: Day): CustomerValues {
  const { name, ...read } = cardToCustomer(card, today)
  return {
    ...(isOf(current, read.idcard) ? current : blankCustomer),
    ...unlinked,
    ...read,
    // The form has no field for a middle name.
    fname: name.slice(0, name.length - read.sname.length).trim(),
    passport: '',
    postcode: '',
  }
}

/** Whether the form's values may belong to the person with this number. */
function isOf({ customer_id, idcard, masked_idcard }: CustomerValues, number: string): boolean {
  if (idcard !== '') return idcard === number
  return customer_id === null || masked_idcard === maskIdCard(number)
}

export interface Difference {
  field: ComparedField
  /** As people read it. */
  typed: string
  stored: string
}

/**
 * Differences between form and record; an empty field of the form is none.
 * @param base the record that filled the form: only fields changed since are compared
 */
export function differences(
  current: CustomerValues,
  stored: CustomerValues,
  base: CustomerValues | null = null,
): Difference[] {
  return comparedNames
    .filter((field) => base === null || current[field] !== base[field])
    .map((field) => ({
      field,
      typed: shown(field, current[field]),
      stored: shown(field, stored[field]),
    }))
    .filter(({ typed, stored }) => typed !== '' && typed !== stored)
}

/** A field's value as people read it. */
export function shown(field: ComparedField, value: string | null): string {
  if (value === null) return ''
  if (field === 'birthday') return formatDay(value as Day)
  if (field === 'phone_1' || field === 'phone_2') return formatPhone(value)
  return normalizeThai(value)
}

/**
 * The stored customer with the differing fields that were accepted from the form. The number typed
 * stays when it is the customer's: it proves to the server that the clerk holds the card.
 */
export function accept(
  current: CustomerValues,
  stored: CustomerValues,
  accepted: readonly ComparedField[],
): CustomerValues {
  const taken = Object.fromEntries(accepted.map((field) => [field, current[field]]))
  const own = (number: string, masked: string) => number !== '' && maskIdCard(number) === masked
  return {
    ...stored,
    ...taken,
    privacy_notice: current.privacy_notice,
    idcard: own(current.idcard, stored.masked_idcard) ? current.idcard : stored.idcard,
    passport: own(current.passport, stored.masked_passport) ? current.passport : stored.passport,
  }
}

/** As the wire takes it. A passport belongs to foreigners only. */
export function customerFields(values: CustomerValues): CustomerFields {
  return { ...fieldsOf(values), passport: values.is_foreigner ? values.passport : '' }
}

/** Whether the numbers stay as they are stored: the clerk sees them masked and typed no other. */
export const keepsNumbers = ({ customer_id, idcard, passport }: CustomerValues): boolean =>
  customer_id !== null && idcard === '' && passport === ''

/** @returns null for a customer that is not stored yet */
export function toUpdateInput(
  values: CustomerValues,
): InputOf<typeof customer.updateprofile> | null {
  const { customer_id, version } = values
  if (customer_id === null || version === null) return null
  const { idcard, passport, ...fields } = customerFields(values)
  return {
    ...fields,
    customer_id,
    version,
    ...(idcard !== '' && { idcard }),
    ...(passport !== '' && { passport }),
  }
}
