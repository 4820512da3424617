import type { CustomerRow } from '@khapdee/contract/entities/customer'
import { day } from '@khapdee/domain/thai-date'
import { describe, expect, it } from 'vitest'
import {
  type CustomerValues,
  withAccepted,
  blankCustomer,
  differences,
  customerValuesOf,
  isOtherPerson,
  replacesCustomer,
  toUpdateInput,
  withCard,
} from './customer-values.ts'

const row: CustomerRow = {
  customer_id: 7,
  version: 3,
  is_foreigner: false,
  prefix: 'นางสาว',
  fname: 'สมหญิง',
  sname: 'ใจดี',
  name: 'สมหญิง ใจดี',
  idcard: '1-1000-xxxxx-01-6',
  passport: '',
  birthday: day('1999-02-14'),
  age: 27,
  address: '123/45',
  moo: '6',
  soi: '',
  street: '',
  subdistrict: 'ในเมือง',
  district: 'เมืองขอนแก่น',
  province: 'ขอนแก่น',
  postcode: '40000',
  phone_1: '0812345678',
  phone_2: '',
  email: '',
  line: '',
  note: '',
  privacy_notice_at: null,
  privacy_notice_version: '',
  is_walk_in: false,
}
const card = {
  result: 'ok',
  nat_id: '1100000000016',
  title_th: 'น.ส.',
  fname_th: 'สมหญิง',
  mname_th: 'งาม',
  sname_th: 'ใจดี',
  birthdate: '1999-02-14',
  address_no: '9',
  address_tumbol: 'ตำบลบ้านเป็ด',
  address_amphor: 'อำเภอเมืองขอนแก่น',
  address_provinice: 'จังหวัดขอนแก่น',
}
const today = day('2026-11-21')
const typed = (values: Partial<CustomerValues>): CustomerValues => ({ ...blankCustomer, ...values })

describe('customerValuesOf', () => {
  it('shows a masked ID number but leaves the editable ID number empty', () => {
    const values = customerValuesOf(row)
    expect(values).toMatchObject({ customer_id: 7, version: 3, idcard: '' })
    expect(values.masked_idcard).toBe('1-1000-xxxxx-01-6')
  })

  it('keeps an unmasked ID number and adds its masked form', () => {
    const values = customerValuesOf({ ...row, idcard: '1100000000016' })
    expect(values.idcard).toBe('1100000000016')
    expect(values.masked_idcard).toBe('1-1000-xxxxx-01-6')
  })
})

describe('withCard', () => {
  it('fills the fields from the card, with the middle name after the first name', () => {
    expect(withCard(blankCustomer, card, today)).toMatchObject({
      prefix: 'นางสาว',
      fname: 'สมหญิง งาม',
      sname: 'ใจดี',
      idcard: '1100000000016',
      birthday: '1999-02-14',
      subdistrict: 'บ้านเป็ด',
    })
  })

  it.each([
    ['nothing but a phone number was typed', typed({ phone_1: '0812345678' })],
    [
      'the ID number of the card was typed',
      typed({ idcard: '1100000000016', phone_1: '0812345678' }),
    ],
    [
      'the same customer was found before',
      typed({ customer_id: 7, masked_idcard: '1-1000-xxxxx-01-6', phone_1: '0812345678' }),
    ],
  ])('keeps the other fields when %s', (_, current) => {
    expect(withCard(current, card, today)).toMatchObject({
      phone_1: '0812345678',
      customer_id: null,
    })
  })

  it.each([
    ['another ID number was typed', typed({ idcard: '3409900000014', phone_1: '0899999999' })],
    [
      'another customer was found before',
      typed({ customer_id: 8, masked_idcard: '3-4099-xxxxx-01-4', phone_1: '0899999999' }),
    ],
  ])('clears the other fields when %s', (_, current) => {
    expect(withCard(current, card, today)).toMatchObject({ phone_1: '', customer_id: null })
  })
})

describe('isOtherPerson', () => {
  const stored = customerValuesOf(row)
  const passport = { ...stored, masked_idcard: '', masked_passport: 'ABxxxx45', is_foreigner: true }

  it.each<[boolean, string, CustomerValues, CustomerValues]>([
    [false, 'a form without a number', typed({ fname: 'สมศรี' }), stored],
    [false, 'the number of the record', typed({ idcard: '1100000000016' }), stored],
    [true, 'another number', typed({ idcard: '3409900000014' }), stored],
    [false, 'a walk-in without a number', typed({ idcard: '3409900000014' }), typed({})],
    [true, 'a Thai number and a passport', typed({ idcard: '3409900000014' }), passport],
    [false, 'the same passport', typed({ passport: 'AB123445', is_foreigner: true }), passport],
    [
      false,
      'a renewed passport beside the same number',
      typed({ idcard: '6000000000018', passport: 'AC123445', is_foreigner: true }),
      { ...passport, masked_idcard: '6-0000-xxxxx-01-8' },
    ],
    [true, 'another passport', typed({ passport: 'AC123445', is_foreigner: true }), passport],
  ])('is %s for %s', (expected, _, values, record) =>
    expect(isOtherPerson(values, record)).toBe(expected),
  )
})

describe('replacesCustomer', () => {
  it.each([
    [false, 'an empty form', {}],
    [false, 'a phone number alone', { phone_1: '0812345678' }],
    [false, 'the name on the card', { fname: 'สมหญิง งาม', sname: 'ใจดี' }],
    [false, 'the number on the card', { idcard: '1100000000016', fname: 'สมศรี' }],
    [true, 'another name', { fname: 'สมศรี' }],
    [true, 'another address', { street: 'มิตรภาพ' }],
    [true, 'another number', { idcard: '3409900000014' }],
    [true, 'a passport', { passport: 'AB123456' }],
    [true, 'another linked customer', { customer_id: 8, masked_idcard: '3-4099-xxxxx-01-4' }],
  ])('is %s for %s', (expected, _, fields) => {
    const values = typed(fields)
    expect(replacesCustomer(values, withCard(values, card, today))).toBe(expected)
  })
})

describe('differences', () => {
  const stored = customerValuesOf(row)

  it('returns differing fields formatted for display and skips empty ones', () => {
    const current = typed({ fname: ' สมหญิง', phone_1: '0899999999', birthday: day('1999-02-15') })
    expect(differences(current, stored)).toEqual([
      { field: 'birthday', typed: '15/02/2542', stored: '14/02/2542' },
      { field: 'phone_1', typed: '089-999-9999', stored: '081-234-5678' },
    ])
  })

  it('skips fields that only another user changed in the record', () => {
    const current = { ...stored, soi: 'มะลิ' }
    const newer = { ...stored, phone_1: '0899999999', soi: 'กุหลาบ' }
    expect(differences(current, newer, stored).map(({ field }) => field)).toEqual(['soi'])
  })
})

describe('withAccepted', () => {
  const stored = customerValuesOf(row)

  it('uses the accepted fields of the form and the other fields of the record', () => {
    const current = typed({ fname: 'สมศรี', address: '9' })
    expect(withAccepted(current, stored, ['address'])).toEqual({ ...stored, address: '9' })
  })

  it('keeps the typed ID number only if it is the one of the stored customer', () => {
    expect(withAccepted(typed({ idcard: '1100000000016' }), stored, []).idcard).toBe(
      '1100000000016',
    )
    expect(withAccepted(typed({ idcard: '3409900000014' }), stored, []).idcard).toBe('')
  })
})

describe('toUpdateInput', () => {
  it('omits ID and passport numbers that were not typed', () => {
    const input = toUpdateInput(customerValuesOf(row))
    expect(input).toMatchObject({ customer_id: 7, version: 3, fname: 'สมหญิง' })
    expect(input).not.toHaveProperty('idcard')
    expect(input).not.toHaveProperty('masked_idcard')
  })

  it('returns null for a customer who is not stored', () => {
    expect(toUpdateInput(blankCustomer)).toBeNull()
  })
})
