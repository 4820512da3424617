/** The demo school's vehicles. Source: demo catalogue, section 10; the plates are fictional. */
import { type Day, addDays } from '@khapdee/domain/thai-date'
import type { VehicleStatus } from '@khapdee/domain/vehicle'
import type { BranchCode } from './demo-branches.ts'

const provinces: Record<BranchCode, string> = {
  KKN: 'ขอนแก่น',
  BPI: 'ขอนแก่น',
  UDN: 'อุดรธานี',
  NMA: 'นครราชสีมา',
}

/** Days from today to the inspection, compulsory insurance, insurance and tax. */
type DueIn = readonly [check: number | null, compulsory: number, insurance: number, tax: number]

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
    province: provinces[branch],
    type,
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
const wave = ['รถจักรยานยนต์', 'Honda', 'Wave 110i', 'น้ำเงิน'] as const
const commuter = ['รถตู้', 'Toyota', 'Commuter', 'ขาว'] as const
const first = ['วิริยะประกันภัย', 'ชั้น 1'] as const
const second = ['ทิพยประกันภัย', 'ชั้น 2+'] as const
const third = ['เมืองไทยประกันภัย', 'ชั้น 3'] as const

/** Vehicles as of `today`: some documents have expired, some are about to, most are valid. */
export function demoVehicles(today: Day) {
  const own = vehicle(today)
  return [
    own('KKN', '1กข 2481', yaris, first, 700, [null, 190, 190, 195]),
    own('KKN', '1กข 2482', yaris, first, 700, [null, 12, 12, 17]),
    own('KKN', 'กค 5170', city, second, 2900, [-4, 95, 95, 28]),
    own('KKN', 'ผข 730', hilux, second, 1800, [null, 240, 230, 245]),
    own('KKN', '2กง 9034', wave, third, 1200, [null, 61, 61, 66]),
    own('KKN', '2กง 9035', wave, third, 1200, [null, 5, 61, 66], 'repair'),
    own(
      'KKN',
      '70-4412',
      ['รถบรรทุก 6 ล้อ', 'Hino', '300', 'ขาว'],
      second,
      2100,
      [40, 150, 150, 155],
    ),
    own('KKN', '71-0826', ['รถหัวลาก', 'Isuzu', 'FXZ', 'ขาว'], first, 1500, [75, 310, 310, 315]),
    own('KKN', 'นข 3308', commuter, first, 1650, [null, 120, 120, 125]),
    own(
      'KKN',
      'กจ 118',
      ['รถยนต์เก๋ง', 'Nissan', 'March', 'เงิน'],
      third,
      4300,
      [-420, -400, -400, -395],
      'retired',
    ),
    own('BPI', '1ขก 655', yaris, first, 900, [null, 33, 33, 38]),
    own('BPI', '2ขค 1207', wave, third, 1000, [null, 142, 142, 147]),
    own('BPI', 'ผค 2093', dmax, second, 2600, [21, 205, 205, 26]),
    own('UDN', '1กฉ 4560', city, first, 620, [null, 250, 250, 255]),
    own('UDN', '1กฉ 4561', city, first, 620, [null, -9, 250, 255]),
    own('UDN', '2กช 781', wave, third, 1400, [null, 87, 87, 92]),
    own(
      'UDN',
      '70-8859',
      ['รถบรรทุก 10 ล้อ', 'Isuzu', 'FVM', 'ขาว'],
      second,
      2300,
      [110, 170, 170, 175],
    ),
    own('NMA', '1ขท 3902', yaris, first, 480, [null, 275, 275, 280]),
    own('NMA', '2ขธ 6143', wave, third, 1150, [null, 18, 18, 23]),
    own('NMA', 'ผท 417', hilux, second, 1950, [null, 99, 99, 104]),
  ] as const
}
