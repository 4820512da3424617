/** The demo school and its branches. Source: demo catalogue, section 10. */

export const schoolName = 'โรงเรียนสอนขับรถดอกคูนเมืองแคน'

/** Tax id of the company: the check digit is valid, the serial number was never assigned. */
const taxId = '0405500000001'

export const branchCodes = ['KKN', 'BPI', 'UDN', 'NMA'] as const
export type BranchCode = (typeof branchCodes)[number]

interface DemoBranch {
  code: BranchCode
  name: string
  tax_id: string
  tax_branch_no: string
  promptpay_id: string
  address: string
  moo: string
  street: string
  subdistrict: string
  district: string
  province: string
  postcode: string
  phone_1: string
  phone_2: string
}

/** The head office first: the other branches belong to it. */
export const demoBranches: readonly DemoBranch[] = [
  {
    code: 'KKN',
    name: 'สำนักงานใหญ่ เมืองขอนแก่น',
    tax_id: taxId,
    tax_branch_no: '00000',
    promptpay_id: taxId,
    address: '999/9',
    moo: '14',
    street: 'มิตรภาพ',
    subdistrict: 'ศิลา',
    district: 'เมืองขอนแก่น',
    province: 'ขอนแก่น',
    postcode: '40000',
    phone_1: '043000901',
    phone_2: '0600000901',
  },
  {
    code: 'BPI',
    name: 'สาขาบ้านไผ่',
    tax_id: taxId,
    tax_branch_no: '00001',
    promptpay_id: '',
    address: '456',
    moo: '2',
    street: 'แจ้งสนิท',
    subdistrict: 'บ้านไผ่',
    district: 'บ้านไผ่',
    province: 'ขอนแก่น',
    postcode: '40110',
    phone_1: '043000902',
    phone_2: '',
  },
  {
    code: 'UDN',
    name: 'สาขาอุดรธานี',
    tax_id: taxId,
    tax_branch_no: '00002',
    promptpay_id: taxId,
    address: '789/1',
    moo: '7',
    street: 'มิตรภาพ',
    subdistrict: 'บ้านจั่น',
    district: 'เมืองอุดรธานี',
    province: 'อุดรธานี',
    postcode: '41000',
    phone_1: '042000903',
    phone_2: '0600000903',
  },
  {
    code: 'NMA',
    name: 'สาขานครราชสีมา',
    tax_id: taxId,
    tax_branch_no: '00003',
    promptpay_id: '',
    address: '321',
    moo: '5',
    street: 'มิตรภาพ',
    subdistrict: 'บ้านใหม่',
    district: 'เมืองนครราชสีมา',
    province: 'นครราชสีมา',
    postcode: '30000',
    phone_1: '044000904',
    phone_2: '',
  },
]
