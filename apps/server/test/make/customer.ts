import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import { isThaiIdNumber } from '@khapdee/domain/id-card'
import { day } from '@khapdee/domain/thai-date'
import type { Insertable, Kysely } from 'kysely'
import type { Customer, DB } from '../../src/db/types.ts'

export type CustomerInput = InputOf<typeof application.create>['customer']

let serial = 0

/** A new valid ID number for each call. */
function newIdNumber(): string {
  const digits = `19900${String(++serial).padStart(7, '0')}`
  for (let last = 0; last < 10; last++) {
    if (isThaiIdNumber(`${digits}${last}`)) return `${digits}${last}`
  }
  throw new Error(`no check digit fits ${digits}`)
}

/** The input of a new adult customer. */
export const customerInput = (values: Partial<CustomerInput> = {}): CustomerInput => ({
  ...newPerson(),
  ...values,
})

const newPerson = () => ({
  is_foreigner: false,
  prefix: 'นาย',
  fname: 'ทดสอบ',
  sname: 'ระบบดี',
  idcard: newIdNumber(),
  passport: '',
  birthday: day('2000-01-15'),
  address: '99',
  moo: '3',
  soi: '',
  street: '',
  subdistrict: 'ศิลา',
  district: 'เมืองขอนแก่น',
  province: 'ขอนแก่น',
  postcode: '40000',
  phone_1: '0812345678',
  phone_2: '',
  email: '',
  line: '',
  note: '',
})

/** Inserts a customer registered by the branch. */
export function makeCustomer(
  db: Kysely<DB>,
  branch_id: number,
  values: Partial<Insertable<Customer>> = {},
) {
  return db
    .insertInto('customer')
    .values({ ...newPerson(), branch_id, ...values })
    .returningAll()
    .executeTakeFirstOrThrow()
}
