/** The form values of a customer: conversion from an ID card or a record, and to the wire. */
import {
  type CustomerRow,
  type customer,
  otherPersonField,
  walkInPrefix,
} from '@khapdee/contract/entities/customer'
import type { InputOf } from '@khapdee/contract/endpoint'
import { type CardResult, cardToCustomer } from '@khapdee/domain/card'
import { maskIdCard } from '@khapdee/domain/id-card'
import { formatPhone } from '@khapdee/domain/phone'
import { isCurrentNotice } from '@khapdee/domain/privacy-notice'
import { type Day, formatDay } from '@khapdee/domain/thai-date'
import { normalizeThai } from '@khapdee/domain/thai-text'

/** The fields that a clerk fills in. */
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
  /** The version that was read; null for a new customer. */
  version: number | null
  /**
   * Whether the form has only the fields for name and phone. The server makes it false when an ID
   * or passport number is saved.
   */
  is_walk_in: boolean
  /** Masked ID and passport number, for display; never sent to the server. */
  masked_idcard: string
  masked_passport: string
  /** When the customer was given the current version of the privacy notice; null if never. */
  noticed_at: string | null
  /** Whether the clerk has ticked that the notice is given now. */
  privacy_notice: boolean
}

/**
 * The values after the form was switched between all fields and those of a walk-in. Name and phone stay. The
 * other fields are not shown for a walk-in, so they are cleared.
 */
export function withWalkIn(current: CustomerValues, isWalkIn: boolean): CustomerValues {
  if (!isWalkIn) return { ...current, is_walk_in: false, prefix: '' }
  const { fname, sname, phone_1 } = current
  return { ...blankCustomer, fname, sname, phone_1, prefix: walkInPrefix, is_walk_in: true }
}

/** The values of a form that contains a customer. */
export interface CustomerFormValues {
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

/** The values of a customer who is not linked to a stored record. */
const unlinked = {
  customer_id: null,
  version: null,
  is_walk_in: false,
  masked_idcard: '',
  masked_passport: '',
  noticed_at: null,
  privacy_notice: false,
}

export const blankCustomer: CustomerValues = { ...unlinked, ...blankFields }

const fieldNames = Object.keys(blankFields) as (keyof CustomerFields)[]

/** Copies only the fields of `CustomerFields` from `source`. */
const pickFields = (source: CustomerFields): CustomerFields =>
  // The cast restores the key type, which `Object.fromEntries` loses.
  Object.fromEntries(fieldNames.map((name) => [name, source[name]])) as unknown as CustomerFields

/** The fields that are compared between form and record. */
const comparedNames = [
  'prefix',
  'fname',
  'sname',
  'birthday',
  'phone_1',
  'phone_2',
  'address',
  'moo',
  'soi',
  'street',
  'subdistrict',
  'district',
  'province',
  'postcode',
  'email',
  'line',
  'note',
] as const satisfies readonly (keyof CustomerFields)[]

export type ComparedField = (typeof comparedNames)[number]

/** A lower-case x marks a masked digit; stored numbers contain capital letters only. */
const isMasked = (number: string) => number.includes('x')
const asMasked = (number: string) => (isMasked(number) ? number : maskIdCard(number))

/** The stored record as form values. An ID or passport number that the server masked is not editable. */
export function customerValuesOf(row: CustomerRow): CustomerValues {
  const { customer_id, version, is_walk_in } = row
  return {
    ...pickFields(row),
    customer_id,
    version,
    is_walk_in,
    idcard: isMasked(row.idcard) ? '' : row.idcard,
    passport: isMasked(row.passport) ? '' : row.passport,
    masked_idcard: asMasked(row.idcard),
    masked_passport: asMasked(row.passport),
    noticed_at: isCurrentNotice(row.privacy_notice_version) ? row.privacy_notice_at : null,
    privacy_notice: false,
  }
}

/**
 * The form values after reading an ID card. The card of another person clears the fields that it does not
 * contain, otherwise the phone number of the previous customer would remain; a card of the same person keeps
 * them.
 * @param today a CE day; decides the century of the birth year
 */
export function withCard(current: CustomerValues, card: CardResult, today: Day): CustomerValues {
  const { name, ...cardFields } = cardToCustomer(card, today)
  return {
    ...(mayBelongTo(current, cardFields.idcard) ? current : blankCustomer),
    ...unlinked,
    ...cardFields,
    // The form has no field for a middle name.
    fname: name.slice(0, name.length - cardFields.sname.length).trim(),
    passport: '',
    postcode: '',
  }
}

/** Whether the form values may belong to the person with this ID card number. */
function mayBelongTo(
  { customer_id, idcard, masked_idcard }: CustomerValues,
  number: string,
): boolean {
  if (idcard !== '') return idcard === number
  return customer_id === null || masked_idcard === maskIdCard(number)
}

/**
 * Whether the form has a customer who is not certainly the person with this ID card number. A
 * prefix alone does not count, because the form sets that of walk-ins.
 */
export function hasOtherCustomer(values: CustomerValues, number: string): boolean {
  const isFilled = fieldNames.some(
    (name) => name !== 'is_foreigner' && name !== 'prefix' && values[name] !== blankFields[name],
  )
  const hasNumber = values.idcard !== '' || values.customer_id !== null
  return isFilled && !(hasNumber && mayBelongTo(values, number))
}

/** The fields that a card fills, except the title, because the form sets that of walk-ins. */
const cardFieldNames = [
  'fname',
  'sname',
  'birthday',
  'address',
  'moo',
  'soi',
  'street',
  'subdistrict',
  'district',
  'province',
] as const satisfies readonly (keyof CustomerFields)[]

/**
 * Whether a card that the clerk reads into the form replaces data of another customer: a number, a
 * linked record, or a different name, birthday or address. A phone number alone does not count:
 * clerks may type it before they read the card.
 * @param filled the form values after reading the card
 */
export function replacesCustomer(values: CustomerValues, filled: CustomerValues): boolean {
  if (values.passport !== '') return true
  if (values.idcard !== '' || values.customer_id !== null)
    return !mayBelongTo(values, filled.idcard)
  return cardFieldNames.some(
    (name) => values[name] !== blankFields[name] && values[name] !== filled[name],
  )
}

/**
 * Whether the number in a form differs from that of a stored customer, as far as the masked number
 * shows.
 */
export function isOtherPerson(values: CustomerValues, stored: CustomerValues): boolean {
  const { is_foreigner, masked_idcard, masked_passport } = stored
  const given = {
    is_foreigner: values.is_foreigner,
    idcard: maskIdCard(values.idcard),
    passport: maskIdCard(values.passport),
  }
  const known = { is_foreigner, idcard: masked_idcard, passport: masked_passport }
  return otherPersonField(given, known) !== null
}

export interface Difference {
  field: ComparedField
  /** The value in the form, formatted for display. */
  typed: string
  /** The value of the record, formatted for display. */
  stored: string
}

/**
 * The fields in which the form differs from the record; an empty field of the form never differs.
 * @param base the record that filled the form, to compare only the fields changed since then
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
      typed: displayText(field, current[field]),
      stored: displayText(field, stored[field]),
    }))
    .filter(({ typed, stored }) => typed !== '' && typed !== stored)
}

/** A field's value formatted for display. */
export function displayText(field: ComparedField, value: string | null): string {
  if (value === null) return ''
  if (field === 'birthday') return formatDay(value as Day)
  if (field === 'phone_1' || field === 'phone_2') return formatPhone(value)
  return normalizeThai(value)
}

/**
 * The stored customer with the fields accepted from the form. A typed ID or passport number stays when it
 * matches the stored one: it proves to the server that the clerk has the document.
 */
export function withAccepted(
  current: CustomerValues,
  stored: CustomerValues,
  accepted: readonly ComparedField[],
): CustomerValues {
  const acceptedValues = Object.fromEntries(accepted.map((field) => [field, current[field]]))
  const matchesStored = (number: string, masked: string) =>
    number !== '' && maskIdCard(number) === masked
  return {
    ...stored,
    ...acceptedValues,
    privacy_notice: current.privacy_notice,
    idcard: matchesStored(current.idcard, stored.masked_idcard) ? current.idcard : stored.idcard,
    passport: matchesStored(current.passport, stored.masked_passport)
      ? current.passport
      : stored.passport,
  }
}

/** The customer's fields in wire format. The passport number of a Thai customer is cleared. */
export function toCustomerFields(values: CustomerValues): CustomerFields {
  return { ...pickFields(values), passport: values.is_foreigner ? values.passport : '' }
}

/** Whether the stored identity numbers stay unchanged, because the clerk typed none. */
export const hasUnchangedNumbers = ({ customer_id, idcard, passport }: CustomerValues): boolean =>
  customer_id !== null && idcard === '' && passport === ''

/** The input of the update call; null for a customer who is not stored yet. */
export function toUpdateInput(
  values: CustomerValues,
): InputOf<typeof customer.updateprofile> | null {
  const { customer_id, version } = values
  if (customer_id === null || version === null) return null
  const { idcard, passport, ...fields } = toCustomerFields(values)
  return {
    ...fields,
    customer_id,
    version,
    ...(idcard !== '' && { idcard }),
    ...(passport !== '' && { passport }),
  }
}
