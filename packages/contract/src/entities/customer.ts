/** Customers and the card reader. Source: product specification, section 3. */
import { idCardProblem, isPassport, normalizeIdCard } from '@khapdee/domain/id-card'
import { isThaiPhone, normalizePhone } from '@khapdee/domain/phone'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { messages } from '../messages.ts'
import { dataOf, day, id, instant, multilineText, requiredText, text, version } from '../wire.ts'

const phone = z
  .string({ error: messages.required('โทรศัพท์มือถือ') })
  .max(30, { error: messages.phone })
  .overwrite(normalizePhone)

/** What a clerk writes about a customer; `name` and `age` are derived and never written. */
export const customerFields = {
  is_foreigner: z.boolean().default(false),
  prefix: requiredText('คำนำหน้า', 50),
  fname: requiredText('ชื่อ', 100),
  sname: requiredText('นามสกุล', 100),
  idcard: z.string().max(20, { error: messages.idcard }).overwrite(normalizeIdCard).default(''),
  passport: z.string().trim().toUpperCase().max(20, { error: messages.passport }).default(''),
  birthday: day.nullable().default(null),
  address: text().default(''),
  moo: text(50).default(''),
  soi: text().default(''),
  street: text().default(''),
  subdistrict: text(100).default(''),
  district: text(100).default(''),
  province: text(100).default(''),
  postcode: z
    .union([z.literal(''), z.string().regex(/^\d{5}$/, { error: 'รหัสไปรษณีย์ต้องมี 5 หลัก' })])
    .default(''),
  phone_1: phone
    .min(1, { error: messages.required('โทรศัพท์มือถือ') })
    .refine((value) => value === '' || isThaiPhone(value), { error: messages.phone }),
  phone_2: phone
    .refine((value) => value === '' || isThaiPhone(value), { error: messages.phone })
    .default(''),
  email: z.union([z.literal(''), z.email({ error: messages.email })]).default(''),
  line: text(100).default(''),
  note: multilineText().default(''),
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
    return { field: 'passport', message: messages.required('เลขที่หนังสือเดินทาง') } as const
  }
  if (idcard === '')
    return { field: 'idcard', message: messages.required('เลขประจำตัวประชาชน') } as const
  const problem = idCardProblem(idcard, { foreigner: is_foreigner })
  if (problem === null || (is_foreigner && problem === 'check')) return null
  return {
    field: 'idcard',
    message: problem === 'length' ? messages.idcardLength : messages.idcard,
  } as const
}

const texts = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, z.string()])) as Record<Name, z.ZodString>

/** Read back as stored, without the rules for writing: numbers may be masked, old data may be odd. */
const customerRow = z.object({
  customer_id: id,
  is_foreigner: z.boolean(),
  ...texts('prefix', 'fname', 'sname', 'name', 'idcard', 'passport', 'phone_1', 'phone_2', 'email'),
  ...texts('address', 'moo', 'soi', 'street', 'subdistrict', 'district', 'province', 'postcode'),
  ...texts('line', 'note'),
  birthday: day.nullable(),
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
