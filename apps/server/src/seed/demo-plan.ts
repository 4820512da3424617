/** Plans the demo's year of applications; does not touch the database. */
import type { CheckedVehicle } from '@khapdee/contract/entities/checked-vehicle'
import { lineBalance, lineNet } from '@khapdee/domain/application/totals'
import { type Satang, satang, sumSatang, zeroSatang } from '@khapdee/domain/money'
import { type Day, addDays, daysBetween } from '@khapdee/domain/thai-date'
import { type BranchCode, branchCodes } from './demo-branches.ts'
import { momentsOfYear, theoryDayFrom } from './demo-calendar.ts'
import { type DemoCourse, demoPromotions } from './demo-catalogue.ts'
import { type Visitor, ageOf, chooseCourses } from './demo-choices.ts'
import {
  type PlannedLine,
  courseLines,
  examLines,
  createPromotionUses,
  otherFeeLines,
} from './demo-lines.ts'
import { type DemoCustomer, makeCustomer } from './demo-people.ts'
import { atWork, userOf } from './demo-rota.ts'
import { type Random, createRandom } from './random.ts'

export interface PlannedApplication {
  type: 'course' | 'exam' | 'vehicle_check' | 'other_fee'
  at: Date
  day: Day
  branch: BranchCode
  /** User name of the clerk. */
  clerk: string
  customer: DemoCustomer
  /** Whether the customer gives name and phone only. */
  isWalkIn?: boolean
  /** Only for a vehicle check. */
  vehicle?: CheckedVehicle
  course: PlannedLine[]
  other_fee: PlannedLine[]
  request_fee: PlannedLine[]
  /** The cash handed over; null where it was not counted. */
  cash_received: Satang | null
  /** The agreed day of the next payment. */
  due_date: Day | null
  note: string
}

const seed = 25_690_401
/** Share of applications for exams only. */
const examShare = 0.06
/** Visits of one customer in the year: the average, and the maximum. */
const averageVisits = 5 / 3
const maxVisits = 7
/** Minimum number of days between two visits of a customer. */
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

/** Probability that an application still has a balance; decreases with its age. */
function balanceChance(daysAgo: number): number {
  if (daysAgo <= 14) return 0.5
  if (daysAgo <= 45) return 0.38
  return daysAgo <= 120 ? 0.3 : 0.2
}

/** 100 baht in satang. */
const hundredBaht = 10_000
const roundDownToHundreds = (amount: number): Satang =>
  satang(Math.floor(amount / hundredBaht) * hundredBaht)

/** Sets the paid amounts of the lines: mostly in full, sometimes a share of the courses only, rarely nothing. */
function setPayments(
  random: Random,
  course: readonly PlannedLine[],
  fees: readonly PlannedLine[],
  daysAgo: number,
): void {
  const hasBalance = random.chance(balanceChance(daysAgo))
  const isUnpaid = hasBalance && random.chance(0.22)
  const paidShare = random.pick([0.3, 0.4, 0.5, 0.5, 0.6])
  const payType = random.chance(0.55) ? 'cash' : 'transfer'
  const feesInCash = random.chance(0.2)
  for (const line of course) {
    const net = lineNet(line)
    line.pay_type = payType
    line.paid = isUnpaid ? zeroSatang : hasBalance ? roundDownToHundreds(net * paidShare) : net
  }
  for (const line of fees) {
    line.pay_type = feesInCash ? 'cash' : payType
    line.paid = isUnpaid ? zeroSatang : lineNet(line)
  }
}

/** Splits some large transfers: the customer pays 1,000 baht of the line in cash. */
function splitTransfers(random: Random, lines: readonly PlannedLine[]): void {
  for (const line of lines) {
    if (line.pay_type !== 'transfer' || line.paid < 20 * hundredBaht) continue
    if (random.chance(0.06)) line.paid_in_cash = satang(10 * hundredBaht)
  }
}

const thousandBaht = 10 * hundredBaht

/** The cash handed over, in notes of 1,000 baht; null for most payments, where it is not counted. */
function cashReceived(random: Random, lines: readonly PlannedLine[]): Satang | null {
  const cash = sumSatang(
    lines.map(
      ({ pay_type, paid, paid_in_cash = pay_type === 'cash' ? paid : zeroSatang }) => paid_in_cash,
    ),
  )
  if (cash === 0 || random.chance(0.6)) return null
  return satang(Math.ceil(cash / thousandBaht) * thousandBaht)
}

/** The agreed day of a balance registered on `day`; two of five customers agree on none. */
const agreedDay = (random: Random, day: Day): Day | null =>
  random.chance(0.4) ? null : addDays(day, random.pick([7, 14, 15, 30, 30, 45, 60]))

/**
 * Picks the visitors of `count` applications.
 * @returns a function that picks a new customer, or a returning one of the branch who can take another course
 */
function createVisitorPicker(random: Random, count: number) {
  const visitors = new Map<BranchCode, Visitor[]>(branchCodes.map((code) => [code, []]))
  let serial = 0
  let applicationsLeft = count

  function addNewVisitor(branch: BranchCode, date: Day): Visitor {
    const customer = makeCustomer(random, branch, date, ++serial)
    const visitor: Visitor = { customer, skills: new Set(), visits: 1, lastVisit: date }
    visitors.get(branch)?.push(visitor)
    return visitor
  }

  function pickReturningVisitor(branch: BranchCode, date: Day): Visitor | null {
    const returning = (visitors.get(branch) ?? []).filter(
      ({ visits, lastVisit }) =>
        visits < maxVisits && daysBetween(lastVisit, date) >= minDaysBetweenVisits,
    )
    if (returning.length === 0) return null
    const visitor = random.weighted(returning, ({ visits }) => 1 / visits)
    visitor.visits++
    visitor.lastVisit = date
    return visitor
  }

  return (branch: BranchCode, date: Day): { customer: DemoCustomer; courses: DemoCourse[] } => {
    const newVisitorsLeft = Math.ceil(count / averageVisits) - serial
    const returning = random.chance(newVisitorsLeft / applicationsLeft)
      ? null
      : pickReturningVisitor(branch, date)
    applicationsLeft--
    if (returning !== null) {
      const courses = chooseCourses(random, returning, branch, date)
      if (courses.length > 0) return { customer: returning.customer, courses }
    }
    const visitor = addNewVisitor(branch, date)
    return {
      customer: visitor.customer,
      courses: chooseCourses(random, visitor, branch, date),
    }
  }
}

/** Gives each exam of a customer a separate Saturday. */
function createExamDays() {
  const daysOf = new Map<DemoCustomer, Set<Day>>()
  return (customer: DemoCustomer, lines: readonly PlannedLine[]): void => {
    const taken = daysOf.get(customer) ?? new Set()
    daysOf.set(customer, taken)
    for (const line of lines) {
      if (line.exam_date === null) continue
      while (taken.has(line.exam_date)) line.exam_date = theoryDayFrom(addDays(line.exam_date, 1))
      taken.add(line.exam_date)
    }
  }
}

/**
 * A year of applications up to today, in chronological order. The same day and count give the
 * same plan.
 */
export function planApplications(today: Day, count: number): PlannedApplication[] {
  const random = createRandom(seed)
  const dueDates = createRandom(seed + 1)
  const exams = createRandom(seed + 2)
  const splits = createRandom(seed + 3)
  const promotions = createPromotionUses(demoPromotions(today))
  const pickVisitor = createVisitorPicker(random, count)
  const separateExamDays = createExamDays()
  return momentsOfYear(random, today, count).map(({ at, day }) => {
    const branch = random.weighted(branchCodes, (code) => branchShare[code])
    const role = random.weighted(clerkRoles, (candidate) => clerkShare[candidate])
    const { customer, courses } = pickVisitor(branch, day)
    const isExam = exams.chance(examShare) && ageOf(customer, day) >= 18
    const course = courseLines(random, promotions, courses, customer, day)
    const other_fee = otherFeeLines(random, courses, customer)
    setPayments(random, course, other_fee, daysBetween(day, today))
    const examFees = isExam ? examLines(exams, day) : []
    setPayments(exams, examFees, [], daysBetween(day, today))
    const lines = isExam ? { course: [], other_fee: examFees } : { course, other_fee }
    const all = Object.values(lines).flat()
    separateExamDays(customer, all)
    splitTransfers(splits, all)
    const hasBalance = all.some((line) => lineBalance(line) > 0)
    return {
      type: isExam ? 'exam' : 'course',
      at,
      day,
      branch,
      clerk: userOf(atWork(role, day), branch),
      customer,
      ...lines,
      request_fee: [],
      cash_received: cashReceived(splits, all),
      due_date: hasBalance ? agreedDay(dueDates, day) : null,
      note: random.chance(0.08) ? random.pick(notes) : '',
    }
  })
}
