/** Customers and the card reader. Source: product specification, section 3. */
import { idCardProblem, isPassport, normalizeIdCard } from '@khapdee/domain/id-card'
import { isThaiPhone, normalizePhone } from '@khapdee/domain/phone'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { addressFields } from '../address-fields.ts'
import { labelled, shownAs, titleOf } from '../field-meta.ts'
import { messages } from '../messages.ts'
import {
  dataOf,
  day,
  flag,
  id,
  instant,
  note,
  optionalDay,
  requiredText,
  digits,
  shownText,
  storedTexts,
  text,
  version,
} from '../wire.ts'

const mobileTitle = 'โทรศัพท์มือถือ'
const phone = shownAs(
  z
    .string({ error: messages.required(mobileTitle) })
    .max(30, { error: messages.phone })
    .overwrite(normalizePhone),
  { as: 'phone' },
)
const thaiPhone = (of: typeof phone) =>
  of.refine((value) => value === '' || isThaiPhone(value), { error: messages.phone })

/** A telephone number that may be left out. */
export const optionalPhone = (title: string) => labelled(thaiPhone(phone), title).default('')

/** What a clerk writes about a customer; `name` and `age` are derived and never written. */
export const customerFields = {
  is_foreigner: flag('ชาวต่างชาติ').default(false),
  prefix: requiredText('คำนำหน้า', 50),
  fname: requiredText('ชื่อ', 100),
  sname: requiredText('นามสกุล', 100),
  idcard: labelled(
    z.string().max(20, { error: messages.idcard }).overwrite(normalizeIdCard),
    'เลขประจำตัวประชาชน',
    { as: 'idcard' },
  ).default(''),
  passport: labelled(
    z.string().trim().toUpperCase().max(20, { error: messages.passport }),
    'เลขที่หนังสือเดินทาง',
    { as: 'idcard' },
  ).default(''),
  birthday: optionalDay('วันเกิด'),
  ...addressFields(100, (title) => digits(title, 5)),
  phone_1: labelled(
    thaiPhone(phone.min(1, { error: messages.required(mobileTitle) })),
    mobileTitle,
  ),
  phone_2: optionalPhone('โทรศัพท์สำรอง'),
  email: labelled(z.union([z.literal(''), z.email({ error: messages.email })]), 'อีเมล').default(''),
  line: text('ไลน์ไอดี', 100).default(''),
  note,
}

interface Identity {
  is_foreigner: boolean
  idcard: string
  passport: string
}

/**
 * What is wrong with the numbers a customer is known by. A Thai needs a valid ID number; a
 * foreigner needs a passport or any number of 13 digits, whose check digit is not insisted on.
 * Source: domain notes on the ID card, section 4.
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
  if (problem === null || (is_foreigner && problem === 'check')) return null
  return {
    field: 'idcard',
    message: problem === 'length' ? messages.idcardLength : messages.idcard,
  } as const
}

const texts = <Name extends keyof typeof customerFields>(...names: Name[]) =>
  storedTexts(customerFields, ...names)

/** Read back as stored, without the rules for writing: numbers may be masked, old data may be odd. */
const customerRow = z.object({
  customer_id: id,
  is_foreigner: customerFields.is_foreigner.unwrap(),
  ...texts('prefix', 'fname', 'sname', 'idcard', 'passport', 'phone_1', 'phone_2', 'email'),
  name: shownText('ชื่อ–นามสกุล'),
  ...texts('address', 'moo', 'soi', 'street', 'subdistrict', 'district', 'province', 'postcode'),
  ...texts('line', 'note'),
  birthday: labelled(day, titleOf(customerFields, 'birthday')).nullable(),
  /** In whole years; null where the birthday is not known. */
  age: z.int().nullable(),
  /** When he was given the privacy notice, and which wording of it; null and empty where he was not. */
  privacy_notice_at: instant.nullable(),
  privacy_notice_version: z.string(),
  version,
})
export type CustomerRow = z.output<typeof customerRow>

const cardResult = z.looseObject({ result: z.string() })

export const customer = {
  row: customerRow,
  check: endpoint({
    method: 'GET',
    path: 'customer/check',
    access: 'customer.view',
    summary:
      'Find a known customer by ID number, passport, phone or text; data is null when unknown',
    input: z.strictObject({
      idcard: z.string().max(20).optional(),
      passport: z.string().max(20).optional(),
      phone: z.string().max(30).optional(),
      text: z.string().max(100).optional(),
    }),
    output: z.object({
      data: customerRow.nullable(),
      /** Other customers the phone or text fits as well. */
      others: z.array(customerRow),
    }),
  }),
  updateprofile: endpoint({
    method: 'PUT',
    path: 'customer/updateprofile',
    access: 'customer.update',
    summary: 'Change what is stored about a customer; a number left out stays as it is',
    input: z.strictObject({
      customer_id: id,
      ...customerFields,
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
    summary: 'The whole ID number of one customer; every reveal is audited',
    input: z.strictObject({ customer_id: id }),
    output: dataOf(z.object({ idcard: z.string(), passport: z.string() })),
  }),
  mockreadercard: endpoint({
    method: 'GET',
    path: 'mockreadercard',
    access: 'customer.create',
    summary: 'A card of a fictional person, as the reader service gives it; demo mode only',
    input: z.strictObject({}),
    output: dataOf(cardResult),
  }),
}
