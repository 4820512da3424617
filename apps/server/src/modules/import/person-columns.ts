/** What is the same of every person. */
import { personName } from '@khapdee/domain/person-name'
import { phone, plainText, postcode } from './cell-types.ts'
import type { ImportColumn, Values } from './import-kind.ts'

export const text = (field: string, title: string, example = ''): ImportColumn => ({
  field,
  title,
  type: plainText,
  example,
})

export const phoneColumn = (field: string, title: string, example = ''): ImportColumn => ({
  field,
  title,
  type: phone,
  example,
})

export const email = text('email', 'อีเมล')

export const addressColumns: readonly ImportColumn[] = [
  text('address', 'บ้านเลขที่', '99/1'),
  text('moo', 'หมู่ที่', '3'),
  text('soi', 'ซอย'),
  text('street', 'ถนน', 'มิตรภาพ'),
  text('subdistrict', 'ตำบล/แขวง', 'ศิลา'),
  text('district', 'อำเภอ/เขต', 'เมืองขอนแก่น'),
  text('province', 'จังหวัด', 'ขอนแก่น'),
  { field: 'postcode', title: 'รหัสไปรษณีย์', type: postcode, example: '40000' },
]

export const nameOf = ({ prefix = '', fname = '', sname = '' }: Values): string =>
  personName({ prefix: String(prefix), fname: String(fname), sname: String(sname) })
