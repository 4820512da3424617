/** ID cards of fictional people, in the format of the card reader service. Check digits are valid. */
import type { CardResult } from '@khapdee/domain/card'
import { namePrefixes } from '@khapdee/domain/person-name'

const card = (fields: Omit<CardResult, 'result' | 'version'>): CardResult => ({
  result: 'ok',
  version: 0.8,
  mname_th: '',
  mname_en: '',
  address_trok: '',
  address_soi: '',
  address_road: '',
  photo: '',
  ...fields,
})

export const demoCards: readonly CardResult[] = [
  card({
    nat_id: '1100000000016',
    title_th: 'น.ส.',
    fname_th: 'สมหญิง',
    sname_th: 'ใจดี',
    title_en: 'Miss',
    fname_en: 'Somying',
    sname_en: 'Jaidee',
    gender: '2',
    birthdate: '1999-02-14',
    address_no: '123/45',
    address_moo: 'หมู่ที่ 6',
    address_road: 'ถนนมิตรภาพ',
    address_tumbol: 'ตำบลในเมือง',
    address_amphor: 'อำเภอเมืองขอนแก่น',
    address_provinice: 'จังหวัดขอนแก่น',
    issue_date: '2021-05-10',
    issue_expire: '2030-02-13',
    issuer: 'อำเภอเมืองขอนแก่น/ขอนแก่น',
  }),
  card({
    nat_id: '3409900000014',
    title_th: namePrefixes.mr,
    fname_th: 'บุญมี',
    sname_th: 'ศรีน้ำทิพย์',
    title_en: 'Mr.',
    fname_en: 'Bunmee',
    sname_en: 'Srinamthip',
    gender: '1',
    birthdate: '1978-07-21',
    address_no: '89',
    address_moo: 'หมู่ที่ 3',
    address_tumbol: 'ตำบลบ้านไผ่',
    address_amphor: 'อำเภอบ้านไผ่',
    address_provinice: 'จังหวัดขอนแก่น',
    issue_date: '2022-11-02',
    issue_expire: '2031-07-20',
    issuer: 'อำเภอบ้านไผ่/ขอนแก่น',
  }),
]
