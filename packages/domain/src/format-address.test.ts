import { expect, it } from 'vitest'
import { formatAddress } from './format-address.ts'

const place = {
  address: '99/1',
  moo: '12',
  soi: 'สุขใจ',
  street: 'มิตรภาพ',
  subdistrict: 'ในเมือง',
  district: 'เมืองขอนแก่น',
  province: 'ขอนแก่น',
  postcode: '40000',
}

it('labels the parts of an address and omits empty ones', () => {
  expect(formatAddress(place)).toBe(
    '99/1 หมู่ที่ 12 ซอยสุขใจ ถนนมิตรภาพ ตำบลในเมือง อำเภอเมืองขอนแก่น จังหวัดขอนแก่น 40000',
  )
  expect(formatAddress({ ...place, moo: '', soi: '', street: '' })).toBe(
    '99/1 ตำบลในเมือง อำเภอเมืองขอนแก่น จังหวัดขอนแก่น 40000',
  )
})

it('uses แขวง and เขต in Bangkok', () => {
  const bangkok = {
    ...place,
    moo: '',
    district: 'จตุจักร',
    subdistrict: 'ลาดยาว',
    province: 'กรุงเทพมหานคร',
  }
  expect(formatAddress(bangkok)).toBe(
    '99/1 ซอยสุขใจ ถนนมิตรภาพ แขวงลาดยาว เขตจตุจักร กรุงเทพมหานคร 40000',
  )
})

it('does not repeat a label that was typed with the value', () => {
  const typed = { ...place, moo: 'หมู่ที่ 12', soi: 'ซอยสุขใจ', street: 'ถนนมิตรภาพ' }
  expect(formatAddress(typed)).toBe(formatAddress(place))
})
