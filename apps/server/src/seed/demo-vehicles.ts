/** The demo school's vehicles. Source: demo catalogue, section 10; the plates are fictional. */
import type { ExamLicence } from '@khapdee/domain/licence-types'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import type { VehicleStatus } from '@khapdee/domain/vehicle'
import { vehicleWords } from '@khapdee/domain/words'
import type { BranchCode } from './demo-branches.ts'

/** The province in which the vehicles of a branch are registered. */
export const vehicleProvinces: Record<BranchCode, string> = {
  KKN: 'ขอนแก่น',
  BPI: 'ขอนแก่น',
  UDN: 'อุดรธานี',
  NMA: 'นครราชสีมา',
}

/** Days from today until inspection, compulsory insurance, insurance and tax are due. */
type DueIn = readonly [check: number | null, compulsory: number, insurance: number, tax: number]

/** The licence types for which vehicles are used; vans transport customers. */
const licenceTypesOf: Readonly<Record<string, readonly ExamLicence[]>> = {
  รถยนต์เก๋ง: ['car'],
  รถกระบะ: ['car'],
  [vehicleWords.motorcycle]: ['motorcycle'],
  'รถบรรทุก 6 ล้อ': ['truck2'],
  'รถบรรทุก 10 ล้อ': ['truck2'],
  รถหัวลาก: ['truck3'],
}
const automatics = new Set<string>(['Yaris', 'City', 'Wave 110i'])

const vehicle =
  (today: Day) =>
  (
    branch: BranchCode,
    no: string,
    [type, brand, model, color]: readonly [string, string, string, string],
    [insurance_company, insurance_type]: readonly [string, string],
    ageInDays: number,
    [check, compulsory, insurance, tax]: DueIn,
    status: VehicleStatus = 'ready',
  ) => ({
    branch,
    no,
    province: vehicleProvinces[branch],
    type,
    licence_types: [...(licenceTypesOf[type] ?? [])],
    transmission: automatics.has(model) ? ('automatic' as const) : ('manual' as const),
    brand,
    model,
    color,
    status,
    insurance_company,
    insurance_type,
    purchase_date: addDays(today, -ageInDays),
    noti_check: check === null ? null : addDays(today, check),
    noti_compulsory: addDays(today, compulsory),
    noti_insurance: addDays(today, insurance),
    noti_tax: addDays(today, tax),
  })

const yaris = ['รถยนต์เก๋ง', 'Toyota', 'Yaris', 'ขาว'] as const
const city = ['รถยนต์เก๋ง', 'Honda', 'City', 'แดง'] as const
const hilux = ['รถกระบะ', 'Toyota', 'Hilux Revo', 'เทา'] as const
const dmax = ['รถกระบะ', 'Isuzu', 'D-Max', 'ขาว'] as const
const wave = [vehicleWords.motorcycle, 'Honda', 'Wave 110i', 'น้ำเงิน'] as const
const commuter = ['รถตู้', 'Toyota', 'Commuter', 'ขาว'] as const
const insuranceClass1 = ['วิริยะประกันภัย', 'ชั้น 1'] as const
const insuranceClass2 = ['ทิพยประกันภัย', 'ชั้น 2+'] as const
const insuranceClass3 = ['เมืองไทยประกันภัย', 'ชั้น 3'] as const

/** Vehicles as of `today`: some of their due days are past, some are near, most are far. */
export function demoVehicles(today: Day) {
  const create = vehicle(today)
  return [
    create('KKN', '1กข 2481', yaris, insuranceClass1, 700, [null, 190, 190, 195]),
    create('KKN', '1กข 2482', yaris, insuranceClass1, 700, [null, 12, 12, 17]),
    create('KKN', 'กค 5170', city, insuranceClass2, 2900, [-4, 95, 95, 28]),
    create('KKN', 'ผข 730', hilux, insuranceClass2, 1800, [null, 240, 230, 245]),
    create('KKN', '2กง 9034', wave, insuranceClass3, 1200, [null, 61, 61, 66]),
    create('KKN', '2กง 9035', wave, insuranceClass3, 1200, [null, 5, 61, 66], 'repair'),
    create(
      'KKN',
      '70-4412',
      ['รถบรรทุก 6 ล้อ', 'Hino', '300', 'ขาว'],
      insuranceClass2,
      2100,
      [40, 150, 150, 155],
    ),
    create(
      'KKN',
      '71-0826',
      ['รถหัวลาก', 'Isuzu', 'FXZ', 'ขาว'],
      insuranceClass1,
      1500,
      [75, 310, 310, 315],
    ),
    create('KKN', 'นข 3308', commuter, insuranceClass1, 1650, [null, 120, 120, 125]),
    create(
      'KKN',
      'กจ 118',
      ['รถยนต์เก๋ง', 'Nissan', 'March', 'เงิน'],
      insuranceClass3,
      4300,
      [-420, -400, -400, -395],
      'retired',
    ),
    create('BPI', '1ขก 655', yaris, insuranceClass1, 900, [null, 33, 33, 38]),
    create('BPI', '2ขค 1207', wave, insuranceClass3, 1000, [null, 142, 142, 147]),
    create('BPI', 'ผค 2093', dmax, insuranceClass2, 2600, [21, 205, 205, 26]),
    create('UDN', '1กฉ 4560', city, insuranceClass1, 620, [null, 250, 250, 255]),
    create('UDN', '1กฉ 4561', city, insuranceClass1, 620, [null, -9, 250, 255]),
    create('UDN', '2กช 781', wave, insuranceClass3, 1400, [null, 87, 87, 92]),
    create(
      'UDN',
      '70-8859',
      ['รถบรรทุก 10 ล้อ', 'Isuzu', 'FVM', 'ขาว'],
      insuranceClass2,
      2300,
      [110, 170, 170, 175],
    ),
    create('NMA', '1ขท 3902', yaris, insuranceClass1, 480, [null, 275, 275, 280]),
    create('NMA', '2ขธ 6143', wave, insuranceClass3, 1150, [null, 18, 18, 23]),
    create('NMA', 'ผท 417', hilux, insuranceClass2, 1950, [null, 99, 99, 104]),
  ] as const
}
