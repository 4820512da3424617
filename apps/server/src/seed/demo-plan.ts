/** Plans the demo's year of applications; does not touch the database. */
import { lineNet } from '@khapdee/domain/application/totals'
import { type Satang, satang, zeroSatang } from '@khapdee/domain/money'
import { type Day, daysBetween } from '@khapdee/domain/thai-date'
import { type BranchCode, branchCodes } from './demo-branches.ts'
import { momentsOfYear } from './demo-calendar.ts'
import { type DemoCourse, demoPromotions } from './demo-catalogue.ts'
import { type Visitor, chooseCourses } from './demo-choices.ts'
import {
  type PlannedLine,
  courseLines,
  createPromotionUse,
  otherFeeLines,
  requestFeeLines,
} from './demo-lines.ts'
import { type DemoCustomer, makeCustomer } from './demo-people.ts'
import { type Random, createRandom } from './random.ts'

export interface PlannedApplication {
  at: Date
  day: Day
  branch: BranchCode
  /** User name of the clerk. */
  clerk: string
  customer: DemoCustomer
  course: PlannedLine[]
  other_fee: PlannedLine[]
  request_fee: PlannedLine[]
  note: string
}

const seed = 25_690_401
/** Visits of one customer in the year: the average, and the maximum. */
const averageVisits = 3
const maxVisits = 7
/** Least number of days between two visits of a customer. */
const minDaysBetweenVisits = 5

const branchShare: Record<BranchCode, number> = { KKN: 40, BPI: 14, UDN: 26, NMA: 20 }
const clerkShare = { registrar: 60, cashier: 34, manager: 6 } as const
const clerkRoles = ['registrar', 'cashier', 'manager'] as const

const notes = [
  'นัดเรียนวันเสาร์–อาทิตย์',
  'สะดวกเรียนช่วงเย็น',
  'ผู้ปกครองชำระแทน',
  'ขอครูฝึกหญิง',
  'นำใบรับรองแพทย์มาวันเรียน',
]

/** Probability that an application still has a balance; falls with its age. */
function openShare(daysAgo: number): number {
  if (daysAgo <= 14) return 0.5
  if (daysAgo <= 45) return 0.38
  return daysAgo <= 120 ? 0.3 : 0.2
}

const hundredBaht = 10_000
const inHundreds = (amount: number): Satang =>
  satang(Math.floor(amount / hundredBaht) * hundredBaht)

/** Sets the amounts paid: mostly in full, sometimes a part of the course, rarely nothing. */
function pay(
  random: Random,
  course: readonly PlannedLine[],
  fees: readonly PlannedLine[],
  daysAgo: number,
): void {
  const open = random.chance(openShare(daysAgo))
  const nothing = open && random.chance(0.22)
  const part = random.pick([0.3, 0.4, 0.5, 0.5, 0.6])
  const payType = random.chance(0.55) ? 'cash' : 'transfer'
  const feesInCash = random.chance(0.1)
  for (const line of course) {
    const net = lineNet(line)
    line.pay_type = payType
    line.paid = nothing ? zeroSatang : open ? inHundreds(net * part) : net
  }
  for (const line of fees) {
    line.pay_type = feesInCash ? 'cash' : payType
    line.paid = nothing ? zeroSatang : lineNet(line)
  }
}

/** Picks visitors: new customers, or returning ones of the branch with a course left to take. */
function createDoor(random: Random, count: number) {
  const visitors = new Map<BranchCode, Visitor[]>(branchCodes.map((code) => [code, []]))
  let serial = 0
  let left = count

  function greetNew(branch: BranchCode, date: Day): Visitor {
    const customer = makeCustomer(random, branch, date, ++serial)
    const visitor: Visitor = { customer, skills: new Set(), visits: 1, lastVisit: date }
    visitors.get(branch)?.push(visitor)
    return visitor
  }

  function greetAgain(branch: BranchCode, date: Day): Visitor | null {
    const known = (visitors.get(branch) ?? []).filter(
      ({ visits, lastVisit }) =>
        visits < maxVisits && daysBetween(lastVisit, date) >= minDaysBetweenVisits,
    )
    if (known.length === 0) return null
    const visitor = random.weighted(known, ({ visits }) => 1 / visits)
    visitor.visits++
    visitor.lastVisit = date
    return visitor
  }

  return (branch: BranchCode, date: Day): { customer: DemoCustomer; courses: DemoCourse[] } => {
    const newLeft = Math.ceil(count / averageVisits) - serial
    const known = random.chance(newLeft / left) ? null : greetAgain(branch, date)
    left--
    if (known !== null) {
      const courses = chooseCourses(random, known, branch, date)
      if (courses.length > 0) return { customer: known.customer, courses }
    }
    const visitor = greetNew(branch, date)
    return {
      customer: visitor.customer,
      courses: chooseCourses(random, visitor, branch, date),
    }
  }
}

/**
 * A year of applications up to today, in chronological order. The same day and count give the
 * same plan.
 */
export function planApplications(today: Day, count: number): PlannedApplication[] {
  const random = createRandom(seed)
  const promotions = createPromotionUse(demoPromotions(today))
  const enter = createDoor(random, count)
  return momentsOfYear(random, today, count).map(({ at, day }) => {
    const branch = random.weighted(branchCodes, (code) => branchShare[code])
    const role = random.weighted(clerkRoles, (candidate) => clerkShare[candidate])
    const { customer, courses } = enter(branch, day)
    const course = courseLines(random, promotions, courses, customer, day)
    const other_fee = otherFeeLines(random, courses, customer)
    const request_fee = requestFeeLines(random, courses)
    pay(random, course, [...other_fee, ...request_fee], daysBetween(day, today))
    return {
      at,
      day,
      branch,
      clerk: `${role}.${branch.toLowerCase()}`,
      customer,
      course,
      other_fee,
      request_fee,
      note: random.chance(0.08) ? random.pick(notes) : '',
    }
  })
}
