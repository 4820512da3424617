/** Customers and the card reader. Source: product specification, section 3. */
import { fieldTitles } from '@khapdee/domain/field-titles'
import { idCardProblem, isPassport, normalizeIdCard } from '@khapdee/domain/id-card'
import { firstEnteredDay, todayInBangkok } from '@khapdee/domain/thai-date'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { addressFields } from '../address-fields.ts'
import { labelled, titleOf } from '../field-meta.ts'
import { messages } from '../messages.ts'
import {
  baht,
  dataOf,
  day,
  flag,
  id,
  instant,
  note,
  requiredText,
  digits,
  shownText,
  storedTexts,
  text,
  version,
  optionalPhone,
  requiredPhone,
} from '../wire.ts'

/** The maximum length of an email address in characters (RFC 5321). */
const maxEmailLength = 254

/** The editable fields of a customer; `name` and `age` are derived. */
export const customerFields = {
  is_foreigner: flag(fieldTitles.isForeigner).default(false),
  prefix: requiredText('คำนำหน้า', 50),
  fname: requiredText(fieldTitles.name, 100),
  sname: requiredText('นามสกุล', 100),
  idcard: labelled(
    z.string().max(20, { error: messages.idcard }).overwrite(normalizeIdCard),
    fieldTitles.idcard,
    { as: 'idcard' },
  ).default(''),
  passport: labelled(
    z.string().trim().toUpperCase().max(20, { error: messages.passport }),
    'เลขที่หนังสือเดินทาง',
    { as: 'idcard' },
  ).default(''),
  birthday: labelled(
    day
      .refine((value) => value >= firstEnteredDay, { error: messages.birthdayTooEarly })
      .refine((value) => value <= todayInBangkok(new Date()), { error: messages.birthdayFuture }),
    'วันเกิด',
  )
    .nullable()
    .default(null),
  ...addressFields(100, (title) => digits(title, 5)),
  phone_1: requiredPhone('โทรศัพท์มือถือ'),
  phone_2: optionalPhone('โทรศัพท์สำรอง'),
  email: labelled(
    z.union([
      z.literal(''),
      z.email({ error: messages.email }).max(maxEmailLength, { error: messages.email }),
    ]),
    'อีเมล',
  ).default(''),
  line: text('ไลน์ไอดี', 100).default(''),
  note,
}

/**
 * The fields of a customer that calls accept: prefix and family name may be empty, because walk-ins
 * give only name and phone. {@link personProblems} requires them of all other customers.
 */
export const personFields = {
  ...customerFields,
  prefix: text(titleOf(customerFields, 'prefix'), 50).default(''),
  sname: text(titleOf(customerFields, 'sname'), 100).default(''),
}

interface Identity {
  is_foreigner: boolean
  idcard: string
  passport: string
}

/**
 * Returns the field with an invalid ID or passport number and its Thai message, or null. A Thai needs
 * a valid ID number. A foreigner needs a passport or a 13-digit number, in which the check digit may be
 * wrong (see {@link idCardProblem}).
 */
export function identityProblem({ is_foreigner, idcard, passport }: Identity) {
  if (passport !== '' && !isPassport(passport))
    return { field: 'passport', message: messages.passport } as const
  if (is_foreigner && idcard === '') {
    if (passport !== '') return null
    return {
      field: 'passport',
      message: messages.required(titleOf(customerFields, 'passport')),
    } as const
  }
  if (idcard === '')
    return {
      field: 'idcard',
      message: messages.required(titleOf(customerFields, 'idcard')),
    } as const
  const problem = idCardProblem(idcard, { foreigner: is_foreigner })
  if (problem === null || (is_foreigner && problem === 'check-digit')) return null
  return {
    field: 'idcard',
    message: problem === 'length' ? messages.idcardLength : messages.idcard,
  } as const
}

/** The missing or invalid fields of a customer who is not a walk-in, with their Thai messages. */
export function personProblems(
  person: Identity & { prefix: string; sname: string },
): { field: 'prefix' | 'sname' | 'idcard' | 'passport'; message: string }[] {
  const identity = identityProblem(person)
  return [
    ...(['prefix', 'sname'] as const)
      .filter((field) => person[field].trim() === '')
      .map((field) => ({ field, message: messages.required(titleOf(customerFields, field)) })),
    ...(identity === null ? [] : [identity]),
  ]
}

/** Whether the person has neither an ID nor a passport number. */
export const hasNoIdNumber = ({
  idcard,
  passport,
}: Pick<Identity, 'idcard' | 'passport'>): boolean => idcard === '' && passport === ''

/**
 * The field whose given number differs from that of the stored person, or null. One equal number
 * identifies the person, because passports are renewed. Numbers of different kinds belong to
 * different people when the nationality differs. Both numbers may be masked.
 */
export function otherPersonField(given: Identity, stored: Identity): 'idcard' | 'passport' | null {
  const kinds = ['idcard', 'passport'] as const
  const compared = kinds.filter((kind) => given[kind] !== '' && stored[kind] !== '')
  if (compared.some((kind) => given[kind] === stored[kind])) return null
  const [differing] = compared
  if (differing !== undefined) return differing
  const lacksNumber = hasNoIdNumber(given) || hasNoIdNumber(stored)
  if (lacksNumber || given.is_foreigner === stored.is_foreigner) return null
  return given.idcard === '' ? 'passport' : 'idcard'
}

/** The title that the form uses for walk-ins, who give only name and phone. */
export const walkInPrefix = 'คุณ'

const texts = <Name extends keyof typeof customerFields>(...names: Name[]) =>
  storedTexts(customerFields, ...names)

/**
 * A customer as returned by the server. It is not validated, because ID and passport numbers may be masked and old
 * rows may violate newer rules.
 */
const customerRow = z.object({
  customer_id: id,
  is_foreigner: customerFields.is_foreigner.unwrap(),
  ...texts('prefix', 'fname', 'sname', 'idcard', 'passport', 'phone_1', 'phone_2', 'email'),
  name: shownText(fieldTitles.fullName),
  ...texts('address', 'moo', 'soi', 'street', 'subdistrict', 'district', 'province', 'postcode'),
  ...texts('line', 'note'),
  birthday: labelled(day, titleOf(customerFields, 'birthday')).nullable(),
  /** Age in whole years; null when the birthday is unknown. */
  age: z.int().nullable(),
  /** When the privacy notice was given, and its version; null and empty when it was not given. */
  privacy_notice_at: instant.nullable(),
  privacy_notice_version: z.string(),
  /** Whether it is a walk-in: a customer without ID number, visible to one branch only. */
  is_walk_in: z.boolean(),
  version,
})
export type CustomerRow = z.output<typeof customerRow>

/** A search for a customer: by a complete ID or passport number, a phone number, or a part of the name. */
const customerSearch = z.strictObject({
  idcard: z.string().max(20).optional(),
  passport: z.string().max(20).optional(),
  phone: z.string().max(30).optional(),
  text: z.string().max(100).optional(),
})

const foundRow = customerRow.extend({
  /**
   * Whether the customer is visible to a branch of the caller; the page of another one answers 404.
   */
  is_visible: z.boolean(),
  /**
   * The amount that the customer owes in the branches of the caller; omitted for a customer who is
   * not visible to them, and without the permission to see applications.
   */
  balance: baht.optional(),
})
export type FoundCustomer = z.output<typeof foundRow>

const foundCustomers = z.object({
  data: foundRow.nullable(),
  /** Further customers that match the phone or the text. */
  others: z.array(foundRow),
})

const cardResult = z.looseObject({ result: z.string() })

export const customer = {
  row: customerRow,
  search: customerSearch,
  found: foundCustomers,
  check: endpoint({
    method: 'GET',
    path: 'customer/check',
    access: 'application.create',
    audited: true,
    summary:
      'Find a known customer by complete ID or passport number in any branch, or by phone or text in the branches of the caller; data is null when unknown',
    input: customerSearch,
    output: foundCustomers,
  }),
  updateprofile: endpoint({
    method: 'PUT',
    path: 'customer/updateprofile',
    access: 'customer.update',
    summary: 'Change a customer; ID and passport numbers that are not sent stay unchanged',
    input: z.strictObject({
      customer_id: id,
      ...personFields,
      idcard: customerFields.idcard.unwrap().optional(),
      passport: customerFields.passport.unwrap().optional(),
      version,
    }),
    output: dataOf(customerRow),
  }),
  reveal: endpoint({
    method: 'POST',
    path: 'customer/reveal',
    access: 'customer.reveal',
    summary: 'The unmasked ID and passport number of one customer; every reveal is audited',
    input: z.strictObject({ customer_id: id }),
    output: dataOf(z.object({ idcard: z.string(), passport: z.string() })),
  }),
  mockreadercard: endpoint({
    method: 'GET',
    path: 'mockreadercard',
    access: 'customer.create',
    summary: 'A card of a fictional person, as returned by the reader service; demo mode only',
    input: z.strictObject({}),
    output: dataOf(cardResult),
  }),
}
