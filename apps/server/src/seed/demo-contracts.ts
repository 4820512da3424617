/**
 * Courses that the demo's branches hold for companies, agencies and colleges: the larger part of the income of a school with
 * this many employees. A branch holds as many as cover its costs with a modest profit. The customers are fictional.
 */
import { type Satang, satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import type { BranchCode } from './demo-branches.ts'
import type { Random } from './random.ts'

/** The item of the books. */
export const contractItem = 'ค่าอบรมหน่วยงานและบริษัท'

/** Income and costs of a branch in a month, without fees of the state. */
export interface BranchMonth {
  branch: BranchCode
  /** `YYYY-MM` */
  month: string
  income: Satang
  costs: Satang
}

export interface Contract {
  branch: BranchCode
  date: Day
  value: Satang
  payee: string
  detail: string
}

/** The usual profit of a branch, as a share of its costs. */
const usualProfit: Record<BranchCode, number> = { KKN: 0.09, BPI: 0.06, UDN: 0.12, NMA: 0.1 }
/** Average value of a contract, in satang. */
const usualValue = 6_500_000

/** The courses, with their price for a person in baht. */
const programmes = [
  { name: 'อบรมขับขี่ปลอดภัยเชิงป้องกันอุบัติเหตุ', price: 1_500 },
  { name: 'อบรมและสอบใบอนุญาตขับรถจักรยานยนต์ นักศึกษา', price: 1_800 },
  { name: 'อบรมและสอบใบอนุญาตขับรถ ท.2 พนักงานขับรถ', price: 7_000 },
  { name: 'ทบทวนการขับรถพนักงานส่งของ', price: 2_200 },
] as const

// oxfmt-ignore
const customers: Record<BranchCode, readonly string[]> = {
  KKN: ['วิทยาลัยอาชีวะตัวอย่างขอนแก่น', 'บจก. ขนส่งอีสานตัวอย่าง', 'บจก. น้ำตาลแก่นตัวอย่าง', 'อบต. ตัวอย่างศิลา', 'บจก. เดลิเวอรี่ตัวอย่าง'],
  BPI: ['วิทยาลัยการอาชีพตัวอย่างบ้านไผ่', 'เทศบาลตัวอย่างบ้านไผ่', 'หจก. บ้านไผ่พืชผลตัวอย่าง'],
  UDN: ['วิทยาลัยเทคนิคตัวอย่างอุดร', 'บจก. โลจิสติกส์หนองแสงตัวอย่าง', 'โรงพยาบาลตัวอย่างอุดร', 'บจก. ห้างสรรพสินค้าตัวอย่าง'],
  NMA: ['วิทยาลัยอาชีวะตัวอย่างโคราช', 'บจก. แป้งมันโคราชตัวอย่าง', 'บจก. รถบรรทุกตัวอย่าง', 'อบจ. ตัวอย่าง'],
}

/**
 * The contracts of one month; their value is the income that the month needs for the usual profit.
 */
function contractsOf(random: Random, { branch, month, income, costs }: BranchMonth): Contract[] {
  const profit = usualProfit[branch] + random.int(-4, 4) / 100
  let lacking = costs * (1 + profit) - income
  if (lacking <= 0) return []
  const count = Math.max(1, Math.round(lacking / usualValue))
  const first = random.int(0, 20)
  return Array.from({ length: count }, (_, n): Contract => {
    const isLast = n === count - 1
    // The last contract, of the lowest price, covers the remaining difference.
    const { name, price } = isLast ? programmes[0] : random.pick(programmes)
    const exact = lacking / (count - n) / (price * 100)
    const persons = Math.max(1, isLast ? Math.ceil(exact) : Math.floor(exact))
    const value = satang(persons * price * 100)
    lacking -= value
    const names = customers[branch]
    return {
      branch,
      date: `${month}-${String(random.int(4, 24)).padStart(2, '0')}` as Day,
      value,
      payee: names[(first + n) % names.length] ?? '',
      detail: `${name} ${persons} คน`,
    }
  })
}

/**
 * Plans the contracts of all months. The last month gets the contracts of the month before, because
 * its wages are not booked yet.
 * @param months in chronological order, each with all branches
 */
export function planContracts(random: Random, months: readonly BranchMonth[]): Contract[] {
  const last = months.at(-1)?.month
  return months.flatMap((row) => {
    if (row.month !== last) return contractsOf(random, row)
    const before = months.findLast(
      ({ branch, month }) => branch === row.branch && month < row.month,
    )
    return before === undefined ? [] : contractsOf(random, { ...before, month: row.month })
  })
}
